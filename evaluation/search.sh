#!/usr/bin/env bash
# Scores search on the judged sets beside the checkout and compares with the committed scores.
#
# Usage: evaluation/search.sh [--write]
# DATA is the folder of the data (../shared/data); CORPORA keeps the corpora built from it (.eval).
# On two cores building takes about half an hour, once, and asking about eight minutes.
# GROUNDCAST is the command to run.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${DATA:-../shared/data} corpora=${CORPORA:-.eval} groundcast=${GROUNDCAST:-groundcast}
scores=evaluation/search_scores.json
if [ ! -d "$data/gold" ]; then
  echo "evaluation/search.sh: $data has no judged sets; name the folder that does: make eval DATA=DIR." >&2
  exit 2
fi
mkdir -p "$corpora"

unpack() { # archive, what of it
  if [ ! -e "$corpora/$2" ]; then
    tar -xJf "$data/$1" -C "$corpora" "$2"
  fi
}

score() { # corpus, manifest, set…
  local words=(eval search --corpus "$1" --index "$2")
  for judged in "${@:3}"; do words+=(--set "$judged"); done
  $groundcast "${words[@]}" "$mode" "$scores"
}

mode=--check
if [ "${1:-}" = --write ]; then mode=--write; fi

$groundcast add "$data/demo" --manifest "$data/demo/index.tsv" --corpus "$corpora/demo"

unpack qa.tar.xz qa/optech
unpack bench.tar.xz bench/index.tsv
unpack bench.tar.xz bench/bitcoin-optech
awk -F'\t' 'NR == 1 || $1 == "optech"' "$corpora/bench/index.tsv" > "$corpora/bench/optech.tsv"
$groundcast add "$corpora/bench" --manifest "$corpora/bench/optech.tsv" --no-extract \
  --corpus "$corpora/optech"

failed=0
score "$corpora/demo" "$data/demo/index.tsv" "$data/gold" || failed=$?
score "$corpora/optech" "$corpora/bench/optech.tsv" "$corpora/qa/optech" \
  "$corpora/qa/optech/queries_items.jsonl:title" || failed=$?
exit "$failed"
