#!/usr/bin/env bash
# Restores a backup of backup.sh into the database of DATABASE_URL, which must be empty: all or nothing.
#   deploy/restore.sh <file.dump> [--without-checksum]
# The option is for a file whose checksum, <file.dump>.sha256, is lost. See docs/operations.md.
set -euo pipefail

file=${1:?the file of the backup is missing}
word=${2:-}
[[ -z $word || $word == --without-checksum ]] || { echo "unknown option '$word'" >&2; exit 2; }
: "${DATABASE_URL:?DATABASE_URL is not set: name the empty database to restore into}"

# shellcheck source=deploy/database-url.sh
source "$(dirname "${BASH_SOURCE[0]}")/database-url.sh"

checksum=$(sha256sum <"$file")
if [[ -e $file.sha256 ]]; then
  expected=$(cut -d ' ' -f 1 "$file.sha256")
  [[ ${checksum%% *} == "$expected" ]] || {
    echo "$file was changed or damaged since the backup: its checksum differs" >&2
    exit 1
  }
elif [[ -z $word ]]; then
  echo "$file.sha256 is not there, so the backup cannot be checked for damage." >&2
  echo "Put it beside the backup. If it is lost: deploy/restore.sh $file --without-checksum" >&2
  exit 1
fi
tables=$(psql --no-psqlrc --quiet --tuples-only --no-align --dbname="$database_url" --command="
  select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")
[[ $tables == 0 ]] || {
  echo "the database already has $tables tables: make a new, empty one and restore into that" >&2
  exit 1
}
# The comment of an extension can only be set by its owner, often not the owner of the database.
pg_restore --dbname="$database_url" --single-transaction --exit-on-error \
  --no-owner --no-privileges --no-comments "$file"
echo "restored; now run: npm run verify-ledger"
