# Sourced by backup.sh and restore.sh: moves the password out of DATABASE_URL, because everybody on the
# machine can read the arguments of a running program. The rest goes to `database_url`, in the form that
# PostgreSQL's programs accept.

database_url=$DATABASE_URL
if [[ $DATABASE_URL =~ ^(postgres(ql)?://[^:@/?]*):([^@/]*)@(.*)$ ]]; then
  database_url="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
  # In an address special characters are encoded, as %2F for example.
  printf -v PGPASSWORD '%b' "$(sed -E -e 's/\\/\\\\/g' -e 's/%([0-9A-Fa-f]{2})/\\x\1/g' <<<"${BASH_REMATCH[3]}")"
  export PGPASSWORD
fi

# The product trusts the system's certificate authorities; these programs, from version 16 on, need a setting.
if [[ $database_url == *sslmode=verify-full* && $database_url != *sslrootcert=* ]]; then
  export PGSSLROOTCERT=${PGSSLROOTCERT:-system}
fi
# The driver's mode for encryption without a certificate check has another name in these programs.
database_url=${database_url/sslmode=no-verify/sslmode=require}
