/**
 * What the database accepts after a name or a term wherever in the language that is, the end of the text being the empty
 * word. Anything else it has no viable alternative for; what is in here, but not at that place, it calls mismatched.
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

/** Of what has to go on. */
export const afterTested: ReadonlySet<string> = new Set();
