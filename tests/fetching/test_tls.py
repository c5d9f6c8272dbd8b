"""Pinning the address keeps the name: in the handshake, and in what the certificate is held to."""

import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from groundcast.errors import Unreachable
from groundcast.fetching.client import Fetched, GuardedClient
from tests.fetching.loopback import QUICK, Sleeps

NAME = "feeds.example"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate of one name with its key, made for the test."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "server.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture
def names_asked() -> list[str | None]:
    return []


@pytest.fixture
def port(certificate: Path, names_asked: list[str | None]) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.headers["Host"].encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(HTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A client that trusts nobody breaks off."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: names_asked.append(name)  # type: ignore[assignment]
    server = Server(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join()


def client(trusted: Path | None) -> GuardedClient:
    tls = ssl.create_default_context(cafile=trusted)
    return GuardedClient(True, QUICK, resolve=lambda *_: ["127.0.0.1"], sleep=Sleeps(), tls=tls)


def test_the_name_is_sent_and_verified(
    port: int, certificate: Path, names_asked: list[str | None]
) -> None:
    with client(certificate) as asking:
        answer = asking.fetch(f"https://{NAME}:{port}/")
    assert isinstance(answer, Fetched)
    assert answer.body == f"{NAME}:{port}".encode()
    assert names_asked == [NAME]


def test_a_certificate_of_another_name_is_refused(port: int, certificate: Path) -> None:
    with (
        client(certificate) as asking,
        pytest.raises(Unreachable, match="a certificate that does not hold"),
    ):
        asking.fetch(f"https://other.example:{port}/")


def test_a_certificate_nobody_vouches_for_is_refused(port: int) -> None:
    with (
        client(None) as asking,
        pytest.raises(Unreachable, match="a certificate that does not hold"),
    ):
        asking.fetch(f"https://{NAME}:{port}/")
