/**
 * Generated clients send up to 50 aliased writes in a document, about 2,000 lexemes; real ones are 4 or 5 deep, but types nest
 * up to 32 deep, below the three levels of a row.
 */
export const limits = {
  tokens: 15_000,
  depth: 40,
  /** Nested brackets: forty levels with their fragments, the arguments of a field and a value in them. */
  nesting: 200,
  rootFields: 500,
  /** Fragments in selections; also outermost fields with the fragments on the way to them. */
  spreads: 2000,
  /** Fields of all selections together: fifty reads of a hundred columns. */
  fields: 5000,
  /** Fields about types; the longest query of a known client has 60. */
  introspection: 200,
  /** Fields of one selection that share a name: validation compares each with each. */
  sameName: 50,
  arguments: 50,
  /** Items of a list in the text; variables may have more. */
  items: 5000,
  /** Members of an object in the text; variables may have more. */
  members: 2000,
  variables: 1000,
  /** Places where variables are used. */
  variableUses: 3000,
  comments: 5000,
  /** Blanks and commas: each level of an indented document takes two in every line. */
  blanks: 400_000,
  /** Characters of a name; the API name of a column has at most 2,000. */
  name: 5000,
  /** Characters of a number. As text, and in variables, it may have more. */
  number: 5000,
  fragments: 64,
  directives: 50,
  errors: 10,
  /** Characters of a document whose errors suggest names: comparing long names takes long. */
  suggestions: 10_000,
  /** Values in the rows of one document, all columns of a row counted: printing them takes about a quarter of a second. */
  values: 50_000,
  /** The same if graphql-js prints them, which takes three times as long and blocks for a whole field. */
  plainValues: 15_000,
  /** Items of an `in`. */
  inItems: 1000,
  /** Keys in all selections of a request. An empty partition takes 0.2 ms, mostly outside the event loop. @see ReadLimits */
  combinations: 10_000,
  /** Rows and index entries; one longer than a kilobyte counts once per kilobyte. */
  entries: 100_000,
  /** Bytes of the values of a document, aliases counted: reading and printing them takes up to 60 ms, in one turn. */
  bytes: 3_000_000,
} as const;
