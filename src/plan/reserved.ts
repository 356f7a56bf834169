/** Names that the generated modules import from the runtime as types. */
const runtimeTypes = [
  ...["Applied", "Bound", "Branded", "Changeable", "Codec", "FindOptions", "Flag", "IncrementOptions", "Indexed"],
  ...[
    "Inserted",
    "InsertOptions",
    "Match",
    "ObjectBound",
    "ObjectIndexed",
    "ObjectMatch",
    "OrderedFindOptions",
    "ReadOptions",
  ],
  ...["RemoveOptions", "Rows", "Selected", "Session", "StaticOptions", "Table", "Updated", "UpdateOptions"],
  ...["EitherSchema", "Nullable", "Optional", "RowSchema", "Value", "WriteSchema"],
];

/** Types of every platform that the generated modules use. */
const platformTypes = ["Date", "Map", "NonNullable", "Pick", "Promise", "ReadonlyMap", "Uint8Array"];

/** What no import can be called, though a module may export it: `export { money as default }`. */
export const reservedWords: readonly string[] = [
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else"],
  ...["enum", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in"],
  ...["instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static"],
  ...["super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
];

/** Types that nobody should shadow, though the modules do without them. */
const confusing = ["Array", "Boolean", "Error", "Function", "Number", "Object", "Record", "Set", "String", "Symbol"];

/** What a user type cannot be called in TypeScript. */
export const reservedTypes: ReadonlySet<string> = new Set([...runtimeTypes, ...platformTypes, ...confusing]);

/** What the generated modules import from the runtime as values: codecs, functions, and makers of codecs and validators. */
export const reservedValues: readonly string[] = [
  ...["ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double", "duration", "float", "inet", "int"],
  ...["smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint"],
  ...["branded", "custom", "frozen", "list", "map", "set", "tuple", "userType", "vector"],
  ...["find", "get", "increment", "insert", "readIndexed", "readStatic", "remove", "scan", "update"],
  ...[
    "absent",
    "amountCounter",
    "eitherSchema",
    "notEmpty",
    "nullable",
    "optional",
    "rowSchema",
    "validatorOf",
    "writeSchema",
  ],
];
