#!/bin/sh
# A backup of the ledger in PostgreSQL (docs/operate/backup.md): sh backup-postgres.sh FILE
# Run where the server's settings are (/srv/application/current), as the user application, with pg_dump of the database's
# version or a newer one. Ends with an error, and notes nothing, where any part of it fails.
set -eu
umask 077
file=${1:?Please say into which file}
DATABASE_URL=${DATABASE_URL:-$(sed -n 's/^DATABASE_URL=//p' .env | tr -d "\"'")}
begun=$(date -u +%Y-%m-%dT%H:%M:%SZ)
pg_dump --format=custom --no-unlogged-table-data --file="$file.part" "$DATABASE_URL"
# A file that was cut cannot be listed.
pg_restore --list "$file.part" > /dev/null
mv "$file.part" "$file"
npm run --silent backup -- --note "$begun"
