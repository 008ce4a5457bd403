#!/usr/bin/env bash
# Backs up the PostgreSQL database of DATABASE_URL while the shop is open: its state at one moment, in one file.
#   deploy/backup.sh <folder> [days, 14]
# Writes <folder>/kryptonique-<UTC time>.dump and its checksum, then deletes backups that are older than
# [days] days, but always keeps the newest [days] files: so hourly backups keep whole days of history, and
# weeks without a backup delete none. Exits with a code other than 0 when it made no backup. See
# docs/operations.md.
set -euo pipefail

folder=${1:?a folder for the backups is missing}
days=${2:-14}
: "${DATABASE_URL:?DATABASE_URL is not set: name the database}"
[[ $days =~ ^[1-9][0-9]{0,3}$ ]] || { echo "the number of days must be 1 to 9999, not '$days'" >&2; exit 2; }

# shellcheck source=deploy/database-url.sh
source "$(dirname "${BASH_SOURCE[0]}")/database-url.sh"

# The file contains names, e-mail addresses and sessions: nobody else on this machine may read it.
umask 077
mkdir -p "$folder"
file="$folder/kryptonique-$(date -u +%Y%m%dT%H%M%SZ).dump"
unfinished="$file.unfinished"
[[ ! -e $file ]] || { echo "$file already exists" >&2; exit 1; }
# Fails when another backup writes the file of the same second.
(set -o noclobber && : >"$unfinished")
trap 'rm -f "$unfinished" "$file.sha256.unfinished"' EXIT

pg_dump --format=custom --file="$unfinished" --dbname="$database_url"
# A file that cannot be read to its end is useless.
pg_restore --file=/dev/null "$unfinished"
checksum=$(sha256sum <"$unfinished")
echo "${checksum%% *}  $(basename "$file")" >"$file.sha256.unfinished"
sync "$unfinished" "$file.sha256.unfinished"
mv "$file.sha256.unfinished" "$file.sha256"
mv --no-clobber "$unfinished" "$file"

# Only after a successful backup, and only files with names of this script, which sort by time.
too_old="$folder/kryptonique-$(date -u -d "$days days ago" +%Y%m%dT%H%M%SZ).dump"
shopt -s nullglob
backups=("$folder"/kryptonique-[0-9]*Z.dump)
for ((index = 0; index < ${#backups[@]} - days; index += 1)); do
  [[ ${backups[index]} < $too_old ]] || break
  rm -f "${backups[index]}" "${backups[index]}.sha256"
done
echo "$file"
