/**
 * The words of CQL 5.0 that are not names, or not everywhere. All other keywords may be used as names.
 */
import { nativeTypes } from "../../model/index.ts";

function words(text: string): Set<string> {
  return new Set(text.split(" "));
}

function endOr(text: string): ReadonlySet<string> {
  return words(text).add("");
}

/** Never a name without quotes. */
export const reservedWords: ReadonlySet<string> = words(
  "add allow alter and apply asc authorize batch begin by columnfamily create delete desc describe drop entries execute " +
    "from full grant if in index insert into is keyspace limit materialized modify norecursive not null of on or order " +
    "primary rename revoke schema select set table to token truncate unlogged update use using view where with",
);

/** May name a column, but is no function's name unless it is quoted. `count` is both. */
const notFunctions = words("ttl writetime maxwritetime key cast json distinct");

/** Words with a meaning that are names as well; those of types and `notFunctions` come on top. */
const unreserved = words(
  "keys as cluster clustering compact storage tables columnfamilies type types values map list filtering permission " +
    "permissions keyspaces all user users role roles identity superuser superusers nosuperuser login nologin options " +
    "password hashed exists custom trigger contains internals only static frozen tuple function functions aggregate " +
    "aggregates sfunc stype finalfunc initcond returns language called input like per partition group datacenters cidrs " +
    "access default mbean mbeans replace unset masked unmask select_masked vector ann count",
);

export const nativeTypeWords: ReadonlySet<string> = new Set(nativeTypes);
const notTypes = words("cast count distinct json maxwritetime ttl writetime");
/** Refused as names of user types, in the database's own words. */
export const reservedTypes: ReadonlySet<string> = words("byte complex enum interval macaddr bitstring");

export function isUnreservedKeyword(word: string): boolean {
  return unreserved.has(word) || notFunctions.has(word) || nativeTypeWords.has(word);
}

/** Whether a word without quotes may name a function. */
export function isFunctionWord(word: string): boolean {
  return word === "token" || (!reservedWords.has(word) && !notFunctions.has(word));
}

/** Whether a word without quotes may name a user type. */
export function isTypeWord(word: string): boolean {
  return !reservedWords.has(word) && !nativeTypeWords.has(word) && !notTypes.has(word);
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["keyspace", "K_KEYSPACE"],
  ["table", "K_COLUMNFAMILY"],
  ["columnfamilies", "K_TABLES"],
]);

/** Prints an expected word or sign as the database does: `K_FROM`, `')'`. */
export function printExpected(word: string): string {
  return (
    kinds.get(word) ?? (/^[a-z]/.test(word) ? `K_${word.toUpperCase()}` : /^[A-Z]/.test(word) ? word : `'${word}'`)
  );
}

/*
 * The words that the database accepts after a name or a term anywhere in the language; the empty word is the end of the text. Its
 * message for any other word is "no viable alternative", and "mismatched input" for one that is listed but not accepted at
 * that place.
 */
export const afterTerm = endOr(
  ") , ] } : + - * / % .. ; and if using limit per allow group order as asc desc insert update delete apply with primary where",
);

export const afterReference = endOr(
  "( ; json where group order per limit allow using set if with primary as add alter drop rename to from of norecursive",
);

export const afterSelected = endOr(", ) ] } : + - * / % . [ .. ; from as order per limit allow");

export const afterType = endOr(", ) > ; static primary masked language as sfunc stype finalfunc initcond");

/** After the tested column of a relation: none, because the relation has to go on. */
export const afterTested: ReadonlySet<string> = new Set();
