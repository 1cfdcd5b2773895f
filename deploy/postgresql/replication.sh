#!/bin/sh
# Lets standbys of this network follow; run once, when the primary's directory is made.
echo "host replication all samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
