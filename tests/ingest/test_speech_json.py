"""The JSON of speech engines, by the shapes that their makers document."""

from groundcast.ingest.assemblyai_json import read_assemblyai_json
from groundcast.ingest.deepgram_json import read_deepgram_json
from groundcast.ingest.podcast_json import is_podcast_json, read_podcast_json
from groundcast.ingest.source import ReadTranscript
from groundcast.ingest.whisper_json import is_whisper_json, read_whisper_json
from groundcast.records import TimeMark


def turns(transcript: ReadTranscript) -> list[tuple[str | None, float | None, float | None, str]]:
    return [
        (turn.speaker_label, turn.start_seconds, turn.end_seconds, turn.text)
        for turn in transcript.turns
    ]


def test_whisper_segments_are_read_with_the_language() -> None:
    transcript = read_whisper_json(
        {
            "text": " The tide rose. It fell.",
            "segments": [
                {"id": 0, "start": 0.0, "end": 2.5, "text": " The tide rose.", "tokens": [1]},
                {"id": 1, "start": 2.5, "end": 4.0, "text": " It fell.", "tokens": [2]},
                {"id": 2, "start": 4.0, "end": 5.0, "text": ""},
            ],
            "language": "en",
        }
    )
    assert turns(transcript) == [(None, 0.0, 4.0, "The tide rose. It fell.")]
    assert transcript.turns[0].time_marks == (TimeMark(0, 0.0), TimeMark(15, 2.5))
    assert transcript.facts.language == "en"
    assert transcript.notes[0] == "1 segments without text left out"


def test_whisperx_words_give_their_times_and_part_a_segment_between_voices() -> None:
    transcript = read_whisper_json(
        {
            "segments": [
                {
                    "start": 1.0,
                    "end": 4.0,
                    "text": " Did it rise? It did.",
                    "speaker": "SPEAKER_00",
                    "words": [
                        {"word": "Did", "start": 1.0, "end": 1.2, "speaker": "SPEAKER_00"},
                        {"word": "it", "start": 1.3, "end": 1.4, "speaker": "SPEAKER_00"},
                        {"word": "rise?"},
                        {"word": "It", "start": 3.0, "end": 3.2, "speaker": "SPEAKER_01"},
                        {"word": "did.", "start": 3.3, "end": 3.9, "speaker": "SPEAKER_01"},
                    ],
                }
            ],
            "word_segments": [],
        }
    )
    assert turns(transcript) == [
        ("SPEAKER_00", 1.0, 1.4, "Did it rise?"),
        ("SPEAKER_01", 3.0, 4.0, "It did."),
    ]
    assert transcript.turns[0].time_marks == (TimeMark(0, 1.0), TimeMark(4, 1.3))
    assert transcript.turns[1].time_marks == (TimeMark(0, 3.0), TimeMark(3, 3.3))


def test_words_without_blanks_between_them_stay_without() -> None:
    words = [{"word": char, "start": n, "end": n + 1} for n, char in enumerate("今日は")]
    transcript = read_whisper_json(
        {"segments": [{"start": 0, "end": 3, "text": "今日は", "words": words}]}
    )
    assert turns(transcript) == [(None, 0.0, 3.0, "今日は")]
    assert transcript.turns[0].time_marks == (TimeMark(0, 0), TimeMark(1, 1), TimeMark(2, 2))


def test_a_word_time_beyond_the_next_segment_is_left_out() -> None:
    segments = [
        {"start": 0, "end": 9, "text": "a b", "words": [{"word": "b", "start": 7}]},
        {"start": 5, "end": 6, "text": "c"},
    ]
    transcript = read_whisper_json({"segments": segments})
    assert transcript.turns[0].time_marks == (TimeMark(0, 0.0), TimeMark(4, 5.0))


def test_whisper_cpp_tokens_are_joined_as_their_blanks_say() -> None:
    tokens = [(" The", 0), (" qu", 500), ("ay", 700), (",", 800), (" yes", 900), (".", 990)]
    transcript = read_whisper_json(
        {
            "result": {"language": "en"},
            "transcription": [
                {"timestamps": {}, "offsets": {"from": at, "to": at + 90}, "text": text}
                for text, at in tokens
            ],
        }
    )
    assert turns(transcript) == [(None, 0.0, 1.08, "The quay, yes.")]
    assert transcript.facts.language == "en"


def test_the_chunks_of_a_pipeline_are_read() -> None:
    value = {"text": "x", "chunks": [{"timestamp": [0.5, None], "text": " Hi there"}]}
    assert is_whisper_json(value)
    assert turns(read_whisper_json(value)) == [(None, 0.5, None, "Hi there")]


def test_assemblyai_utterances_are_turns_and_its_milliseconds_seconds() -> None:
    transcript = read_assemblyai_json(
        {
            "id": "x",
            "status": "completed",
            "language_code": "en_us",
            "text": "Hi there. Yes.",
            "utterances": [
                {
                    "speaker": "A",
                    "start": 250,
                    "end": 1_500,
                    "text": "Hi there.",
                    "words": [
                        {"text": "Hi", "start": 250, "end": 400, "speaker": "A"},
                        {"text": "there.", "start": 450, "end": 1_500, "speaker": "A"},
                    ],
                },
                {"speaker": "B", "start": 1_600, "end": 2_000, "text": "Yes.", "words": []},
            ],
        }
    )
    assert turns(transcript) == [
        ("Speaker A", 0.25, 1.5, "Hi there."),
        ("Speaker B", 1.6, 2.0, "Yes."),
    ]
    assert transcript.turns[0].time_marks == (TimeMark(0, 0.25), TimeMark(3, 0.45))
    assert transcript.facts.language == "en-US"


def test_assemblyai_words_alone_part_the_text_between_voices() -> None:
    transcript = read_assemblyai_json(
        {
            "id": "x",
            "text": "Hi there. Yes.",
            "words": [
                {"text": "Hi", "start": 0, "end": 400, "speaker": "A"},
                {"text": "there.", "start": 400, "end": 900, "speaker": "A"},
                {"text": "Yes.", "start": 950, "end": 999, "speaker": "B"},
            ],
        }
    )
    assert turns(transcript) == [
        ("Speaker A", 0.0, 0.9, "Hi there."),
        ("Speaker B", 0.95, 0.999, "Yes."),
    ]


def deepgram(alternative: object, **results: object) -> ReadTranscript:
    channel = {"alternatives": [alternative], "detected_language": "en"}
    return read_deepgram_json(
        {"metadata": {"request_id": "x"}, "results": {"channels": [channel], **results}}
    )


WORDS = [
    {"word": "hi", "punctuated_word": "Hi.", "start": 0.5, "end": 0.7, "speaker": 0},
    {"word": "it", "punctuated_word": "It", "start": 1.0, "end": 1.2, "speaker": 1},
    {"word": "rose", "punctuated_word": "rose.", "start": 1.3, "end": 1.6, "speaker": 1},
]


def test_deepgram_paragraphs_are_read_by_sentence_with_the_times_of_words() -> None:
    paragraphs = [
        {"sentences": [{"text": "Hi.", "start": 0.5, "end": 0.7}], "speaker": 0},
        {"sentences": [{"text": "It rose.", "start": 1.0, "end": 1.6}], "speaker": 1},
    ]
    transcript = deepgram(
        {"transcript": "Hi. It rose.", "words": WORDS, "paragraphs": {"paragraphs": paragraphs}}
    )
    assert turns(transcript) == [
        ("Speaker 0", 0.5, 0.7, "Hi."),
        ("Speaker 1", 1.0, 1.6, "It rose."),
    ]
    assert transcript.turns[1].time_marks == (TimeMark(0, 1.0), TimeMark(3, 1.3))
    assert transcript.facts.language == "en"


def test_deepgram_words_part_the_transcript_where_nothing_else_does() -> None:
    assert turns(deepgram({"transcript": "Hi. It rose.", "words": WORDS})) == [
        ("Speaker 0", 0.5, 0.7, "Hi."),
        ("Speaker 1", 1.0, 1.6, "It rose."),
    ]


def test_deepgram_utterances_are_read_where_there_are_no_paragraphs() -> None:
    utterance = {"start": 2.0, "end": 3.0, "transcript": "Low tide.", "speaker": 1, "channel": 0}
    transcript = deepgram({"transcript": "low tide"}, utterances=[utterance])
    assert turns(transcript) == [("Speaker 1", 2.0, 3.0, "Low tide.")]


def test_deepgram_channels_are_put_in_order_of_time_and_told_apart() -> None:
    def channel(*words: tuple[str, float]) -> object:
        timed = [{"word": word, "start": at, "end": at + 0.1} for word, at in words]
        text = " ".join(word for word, _ in words)
        return {"alternatives": [{"transcript": text, "words": timed}, {"transcript": "other"}]}

    transcript = read_deepgram_json(
        {"results": {"channels": [channel(("late", 5.0)), channel(("early", 1.0))]}}
    )
    assert turns(transcript) == [
        ("Speaker 2", 1.0, 1.1, "early"),
        ("Speaker 1", 5.0, 5.1, "late"),
    ]
    assert transcript.notes == (
        "2 other readings left out",
        "2 channels put in order of time",
    )


def test_signs_that_a_podcast_lists_apart_close_the_word_before_them() -> None:
    said = ["Friday", ",", "the", "tide", "."]
    segments = [{"startTime": n, "endTime": n, "body": body} for n, body in enumerate(said)]
    assert read_podcast_json({"segments": segments}).turns[0].text == "Friday, the tide."
    blanks = ["It's", " ", "Fri", "day", ",", " ", "the", " ", "tide", " ", "now", " "]
    segments = [{"startTime": n, "endTime": n, "body": body} for n, body in enumerate(blanks)]
    transcript = read_podcast_json({"segments": segments})
    assert transcript.turns[0].text == "It's Friday, the tide now"


def test_what_is_no_segment_in_a_list_of_segments_is_counted() -> None:
    transcript = read_podcast_json({"segments": [{"startTime": 1, "body": "Hi"}, 3, None]})
    assert transcript.notes[0] == "2 segments without text left out"


def test_a_bare_list_is_a_transcript_where_it_states_times() -> None:
    assert is_whisper_json([{"start": 1, "text": "Hi"}])
    assert is_podcast_json([{"startTime": 1, "body": "Hi"}])
    assert not is_podcast_json([{"text": "Hi"}])
