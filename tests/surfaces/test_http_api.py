"""What the HTTP surface adds to the catalogue: pages, caching, refusals, guards."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from groundcast.building.adding import AddOptions, add
from groundcast.building.progress import Silent
from groundcast.capabilities import CAPABILITIES
from groundcast.knowledge.opened import OpenCorpus
from groundcast.surfaces.http_api import create_app, preferred_form
from groundcast.surfaces.workers import Workers
from tests.surfaces.asking import TIME
from tests.surfaces.serving import Address, Reply, serving


@pytest.fixture(scope="module")
def address(sample: OpenCorpus) -> Iterator[Address]:
    with serving(create_app(sample)) as served:
        yield served


def test_the_openapi_document_is_valid_and_names_every_tool(address: Address) -> None:
    document = address.get("/api/openapi.json").json()
    validate(document)
    operations = [path["get"]["operationId"] for path in document["paths"].values()]
    assert operations == list(CAPABILITIES)
    assert next(iter(document["paths"])) == "/api/tools/resolve_entity"
    parameters = document["paths"]["/api/tools/search_corpus"]["get"]["parameters"]
    assert parameters[0]["name"] == "query"
    assert parameters[0]["required"] is True
    assert [p["name"] for p in parameters] == list(
        CAPABILITIES["search_corpus"].arguments.model_fields
    )


def test_an_answer_names_its_problem_in_the_document(address: Address) -> None:
    schemas = address.get("/api/openapi.json").json()["components"]["schemas"]
    for path, method in (("/nowhere", "GET"), ("/api/tools/list_feeds", "POST")):
        problem = address.get(path, method=method).json()
        name = problem["type"].removeprefix("/api/openapi.json#/components/schemas/")
        assert schemas[name]["properties"]["code"] == {"const": problem["code"]}


def test_a_known_answer_is_not_sent_again(address: Address) -> None:
    first = address.tool("list_feeds", {"limit": 1})
    tag = first.headers["etag"]
    again = address.tool("list_feeds", {"limit": 1}, {"If-None-Match": f'"other", W/{tag}'})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)


@pytest.mark.parametrize(
    ("limit", "accept"), [(2, "application/json"), (1, "text/markdown")], ids=["argument", "form"]
)
def test_a_tag_stands_for_the_arguments_and_the_form(
    limit: int, accept: str, address: Address
) -> None:
    tag = address.tool("list_feeds", {"limit": 1}).headers["etag"]
    other = address.tool("list_feeds", {"limit": limit}, {"If-None-Match": tag, "Accept": accept})
    assert other.status == 200
    assert other.headers["etag"] != tag
    assert other.headers["vary"] == "Accept"


def test_a_tag_ends_with_the_version_of_the_corpus(sample_folder: Path, tmp_path: Path) -> None:
    def bring(show: str) -> None:
        add(tmp_path, [str(sample_folder / show)], AddOptions(show=show, extract=False), Silent())

    bring("tidewater")
    with OpenCorpus(tmp_path) as corpus, serving(create_app(corpus)) as served:
        before = served.tool("list_feeds", {})
        bring("slow-lane")
        after = served.tool("list_feeds", {}, {"If-None-Match": before.headers["etag"]})
        assert after.status == 200
        assert [feed["title"] for feed in after.json()["feeds"]] == ["slow-lane", "tidewater"]


def test_links_walk_every_page_once(address: Address) -> None:
    seen: list[str] = []
    path = "/api/tools/list_episodes?show=tidewater&limit=1"
    for _ in range(5):
        reply = address.get(path)
        seen += [episode["title"] for episode in reply.json()["episodes"]]
        link = reply.headers.get("link", "")
        path = link.partition(">")[0].removeprefix("<")
    assert seen == [
        "In the cold store",
        "Eight euros a lorry",
        "Cold hands, warm houses",
        "Four knots through the Narrows",
        "Sixty tonnes and a hamster",
    ]
    assert path == ""


def test_booleans_and_numbers_are_read_from_text(sample: OpenCorpus, address: Address) -> None:
    search = "/api/tools/search_corpus?query=ferry&limit=100"
    every, grounded = (
        address.get(f"{search}&grounded_only={said}").json() for said in ("false", "true")
    )
    expected = {"query": "ferry", "limit": 100, "grounded_only": True}
    assert grounded == CAPABILITIES["search_corpus"].answer(sample, expected).payload
    assert grounded["results"] != every["results"]


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("limit=1&limit=2", "limit: it is given 2 times."),
        ("limit=many", "limit: 'many' will not do; input should be a valid integer, unable to"
                       " parse string as an integer."),
        ("colour=red", "colour: there is no such argument."),
        ("%ED%A0%BD=1", "\ufffd\ufffd\ufffd: there is no such argument."),
    ],
)  # fmt: skip
def test_a_query_that_is_wrong_is_refused_by_name(
    query: str, detail: str, address: Address
) -> None:
    reply = address.get(f"/api/tools/list_feeds?{query}")
    assert (reply.status, reply.json()["detail"]) == (422, detail)


def test_an_unknown_tool_is_not_found_with_what_comes_near(address: Address) -> None:
    reply = address.get("/api/tools/list_episode")
    assert reply.status == 404
    assert reply.json()["detail"] == "There is no tool 'list_episode'."
    assert reply.json()["candidates"][0] == "list_episodes"


def test_a_toolset_narrows_what_is_answered(sample: OpenCorpus) -> None:
    with serving(create_app(sample, ["time"])) as served:
        assert served.get("/api/tools/list_feeds").status == 404
        paths = served.get("/api/openapi.json").json()["paths"]
        assert list(paths) == [f"/api/tools/{tool}" for tool in TIME]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(method: str, address: Address) -> None:
    reply = address.get("/api/tools/list_feeds", method=method)
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")
    assert reply.json()["code"] == "method_not_allowed"


def test_head_answers_without_a_body(address: Address) -> None:
    whole = address.tool("list_feeds", {})
    head = address.get("/api/tools/list_feeds", method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(whole.body))
    assert head.headers["etag"] == whole.headers["etag"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:8765", 200),
        ("[::1]:80", 200),
        ("LOCALHOST:1", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost@evil.example", 421),
        ("localhost:80:90", 421),
        ("", 421),
    ],
)
def test_only_its_own_names_are_answered(host: str, status: int, address: Address) -> None:
    assert address.get("/healthz", {"Host": host}).status == status
    assert address.tool("list_feeds", {}, {"Host": host}).status == status


def test_further_names_can_be_allowed(sample: OpenCorpus) -> None:
    with serving(create_app(sample, allowed_hosts=["podcasts.example"])) as served:
        assert served.get("/healthz", {"Host": "podcasts.example"}).status == 200
        assert served.get("/healthz", {"Host": "localhost"}).status == 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://localhost:5173", 200), ("https://evil.example", 403), ("null", 403)],
)
def test_pages_of_other_origins_may_not_ask(origin: str, status: int, address: Address) -> None:
    reply = address.tool("list_feeds", {}, {"Origin": origin})
    assert reply.status == status
    assert not [name for name in reply.headers if name.startswith("access-control-")]


def test_what_is_too_large_is_refused(address: Address) -> None:
    assert address.get("/api/tools/list_feeds?text=" + "a" * 40_000).status == 414
    assert address.get("/healthz", {"X-Long": "a" * 20_000}).status == 431
    with_body = address.get("/api/tools/list_feeds", body=b"{}")
    assert (with_body.status, with_body.headers["connection"]) == (413, "close")
    # As many bytes as a question of 2,000 characters can take.
    long = address.tool("search_corpus", {"query": "\U0001f30a" * 2_000, "max_tokens": 9_000})
    assert long.status == 200


@pytest.mark.parametrize("path", ["/healthz", "/nowhere", "/api/tools/list_feeds?colour=red"])
def test_every_answer_is_guarded_and_silent_about_the_server(path: str, address: Address) -> None:
    headers = address.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "server" not in headers


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
        ("text/markdown", "text/markdown"),
        ("text/markdown;q=0.5, application/json", "application/json"),
        ("application/json;q=0.5, TEXT/Markdown", "text/markdown"),
        ("text/markdown;q=0", "application/json"),
        ("text/markdown;q=much", "application/json"),
    ],
)
def test_markdown_is_sent_where_it_is_asked_for_first(accept: str, form: str) -> None:
    assert preferred_form(accept) == form


def test_it_is_alive_without_an_index_and_ready_with_one(
    sample_folder: Path, tmp_path: Path
) -> None:
    add(tmp_path, [str(sample_folder / "tidewater")], AddOptions(extract=False), Silent())
    with OpenCorpus(tmp_path) as corpus, serving(create_app(corpus)) as served:
        ready = served.get("/readyz")
        assert ready.json() == {"status": "ready", "corpus_version": ready.json()["corpus_version"]}
        (tmp_path / "index" / "current").unlink()
        assert served.get("/healthz").json() == {"status": "alive"}
        missing = served.get("/readyz")
        assert (missing.status, missing.json()["code"]) == (503, "not_ready")


def test_a_bug_is_masked_and_the_log_has_it(
    sample_folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    add(tmp_path, [str(sample_folder / "tidewater")], AddOptions(extract=False), Silent())
    (catalogue,) = tmp_path.glob("index/*/catalogue.sqlite")
    # To SQLite, an empty file is a database, though one without any table.
    catalogue.write_bytes(b"")
    with OpenCorpus(tmp_path) as corpus, serving(create_app(corpus)) as served:
        reply = served.tool("list_feeds", {})
    assert reply.status == 500
    assert reply.json()["code"] == "internal_error"
    reference = reply.json()["detail"].rpartition("[")[2].rstrip("].")
    assert len(reference) == 8
    assert f"GET /api/tools/list_feeds failed [{reference}]" in caplog.text
    assert "no such table" in caplog.text
    assert b"table" not in reply.body


def test_a_full_queue_says_when_to_come_back(sample: OpenCorpus) -> None:
    workers, released = Workers(1), threading.Event()

    async def crowd(served: Address) -> Reply:
        waiting = [asyncio.create_task(workers.run(released.wait)) for _ in range(17)]
        await asyncio.sleep(0)
        refused = await asyncio.to_thread(served.tool, "list_feeds", {})
        assert await asyncio.to_thread(lambda: served.get("/healthz").status) == 200
        released.set()
        await asyncio.gather(*waiting)
        return refused

    with serving(create_app(sample, workers=workers)) as served:
        refused = asyncio.run(crowd(served))
        assert served.tool("list_feeds", {}).status == 200
    workers.close()
    assert (refused.status, refused.headers["retry-after"]) == (503, "2")
    assert refused.json()["code"] == "busy"
    assert refused.json()["hint"] == "Try again in 2 seconds."
