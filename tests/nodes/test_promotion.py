"""A standby that is promoted goes on for all nodes: nothing is taken for what it is not, no work is lost."""

from __future__ import annotations

import socket
from contextlib import closing

from sqlalchemy import update
from sqlalchemy.engine import make_url

from soupis.store.documents import Documents
from soupis.store.engine import open_engine, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company_document
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.test_following import change_documents, differences
from tests.support.cut import Cuttable
from tests.support.standby import Standby

LOST, KEPT, SILENT = b'{"lost":true}', b'{"kept":true}', b'{"without":"line"}'


def test_a_promoted_standby_is_continued_by_who_is_not_ahead_of_it_and_copied_by_who_is(
    make_node: MakeNode, record: str
) -> None:
    database = make_url(record).database
    assert database is not None
    leads_to = [f"{make_url(record).query['host']}/.s.PGSQL.5432"]

    def connect() -> socket.socket:
        far = socket.socket(socket.AF_UNIX)
        far.connect(leads_to[0])
        return far

    with Cuttable(connect) as network, Standby(record) as standby:
        url = make_url(record).set(host="127.0.0.1", port=network.port, query={})
        address = url.render_as_string(hide_password=False)
        ahead, behind = make_node("ahead", database_url=address), make_node("behind", database_url=address)
        follow(ahead)
        with Documents(ahead.documents_path) as documents:
            lost, kept, silent = documents.icos(0, 10**8, 3)
        change_documents(ahead.engine, [kept], KEPT)
        with closing(LookupQueue(record)) as queue:
            queue.ask([kept])
        follow(ahead)
        follow(behind)
        standby.wait_for(database)
        standby.stop()
        change_documents(ahead.engine, [lost], LOST)  # which the standby never gets
        follow(ahead)
        network.cut()  # the primary is gone for ever
        standby.start(alone=True)
        standby.promote()
        leads_to[0] = standby.socket
        network.join()
        promoted = open_engine(standby.address(database))
        with writing(promoted) as connection:  # without a line in the log: only a copy of all brings it
            rows = update(company_document).where(company_document.c.ico == silent)
            connection.execute(rows.values(detail=SILENT))
        change_documents(promoted, [kept], b'{"after":true}')
        for node in (ahead, behind):
            follow(node)
            with Documents(node.documents_path) as documents:
                after, without, never = map(documents.company, (kept, silent, lost))
                assert after and without and never
                assert after.body == b'{"after":true}'
                assert never.body != LOST
                assert (without.body == SILENT) == (node is ahead)
        assert not differences(ahead)
        with closing(LookupQueue(standby.address(database))) as queue:
            assert queue.due(10) == [kept]
        promoted.dispose()
