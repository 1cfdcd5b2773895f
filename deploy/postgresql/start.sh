#!/bin/sh
# One of two PostgreSQL servers: the one that PRIMARY names takes what is written, the other one follows it.
# NAME is its own name, PEER the other's.
set -eu

refuse() {
    echo "$NAME does not start: $1" >&2
    sleep 10 # it is started again and again
    exit 1
}

if [ "$NAME" = "$PRIMARY" ]; then
    if [ -e "$PGDATA/standby.signal" ]; then # it followed so far
        (until gosu postgres pg_ctl promote --silent >/dev/null 2>&1; do sleep 1; done) &
    elif [ ! -e "$PGDATA/PG_VERSION" ] && pg_isready --quiet --host "$PEER"; then
        refuse "its volume is empty, but there is data on $PEER; promote that by PRIMARY=$PEER."
    fi
elif [ ! -e "$PGDATA/PG_VERSION" ]; then
    # Copied beside and then renamed: a copy that was cut off begins anew.
    until rm -rf "$PGDATA.new" && pg_basebackup --pgdata "$PGDATA.new" --host "$PEER" --username "$POSTGRES_USER" \
        --write-recovery-conf --checkpoint fast; do
        sleep 2
    done
    mv "$PGDATA.new" "$PGDATA"
elif [ ! -e "$PGDATA/standby.signal" ]; then
    refuse "it was the primary before $PRIMARY; delete its volume, and it follows."
fi
exec docker-entrypoint.sh postgres "$@"
