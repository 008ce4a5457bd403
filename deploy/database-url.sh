# Sourced by backup.sh and restore.sh: takes the password out of DATABASE_URL, because everybody on the
# machine can read the arguments of a running program, and leaves the rest in `database_url`, as the
# programs of PostgreSQL understand it.

database_url=$DATABASE_URL
if [[ $DATABASE_URL =~ ^(postgres(ql)?://[^:@/?]*):([^@/]*)@(.*)$ ]]; then
  database_url="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
  # In an address special letters stand as %2F and the like.
  printf -v PGPASSWORD '%b' "$(sed -E -e 's/\\/\\\\/g' -e 's/%([0-9A-Fa-f]{2})/\\x\1/g' <<<"${BASH_REMATCH[3]}")"
  export PGPASSWORD
fi

# The product believes the well-known authorities; these programs, from version 16 on, when they are told.
if [[ $database_url == *sslmode=verify-full* && $database_url != *sslrootcert=* ]]; then
  export PGSSLROOTCERT=${PGSSLROOTCERT:-system}
fi
# They know the driver's word for encryption without proof by another name.
database_url=${database_url/sslmode=no-verify/sslmode=require}
