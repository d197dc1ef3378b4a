#!/usr/bin/env bash
# Step of the action: analyses, annotates, and writes summary, SARIF and JSON. It ends well; the last step ends with the status.
set -uo pipefail

if [ -n "${SHOAL_PACKAGE:-}" ]; then shoal=(shoal); else shoal=(node "$GITHUB_ACTION_PATH/bin/shoal.mjs"); fi
out="${RUNNER_TEMP:-/tmp}/shoal"
mkdir -p "$out"
report="$out/report.json" sarif="$out/report.sarif" summary="$out/report.summary.md"
rm -f "$report" "$sarif" "$summary"

args=(analyze)
while IFS= read -r path || [ -n "$path" ]; do
  [ -z "$path" ] || args+=("$path")
done <<< "${SHOAL_PATHS:-.}"
[ -z "${SHOAL_QUERY:-}" ] || args+=("--query=$SHOAL_QUERY")
[ -z "${SHOAL_GOAL:-}" ] || args+=("--goal=$SHOAL_GOAL")
[ -z "${SHOAL_FAIL_ON:-}" ] || args+=("--fail-on=$SHOAL_FAIL_ON")
[ -z "${SHOAL_BASELINE:-}" ] || args+=("--baseline=$SHOAL_BASELINE")
[ -z "${SHOAL_SINCE:-}" ] || args+=("--since=$SHOAL_SINCE")
while IFS= read -r arg || [ -n "$arg" ]; do
  [ -z "$arg" ] || args+=("$arg")
done <<< "${SHOAL_ARGS:-}"

"${shoal[@]}" "${args[@]}" --format=github --output=- --output="$report" --output="$sarif" --output="$summary"
status=$?

{
  echo "status=$status"
  if [ -f "$report" ]; then
    echo "report=$report"
    echo "sarif=$sarif"
    echo "summary=$summary"
    echo "new=$(node "$GITHUB_ACTION_PATH/scripts/action/count-new.mjs" "$report")"
  fi
} >> "$GITHUB_OUTPUT"
if [ -f "$summary" ]; then cat "$summary" >> "$GITHUB_STEP_SUMMARY"; fi
exit 0
