#!/bin/sh
# Keeps the ids that the shop sends in the priority.txt of the game server on this machine, and leaves those
# of others alone. Run it every minute as the game server's user, with PRIORITY_PULL_TOKEN in its environment:
#   fetch-priority.sh <address of the shop> <path of priority.txt> [semicolon, lines]
# Beside the file it keeps <priority.txt>.shop, the ids that it has put there. Needs curl.
set -eu
file=$(readlink -f "$2") ours=$2.shop work=$file.work separator=';'
[ "${3:-semicolon}" != lines ] || separator=$(printf '\nx') separator=${separator%x}
trap 'rm -f "$work" "$work.answer" "$work.etag" "$work.ours"' EXIT
touch "$file" "$ours" "$ours.answer"
status=$(printf 'header = "Authorization: Bearer %s"\n' "$PRIORITY_PULL_TOKEN" |
  curl -sS -m 30 -K - -o "$work.answer" -w '%{http_code}' --etag-compare "$ours.etag" \
    --etag-save "$work.etag" "$1/api/game/priority.txt")
case $status in 200) ;; 304) cp "$ours.answer" "$work.answer" ;; *) echo "status $status" >&2; exit 1 ;; esac
if grep -qvE '^7656[0-9]{13}$' "$work.answer"; then echo 'this is not a list of Steam IDs' >&2; exit 1; fi
cp -p "$file" "$work"
# The comment at the end shows whether the last line had a line break.
{ cat "$file"; echo '//end'; } | LC_ALL=C awk -v separator="$separator" -v put="$work.ours" '
  FILENAME == ARGV[1] { ours[$1]; next }
  FILENAME == ARGV[2] { if (!($1 in wanted)) order[++count] = $1; wanted[$1]; next }
  { comment = match($0, /\/\/|#/) ? substr($0, RSTART) : ""
    rest = substr($0, 1, length($0) - length(comment)); line = ""; cut = 0
    while (match(rest, /[^;, \t\r]+/)) {
      id = substr(rest, RSTART, RLENGTH); line = line substr(rest, 1, RSTART - 1)
      rest = substr(rest, RSTART + RLENGTH)
      if (id in ours && !(id in wanted)) { cut = 1; sub(/^[;,]/, "", rest) } else { line = line id; there[id] }
    }
    line = line rest comment
    if (!cut || line !~ /^[ \t\r]*$/) text = text line "\n" }
  END {
    sub(/\/\/end\n$/, "", text); last = text; sub(/^.*\n/, "", last)
    lead = last ~ /^[ \t\r]*$/ ? "" : last ~ /\/\/|#/ ? "\n" : last ~ /[;,][ \t\r]*$/ && separator == ";" ? "" : separator
    for (i = 1; i <= count; i++) {
      id = order[i]
      if (!(id in there)) { text = text lead id; lead = separator }
      if (!(id in there) || id in ours) print id > put
    }
    printf "%s", text }' "$ours" "$work.answer" - > "$work"
# What is ours is noted first: were this to end in between, an id that nobody owns would stay for ever.
touch "$work.ours"
sort -u "$ours" "$work.ours" > "$ours.new" && mv "$ours.new" "$ours"
cmp -s "$work" "$file" || mv "$work" "$file"
mv "$work.ours" "$ours"
mv "$work.answer" "$ours.answer"
if [ "$status" = 200 ] && [ -s "$work.etag" ]; then mv "$work.etag" "$ours.etag"; fi
