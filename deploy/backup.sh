#!/usr/bin/env bash
# Backs up the PostgreSQL database of DATABASE_URL while the shop is open: one moment of it, in one file.
#   deploy/backup.sh <folder> [days, 14]
# Writes <folder>/kryptonique-<UTC time>.dump and its checksum, then deletes what is older than so many
# days, but never one of the newest so many: neither backups every hour nor weeks without one cost history.
# Ends with another code than 0 when there is no new backup. See docs/operations.md.
set -euo pipefail

folder=${1:?a folder for the backups is missing}
days=${2:-14}
: "${DATABASE_URL:?DATABASE_URL is not set: name the database}"
[[ $days =~ ^[1-9][0-9]{0,3}$ ]] || { echo "keep them for 1 to 9999 days, not '$days'" >&2; exit 2; }

# shellcheck source=deploy/database-url.sh
source "$(dirname "${BASH_SOURCE[0]}")/database-url.sh"

# The file holds names, e-mail addresses and sessions: nobody else on this machine may read it.
umask 077
mkdir -p "$folder"
file="$folder/kryptonique-$(date -u +%Y%m%dT%H%M%SZ).dump"
unfinished="$file.unfinished"
[[ ! -e $file ]] || { echo "$file is there already" >&2; exit 1; }
# Fails when another backup of this second writes it.
(set -o noclobber && : >"$unfinished")
trap 'rm -f "$unfinished" "$file.sha256.unfinished"' EXIT

pg_dump --format=custom --file="$unfinished" --dbname="$database_url"
# A file that cannot be read to its end is no backup.
pg_restore --file=/dev/null "$unfinished"
checksum=$(sha256sum <"$unfinished")
echo "${checksum%% *}  $(basename "$file")" >"$file.sha256.unfinished"
sync "$unfinished" "$file.sha256.unfinished"
mv "$file.sha256.unfinished" "$file.sha256"
mv --no-clobber "$unfinished" "$file"

# Their names sort by time. Only now, and only what this script has named.
too_old="$folder/kryptonique-$(date -u -d "$days days ago" +%Y%m%dT%H%M%SZ).dump"
shopt -s nullglob
backups=("$folder"/kryptonique-[0-9]*Z.dump)
for ((index = 0; index < ${#backups[@]} - days; index += 1)); do
  [[ ${backups[index]} < $too_old ]] || break
  rm -f "${backups[index]}" "${backups[index]}.sha256"
done
echo "$file"
