import os

from cassandra.auth import PlainTextAuthProvider
from cassandra.cluster import Cluster

login = PlainTextAuthProvider(os.environ["COLONNADE_USERNAME"], os.environ["COLONNADE_PASSWORD"])
with Cluster(["127.0.0.1"], port=9042, auth_provider=login) as cluster:
    session = cluster.connect("shop")
    insert = session.prepare("INSERT INTO products (id, name) VALUES (?, ?)")
    session.execute(insert, [2, "Gripper"])
    print(session.execute("SELECT name FROM products WHERE id = %s", [2]).one().name)
