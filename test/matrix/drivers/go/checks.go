// What the Go driver does, check by check: prints `ok NAME`, or `not ok NAME: REASON`.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"gopkg.in/inf.v0"
)

type typeCase struct {
	Name, Type, Position, Literal, Read, Write string
	Verify                                     []string
}

type plan struct {
	Keyspace string
	Features []string
	Cases    []typeCase
}

func open(keyspace, password string) (*gocql.Session, error) {
	cluster := gocql.NewCluster("127.0.0.1")
	cluster.Port, _ = strconv.Atoi(os.Getenv("CQL_PORT"))
	cluster.Keyspace = keyspace
	cluster.Consistency = gocql.LocalOne
	cluster.Timeout = 10 * time.Second
	cluster.Authenticator = gocql.PasswordAuthenticator{Username: os.Getenv("COLONNADE_USERNAME"), Password: password}
	return cluster.CreateSession()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func opened(keyspace string) *gocql.Session {
	session, err := open(keyspace, os.Getenv("COLONNADE_PASSWORD"))
	must(err)
	return session
}

func check(name string, run func()) {
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Printf("not ok %s: %s\n", name, strings.Join(strings.Fields(fmt.Sprint(reason)), " "))
			return
		}
		fmt.Printf("ok %s\n", name)
	}()
	run()
}

func equal(found, expected any) {
	if !reflect.DeepEqual(found, expected) {
		panic(fmt.Sprintf("%#v instead of %#v", found, expected))
	}
}

func integer(text string) *big.Int {
	value, _ := new(big.Int).SetString(text, 10)
	return value
}

func id(text string) gocql.UUID {
	value, err := gocql.ParseUUID(text)
	must(err)
	return value
}

// What the driver makes of the first value of each type.
var values = map[string]any{
	"ascii":     "a",
	"bigint":    int64(math.MinInt64),
	"blob":      []byte{0},
	"boolean":   false,
	"date":      time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC),
	"decimal":   inf.NewDec(-150, 2),
	"double":    -0.1,
	"duration":  gocql.Duration{Months: 1, Days: 2, Nanoseconds: 3},
	"float":     float32(-0.5),
	"int":       math.MinInt32,
	"smallint":  int16(math.MinInt16),
	"text":      "Ann",
	"time":      time.Duration(0),
	"timestamp": time.Date(1969, 12, 31, 23, 59, 59, 999000000, time.UTC),
	"timeuuid":  id("50554d6e-29bb-11e5-b345-feff819cdc9f"),
	"tinyint":   int8(-128),
	"uuid":      id("00000000-0000-4000-8000-000000000001"),
	"varchar":   "a",
	"varint":    integer("-123456789012345678901234567890"),
}

// A map of Go cannot have these as keys.
func isImpossible(one typeCase) bool {
	return one.Position == "map key" && slices.Contains([]string{"blob", "inet"}, one.Type)
}

// Reads the only value. Of a tuple these are its parts, which the driver returns one by one, and can only bind so.
func readValue(session *gocql.Session, query string) []any {
	iterator := session.Query(query).Iter()
	data, err := iterator.RowData()
	must(err)
	if !iterator.Scan(data.Values...) {
		must(iterator.Close())
		panic("no row")
	}
	must(iterator.Close())
	parts := []any{}
	for _, value := range data.Values {
		parts = append(parts, reflect.ValueOf(value).Elem().Interface())
	}
	return parts
}

func readText(session *gocql.Session, query string) (text string) {
	must(session.Query(query).Scan(&text))
	return text
}

func checkType(session *gocql.Session, one typeCase) {
	must(session.Query(one.Literal).Exec())
	value := readValue(session, one.Read)
	if expected, known := values[one.Type]; known && one.Position == "column" {
		equal(value[0], expected)
	}
	if one.Position == "tuple with a null" {
		value[1], value[2] = nil, nil
	}
	write := one.Write
	if len(value) > 1 {
		write = strings.Replace(write, "?", "(?, ?, ?)", 1)
	}
	must(session.Query(write, value...).Exec())
	equal(readText(session, one.Verify[1]), readText(session, one.Verify[0]))
}

func checkPaging(session *gocql.Session) {
	for number := range 25 {
		must(session.Query("INSERT INTO paged (p, c) VALUES (?, ?)", number%2, number).Exec())
	}
	found, c := []int{}, 0
	iterator := session.Query("SELECT c FROM paged").PageSize(4).Iter()
	for iterator.Scan(&c) {
		found = append(found, c)
	}
	must(iterator.Close())
	slices.Sort(found)
	equal([]any{len(found), found[0], found[24]}, []any{25, 0, 24})
	const query = "SELECT c FROM paged WHERE p = ? ORDER BY c DESC"
	state := session.Query(query, 1).PageSize(5).PageState(nil).Iter().PageState()
	iterator = session.Query(query, 1).PageSize(5).PageState(state).Iter()
	found = []int{}
	for iterator.Scan(&c) {
		found = append(found, c)
	}
	must(iterator.Close())
	equal(found, []int{13, 11, 9, 7, 5})
}

func checkBatches(session *gocql.Session) {
	batch := session.Batch(gocql.LoggedBatch)
	batch.Query("INSERT INTO items (id, name) VALUES (?, ?)", 10, "ten")
	batch.Query("INSERT INTO items (id, name) VALUES (11, 'eleven')")
	must(batch.Exec())
	var count, n int64
	must(session.Query("SELECT count(*) FROM items WHERE id IN (10, 11)").Scan(&count))
	equal(count, int64(2))
	counters := session.Batch(gocql.CounterBatch)
	counters.Query("UPDATE counts SET n = n + ? WHERE id = ?", 5, 1)
	counters.Query("UPDATE counts SET n = n - 2 WHERE id = 1")
	must(counters.Exec())
	must(session.Query("SELECT n FROM counts WHERE id = 1").Scan(&n))
	equal(n, int64(3))
}

func checkConditions(session *gocql.Session) {
	const insert = "INSERT INTO items (id, name) VALUES (?, ?) IF NOT EXISTS"
	apply := func(query string, values ...any) (bool, map[string]any) {
		before := map[string]any{}
		applied, err := session.Query(query, values...).MapScanCAS(before)
		must(err)
		return applied, before
	}
	applied, _ := apply(insert, 20, "first")
	equal(applied, true)
	applied, before := apply(insert, 20, "second")
	equal([]any{applied, before["name"]}, []any{false, "first"})
	applied, _ = apply("UPDATE items SET name = ? WHERE id = 20 IF name = ?", "third", "first")
	equal(applied, true)
	applied, _ = apply("DELETE FROM items WHERE id = 21 IF EXISTS")
	equal(applied, false)
}

func checkMetadata(session *gocql.Session) {
	keyspace, err := session.KeyspaceMetadata("features")
	must(err)
	table := keyspace.Tables["paged"]
	equal(table.PartitionKey[0].Name, "p")
	equal(table.ClusteringColumns[0].Name, "c")
	equal(table.ClusteringColumns[0].Order, gocql.DESC)
	equal(keyspace.UserTypes["address"].FieldNames, []string{"street", "number"})
}

func checkEvents(session *gocql.Session) {
	other := opened("features")
	defer other.Close()
	_, err := session.KeyspaceMetadata("features")
	must(err)
	must(other.Query("CREATE TABLE made_elsewhere (id int PRIMARY KEY)").Exec())
	for range 100 {
		keyspace, err := session.KeyspaceMetadata("features")
		must(err)
		if keyspace.Tables["made_elsewhere"] != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	panic("the table of another client is not in the metadata")
}

func checkAlter(session *gocql.Session) {
	read := func() map[string]any {
		row := map[string]any{}
		must(session.Query("SELECT * FROM altered WHERE id = ?", 1).MapScan(row))
		return row
	}
	must(session.Query("INSERT INTO altered (id, a) VALUES (1, 'one')").Exec())
	equal(read(), map[string]any{"id": 1, "a": "one"})
	must(session.Query("ALTER TABLE altered ADD b int").Exec())
	must(session.Query("UPDATE altered SET b = 2 WHERE id = 1").Exec())
	equal(read(), map[string]any{"id": 1, "a": "one", "b": 2})
	must(session.Query("DROP TABLE altered").Exec())
	must(session.Query("CREATE TABLE altered (id int PRIMARY KEY, a text)").Exec())
	must(session.Query("INSERT INTO altered (id, a) VALUES (1, 'new')").Exec())
	equal(read(), map[string]any{"id": 1, "a": "new"})
}

func checkPassword(*gocql.Session) {
	session, err := open("features", "wrong")
	if err == nil {
		session.Close()
		panic("a wrong password is accepted")
	}
}

func checkTimes(session *gocql.Session) {
	const insert = "INSERT INTO items (id, name) VALUES (?, ?) USING TTL ? AND TIMESTAMP ?"
	const query = "SELECT name, ttl(name), writetime(name) FROM items WHERE id = 30"
	var name string
	var left int
	var written int64
	must(session.Query(insert, 30, "old", 1000, 5_000_000).Exec())
	must(session.Query("DELETE FROM items USING TIMESTAMP 4000000 WHERE id = 30").Exec())
	must(session.Query(query).Scan(&name, &left, &written))
	equal([]any{name, left > 990, written}, []any{"old", true, int64(5_000_000)})
	must(session.Query("DELETE FROM items WHERE id = 30").Exec())
	must(session.Query(insert, 30, "older", 1000, 6_000_000).Exec())
	equal(session.Query(query).Scan(&name, &left, &written), gocql.ErrNotFound)
}

func checkErrors(session *gocql.Session) {
	err := session.Query("SELECT nothing FROM items").Exec()
	var refusal gocql.RequestError
	if !errors.As(err, &refusal) || refusal.Code() != gocql.ErrCodeInvalid {
		panic(fmt.Sprintf("%v is not an invalid request", err))
	}
	var existing *gocql.RequestErrAlreadyExists
	if err = session.Query("CREATE TABLE items (id int PRIMARY KEY)").Exec(); !errors.As(err, &existing) {
		panic(fmt.Sprintf("%v is not an existing table", err))
	}
}

func main() {
	var given plan
	text, err := os.ReadFile(os.Getenv("CASES"))
	must(err)
	must(json.Unmarshal(text, &given))
	session := opened("")
	for _, statement := range given.Features {
		must(session.Query(statement).Exec())
	}
	session.Close()
	session = opened(given.Keyspace)
	for _, one := range given.Cases {
		if !isImpossible(one) {
			check(one.Name, func() { checkType(session, one) })
		}
	}
	session.Close()
	session = opened("features")
	defer session.Close()
	for _, feature := range []struct {
		name string
		run  func(*gocql.Session)
	}{
		{"paging", checkPaging},
		{"batches", checkBatches},
		{"conditions", checkConditions},
		{"schema metadata", checkMetadata},
		{"schema events", checkEvents},
		{"prepared statements after ALTER and DROP", checkAlter},
		{"a wrong password", checkPassword},
		{"TTL and timestamps", checkTimes},
		{"errors", checkErrors},
	} {
		check(feature.name, func() { feature.run(session) })
	}
}
