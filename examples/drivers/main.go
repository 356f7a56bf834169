package main

import (
	"fmt"
	"log"
	"os"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

func main() {
	cluster := gocql.NewCluster("127.0.0.1:9042")
	cluster.Keyspace = "shop"
	cluster.Authenticator = gocql.PasswordAuthenticator{
		Username: os.Getenv("COLONNADE_USERNAME"),
		Password: os.Getenv("COLONNADE_PASSWORD"),
	}
	session, err := cluster.CreateSession()
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	if err := session.Query("INSERT INTO products (id, name) VALUES (?, ?)", 2, "Gripper").Exec(); err != nil {
		log.Fatal(err)
	}
	var name string
	if err := session.Query("SELECT name FROM products WHERE id = ?", 2).Scan(&name); err != nil {
		log.Fatal(err)
	}
	fmt.Println(name)
}
