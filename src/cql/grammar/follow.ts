/**
 * The words that the database accepts after a name or a term anywhere in the language; the empty word is the end of the
 * text. Its message for any other word is "no viable alternative", and "mismatched input" for one that is in here but not
 * accepted at that place.
 */
function words(text: string): ReadonlySet<string> {
  return new Set(["", ...text.split(" ")]);
}

export const afterTerm = words(
  ") , ] } : + - * / % .. ; and if using limit per allow group order as asc desc insert update delete apply with primary where",
);

export const afterReference = words(
  "( ; json where group order per limit allow using set if with primary as add alter drop rename to from of norecursive",
);

export const afterSelected = words(", ) ] } : + - * / % . [ .. ; from as order per limit allow");

export const afterType = words(", ) > ; static primary masked language as sfunc stype finalfunc initcond");

/** After the tested column of a relation: none, because the relation has to go on. */
export const afterTested: ReadonlySet<string> = new Set();
