/** Generated terms, as the parser makes them: each is read again as it is printed. */
import fc from "fast-check";
import type { Term } from "../../../src/cql/grammar/index.ts";

/** Plain ones, keywords that may be names, and such that need quotes. */
export const anyName = fc.oneof(
  fc.constantFrom("a", "b2", "key", "ttl", "json", "count", "as", "type", "list", "values", "exists", "timestamp"),
  fc.constantFrom("Upper", "select", 'say "hi"', "ünï", "with space", "token", "1st", "_x"),
);

export const anyFunctionName = fc.constantFrom(
  "now",
  "token",
  "count",
  "max",
  "totimestamp",
  "Odd",
  "select",
  "blob_as_int",
);

export const anyType = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("int", "text", "timestamp", "vector<float, 3>", '"Odd"', "address", 'shop."list"', "'org.x.T'"),
    tie("type")
      .filter((type) => !["int", "text", "timestamp"].includes(type))
      .map((type) => `frozen<${type}>`),
    tie("type").map((type) => `list<${type}>`),
    fc.tuple(tie("type"), tie("type")).map(([key, value]) => `map<${key}, ${value}>`),
    fc.array(tie("type"), { minLength: 1, maxLength: 3 }).map((types) => `tuple<${types.join(", ")}>`),
  ),
})).type;

const anyConstant = fc.oneof(
  fc.string().map((text) => ({ kind: "constant", type: "text", text }) as const),
  fc.bigInt().map((number) => ({ kind: "constant", type: "integer", text: String(number) }) as const),
  fc.constantFrom(
    ...(["1.5", "-2.", "1e10", "-1.5E-3", "NaN", "Infinity", "-Infinity"] as const).map(
      (text) => ({ kind: "constant", type: "float", text }) as const,
    ),
    ...(["true", "FALSE"] as const).map((text) => ({ kind: "constant", type: "boolean", text }) as const),
    ...(["0x", "0XaF01"] as const).map((text) => ({ kind: "constant", type: "blob", text }) as const),
    ...(["1mo2d", "-3h", "P1Y2M", "PT5S", "-P3W", "P2020-01-02T03:04:05"] as const).map(
      (text) => ({ kind: "constant", type: "duration", text }) as const,
    ),
    { kind: "constant", type: "uuid", text: "123e4567-e89b-42d3-a456-426614174000" } as const,
    { kind: "constant", type: "uuid", text: "ABCDEF01-e89b-42d3-a456-426614174000" } as const,
  ),
);

/** Markers are numbered by `numbered`, once the statement is whole. */
export const anyMarker = fc.oneof(
  fc.constant({ kind: "marker", index: 0 } as const),
  anyName.map((name) => ({ kind: "marker", index: 0, name }) as const),
);

const anyOperator = fc.constantFrom("+", "-", "*", "/", "%");

/** Functions that look at how columns are stored, and `count(*)`. */
const ofSelection: fc.Arbitrary<Term>[] = [
  fc.constant({ kind: "call", keyspace: undefined, name: "count", arguments: [{ kind: "star" }] }),
  fc.tuple(fc.constantFrom("writetime", "ttl", "maxwritetime"), anyName).map(([name, column]) => ({
    kind: "call",
    name,
    arguments: [{ kind: "column", name: column }],
  })),
];

interface Terms {
  term: Term;
  simple: Term;
  operand: Term;
}

/** As an operand, a term stands without parentheses around it; and `(a)[1]` is a list of the type `a`. */
function isOperand(term: Term): boolean {
  return term.kind !== "tuple" || term.items.length !== 1;
}

function terms(isSelection: boolean): fc.LetrecValue<Terms> {
  const depth = fc.createDepthIdentifier();
  return fc.letrec<Terms>((tie: fc.LetrecTypedTie<Terms>): fc.LetrecValue<Terms> => {
    const several = (minLength = 0): fc.Arbitrary<Term[]> => fc.array(tie("term"), { minLength, maxLength: 3 });
    const pair = fc.tuple(tie("term"), tie("term"));
    const entries = fc.array(pair, { minLength: 1, maxLength: 3 });
    const fields = fc.array(fc.tuple(anyName, tie("term")), { minLength: 1, maxLength: 3 });
    const leaf: fc.Arbitrary<Term>[] = [
      anyConstant,
      anyMarker,
      fc.constant({ kind: "null" }),
      ...(isSelection ? [anyName.map((name): Term => ({ kind: "column", name }))] : []),
    ];
    const simple: fc.Arbitrary<Term>[] = [
      ...leaf,
      several().map((items) => ({ kind: "list", items })),
      several().map((items) => ({ kind: "set", items })),
      several(1).map((items) => ({ kind: "tuple", items })),
      entries
        .filter((all) => !all.every(([key]) => key.kind === "column"))
        .map((all) => ({ kind: "map", entries: all })),
      fields.map((all) => ({ kind: "record", fields: all })),
      fc
        .tuple(fc.option(anyName, { nil: undefined }), anyFunctionName, several())
        .map(([keyspace, name, all]) => ({ kind: "call", keyspace, name, arguments: all })),
      fc
        .tuple(isSelection ? tie("term") : tie("simple"), fc.constantFrom("int", "timestamp"))
        .map(([of, type]) => ({ kind: "cast", of, type })),
      fc.tuple(tie("simple"), anyType).map(([of, type]) => ({ kind: "hint", of, type })),
      ...(isSelection ? ofSelection : []),
    ];
    const parts: fc.Arbitrary<Term>[] = isSelection
      ? [
          fc.tuple(tie("operand"), anyName).map(([of, field]) => ({ kind: "field", of, field })),
          fc.tuple(tie("operand").filter(isOperand), anyValue).map(([of, at]) => ({ kind: "element", of, at })),
          fc
            .tuple(tie("operand").filter(isOperand), anyBounds)
            .map(([of, bounds]) => ({ kind: "slice", of, ...bounds })),
        ]
      : [];
    const operation = fc
      .tuple(anyOperator, tie("term").filter(isOperand), tie("term").filter(isOperand))
      .map(([operator, left, right]): Term => ({ kind: "operation", operator, left, right }));
    const negation = tie("term")
      .filter(isOperand)
      .map((of): Term => ({ kind: "negation", of }));
    return {
      simple: fc.oneof({ maxDepth: 3, depthIdentifier: depth }, ...simple),
      operand: fc.oneof({ maxDepth: 3, depthIdentifier: depth }, tie("simple"), ...parts),
      term: fc.oneof({ maxDepth: 3, depthIdentifier: depth }, tie("operand"), operation, negation),
    };
  });
}

export const anyValue: fc.Arbitrary<Term> = terms(false).term;
const anyBounds = fc.oneof(
  fc.record({ from: anyValue, to: anyValue }),
  fc.record({ from: anyValue, to: fc.constant(undefined) }),
  fc.record({ from: fc.constant(undefined), to: anyValue }),
);
export const anySelected: fc.Arbitrary<Term> = terms(true).term;

/** The same with its markers counted, in the order in which they are printed. */
export function numbered<Node>(node: Node): Node {
  let count = 0;
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== "object" || part instanceof Map) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, visit(value)]));
    return copy["kind"] === "marker" ? { ...copy, index: count++ } : copy;
  };
  return visit(node) as Node;
}
