"""What the Python driver does, check by check: prints `ok NAME`, or `not ok NAME: REASON`."""
import datetime
import decimal
import json
import os
import threading
import traceback
import uuid

from cassandra import AlreadyExists, InvalidRequest
from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile, NoHostAvailable
from cassandra.policies import WhiteListRoundRobinPolicy
from cassandra.query import BatchStatement, BatchType, SimpleStatement
from cassandra.util import Date, Duration, Time


def open_cluster(password=os.environ["COLONNADE_PASSWORD"]):
    profile = ExecutionProfile(load_balancing_policy=WhiteListRoundRobinPolicy(["127.0.0.1"]))
    return Cluster(
        ["127.0.0.1"],
        port=int(os.environ["CQL_PORT"]),
        auth_provider=PlainTextAuthProvider(os.environ["COLONNADE_USERNAME"], password),
        execution_profiles={EXEC_PROFILE_DEFAULT: profile},
    )


def check(name, run):
    try:
        run()
        print(f"ok {name}", flush=True)
    except Exception as error:
        reason = " ".join(str(error).split()) or traceback.format_exc().splitlines()[-2].strip()
        print(f"not ok {name}: {type(error).__name__} {reason}", flush=True)


def equal(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"


# What the driver makes of the first value of each type.
values = {
    "ascii": "a",
    "bigint": -(2**63),
    "blob": b"\x00",
    "boolean": False,
    "date": Date(datetime.date(1969, 12, 31)),
    "decimal": decimal.Decimal("-1.50"),
    "double": -0.1,
    "duration": Duration(1, 2, 3),
    "float": -0.5,
    "inet": "127.0.0.1",
    "int": -(2**31),
    "smallint": -(2**15),
    "text": "Ann",
    "time": Time(0),
    "timestamp": datetime.datetime(1969, 12, 31, 23, 59, 59, 999000),
    "timeuuid": uuid.UUID("50554d6e-29bb-11e5-b345-feff819cdc9f"),
    "tinyint": -128,
    "uuid": uuid.UUID("00000000-0000-4000-8000-000000000001"),
    "varchar": "a",
    "varint": -123456789012345678901234567890,
}


def check_type(case):
    session.execute(case["literal"])
    read = session.prepare(case["read"])
    value = session.execute(read).one().v
    if case["position"] == "column":
        equal(value, values[case["type"]])
    session.execute(session.prepare(case["write"]), [value])
    first, second = (session.execute(query).one().j for query in case["verify"])
    equal(second, first)


def check_paging():
    insert = session.prepare("INSERT INTO paged (p, c) VALUES (?, ?)")
    for number in range(25):
        session.execute(insert, [number % 2, number])
    rows = session.execute(SimpleStatement("SELECT p, c FROM paged", fetch_size=4))
    equal(len(rows.current_rows), 4)
    equal(sorted(row.c for row in rows), list(range(25)))
    query = session.prepare("SELECT c FROM paged WHERE p = ? ORDER BY c DESC")
    query.fetch_size = 5
    first = session.execute(query, [1])
    again = session.execute(query, [1], paging_state=first.paging_state)
    equal([row.c for row in again.current_rows], [13, 11, 9, 7, 5])


def check_batches():
    insert = session.prepare("INSERT INTO items (id, name) VALUES (?, ?)")
    batch = BatchStatement(BatchType.LOGGED)
    batch.add(insert, [10, "ten"])
    batch.add(SimpleStatement("INSERT INTO items (id, name) VALUES (%s, %s)"), (11, "eleven"))
    session.execute(batch)
    equal(sorted(row.name for row in session.execute("SELECT name FROM items WHERE id IN (10, 11)")), ["eleven", "ten"])
    counters = BatchStatement(BatchType.COUNTER)
    counters.add(session.prepare("UPDATE counts SET n = n + ? WHERE id = ?"), [5, 1])
    counters.add(SimpleStatement("UPDATE counts SET n = n - 2 WHERE id = 1"))
    session.execute(counters)
    equal(session.execute("SELECT n FROM counts WHERE id = 1").one().n, 3)


def check_conditions():
    insert = session.prepare("INSERT INTO items (id, name) VALUES (?, ?) IF NOT EXISTS")
    equal(session.execute(insert, [20, "first"]).was_applied, True)
    second = session.execute(insert, [20, "second"])
    equal((second.was_applied, second.one().name), (False, "first"))
    update = session.prepare("UPDATE items SET name = ? WHERE id = 20 IF name = ?")
    equal(session.execute(update, ["third", "first"]).was_applied, True)
    equal(session.execute("DELETE FROM items WHERE id = 21 IF EXISTS").was_applied, False)


def check_metadata():
    session.execute("CREATE INDEX IF NOT EXISTS items_by_name ON items (name)")
    cluster.refresh_schema_metadata()
    keyspace = cluster.metadata.keyspaces["features"]
    table = keyspace.tables["paged"]
    equal([column.name for column in table.primary_key], ["p", "c"])
    equal(table.columns["c"].cql_type, "int")
    equal(table.clustering_key[0].is_reversed, True)
    equal(list(keyspace.tables["items"].indexes), ["items_by_name"])
    equal(keyspace.user_types["address"].field_names, ["street", "number"])
    text = table.export_as_string()
    assert "CREATE TABLE features.paged" in text and "CLUSTERING ORDER BY (c DESC)" in text, text
    session.execute(table.as_cql_query().replace("features.paged", "features.paged_again"))


def check_events():
    seen = threading.Event()
    with open_cluster() as other:
        other.connect().execute("CREATE TABLE features.made_elsewhere (id int PRIMARY KEY)")
    for _ in range(100):
        if "made_elsewhere" in cluster.metadata.keyspaces["features"].tables:
            return
        seen.wait(0.1)
    raise AssertionError("the table of another client is not in the metadata")


def check_alter():
    select = session.prepare("SELECT * FROM altered WHERE id = ?")
    session.execute("INSERT INTO altered (id, a) VALUES (1, 'one')")
    equal(session.execute(select, [1]).one()._fields, ("id", "a"))
    session.execute("ALTER TABLE altered ADD b int")
    session.execute("UPDATE altered SET b = 2 WHERE id = 1")
    equal(tuple(session.execute(select, [1]).one()), (1, "one", 2))
    # A table of the same name is another one: the statement is prepared again.
    session.execute("DROP TABLE altered")
    session.execute("CREATE TABLE altered (id int PRIMARY KEY, a text)")
    session.execute("INSERT INTO altered (id, a) VALUES (1, 'new')")
    equal(tuple(session.execute(select, [1]).one()), (1, "new"))


def check_password():
    try:
        with open_cluster("wrong") as other:
            other.connect()
    except NoHostAvailable as error:
        assert "Bad credentials" in str(error) or "incorrect" in str(error), str(error)
        return
    raise AssertionError("a wrong password is accepted")


def check_times():
    insert = session.prepare("INSERT INTO items (id, name) VALUES (?, ?) USING TTL ? AND TIMESTAMP ?")
    session.execute(insert, [30, "old", 1000, 5_000_000])
    row = session.execute("SELECT ttl(name) AS left, writetime(name) AS written FROM items WHERE id = 30").one()
    assert 990 < row.left <= 1000, row
    equal(row.written, 5_000_000)
    session.execute("DELETE FROM items USING TIMESTAMP 4000000 WHERE id = 30")
    equal(session.execute("SELECT name FROM items WHERE id = 30").one().name, "old")
    session.execute("DELETE FROM items WHERE id = 30")
    session.execute(insert, [30, "older", 1000, 6_000_000])
    equal(session.execute("SELECT name FROM items WHERE id = 30").one(), None)


def check_errors():
    for statement, error, words in [
        ("SELECT nothing FROM items", InvalidRequest, "Undefined column name nothing"),
        ("CREATE TABLE items (id int PRIMARY KEY)", AlreadyExists, "items"),
    ]:
        try:
            session.execute(statement)
            raise AssertionError(f"{statement} is accepted")
        except error as refusal:
            assert words in str(refusal), str(refusal)


with open(os.environ["CASES"], encoding="utf8") as file:
    plan = json.load(file)
cluster = open_cluster()
session = cluster.connect()
for statement in plan["features"]:
    session.execute(statement)
session.set_keyspace(plan["keyspace"])
for case in plan["cases"]:
    check(case["name"], lambda case=case: check_type(case))
session.set_keyspace("features")
for name, run in {
    "paging": check_paging,
    "batches": check_batches,
    "conditions": check_conditions,
    "schema metadata": check_metadata,
    "schema events": check_events,
    "prepared statements after ALTER and DROP": check_alter,
    "a wrong password": check_password,
    "TTL and timestamps": check_times,
    "errors": check_errors,
}.items():
    check(name, run)
cluster.shutdown()
