/** Phrases that must not come back, each with a better wording: public texts and comments use plain technical English. */
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";

/** What a text must not contain → what to write instead. Matched within a line, in any letter case. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was) no (?:PEM|JSON|UTF-8)\b/i, "not valid PEM, not valid JSON"],
  [
    /\b(?:is|are|be) no (?:[a-z]+ )?(?:address|list|type|name|word|error|mistake|source|definition|config file)\b/i,
    "is not a valid X",
  ],
  [/\ban address that is none\b|\bwhen the address is none\b/i, "not a valid address"],
  [
    /\b(?:is|are|was|were) that is there\b|\b(?:file|table|type|row|one|those|what) that (?:is|are) there\b/i,
    "existing",
  ],
  [/\bwhat is there\b|\ball that is there\b/i, "the existing files, existing objects"],
  [/\bis not there\b/i, "does not exist, is missing"],
  [/\bleave --?[a-z]+ away\b/i, "omit --flag"],
  [/\botherwise than\b|\bcalled otherwise\b/i, "differently, with a different name"],
  [/\bin comes?\b.*\bout (?:goes?|comes?)\b/i, "Takes X and returns Y"],
  [/^[\s/*]*in comes?\b/i, "Takes X and returns Y"],
  [/\bout goe?s?\b(?! of)/i, "returns"],
  [/\bcode of before\b|\bbindings of before\b|\bname of before\b/i, "old code, old bindings, the old name"],
  [/\bno more than it\b|\b(?:is|are) no more\b/i, "dropped, removed, no longer exists"],
  [/\bneeded no more\b|\bnothing needs (?:it )?any ?more\b/i, "no longer needed"],
  [/\bpass phrase\b/i, "passphrase"],
  [
    /\bcertificates? to believe\b|\bthat Node believes\b|\bbelieves? any certificate\b/i,
    "trusted certificates, that Node trusts",
  ],
  [/\bcertificate of (?:yours|one's own)\b/i, "client certificate"],
  [/\bspeaks? TLS with\b/i, "connects with TLS"],
  [/\bslip of the (?:hand|pen)\b/i, "typo"],
  [/\bdefinitions? do(?:es)? not hold\b|\bno definition can hold\b/i, "a definition cannot express"],
  [/\bwith the way round\b|\bthe way round it\b/i, "with a workaround"],
  [/\bthe other way round\b/i, "in reverse order, vice versa"],
  [/\bcapitals count\b|\bletter case counts\b/i, "Names are case-sensitive."],
  [/\bcounts more\b/i, "wins, beats"],
  [/\bwhat every object has\b/i, "names that every JavaScript object has"],
  [/\bmend(?:s|ed|ing)?(?![a-z])/i, "fix"],
  [/\bthings? (?:created|told|that is told)\b/i, "2 tables, 1 index created"],
  [/\bnever sends anything twice\b/i, "Does not retry."],
  [/\bserve`? is the service\b/i, "runs the service"],
  [/\btalk goes to\b|\bTalk to stderr\b/i, "messages go to stderr"],
  [/\bmakes? up a (?:user(?! type)|password)\b|\ba user made up\b/i, "creates a user"],
  [/\bnobody (?:tells|vouches|speaks|answers)\b/i, "X is unknown, is not trusted, does not respond"],
  [/\bof somebody's own\b|\bof one's own\b/i, "your own, private"],
  [/\bask(?:s|ed)? (?:a|the) cluster\b/i, "reads the cluster"],
  [/\bvanish(?:es)? (?:sooner|after|unless)\b/i, "expires"],
  [/\bchanged definitions break\b/i, "definition changes would break"],
  [/\bhow to let the others in\b/i, "a function that releases the lock"],
  [/\bwhat became of\b|\bwhat becomes of\b/i, "the outcome of"],
  [/\bwhat came of\b|\bcame to nothing\b|\bcomes of that\b/i, "the result of, failed"],
  [/\bcomes? before the environment\b/i, "Flags override environment variables, which override the config file."],
  [/\bof the processor\b/i, "uses half the CPU of"],
  [/\bthere is no (?:command|flag|member)\b/i, "unknown command"],
  [/\bdo not go together\b|\bare two forms of the same\b/i, "cannot be combined"],
  [/\bsomebody\b/i, "someone"],
  [
    /\bso many (?:[a-z]+ )?(?:rows?|writes?|entries|bytes|attempts|requests|milliseconds)\b|\/\*\* So many\b/i,
    "the number of, the most",
  ],
  [/\bthe Go server of the same family\b/i, "cassandra-data-apis"],
  [/\bto begin with have\b/i, "N of the seed rows are invalid"],
  [/\bchance comes from\b/i, "Randomness is seeded."],
  [/\brule that hits counts\b/i, "The first matching rule applies."],
  [/\bneeds nothing from elsewhere\b/i, "is self-contained"],
  [/\bunless their line says\b/i, "unless marked otherwise"],
  [/\bbesides that of\b|\bin place of the created\b/i, "in addition to, instead of"],
  [/\bpages get shorter\b|\bto keep to it\b/i, "to stay within it"],
  [/\b(?:cluster|replicas?|node) is away\b/i, "is unavailable, is down"],
  [/\ball (?:\w+ )?but those of\b/i, "all X except Y"],
  [/\bpassword as text\b/i, "a literal password"],
  [/\bcompares? the other way\b/i, "swaps the two"],
  [/\bhas several spellings\b/i, "Values are normalized when they are read."],
  [/\buntil a day that has passed\b/i, "has expired"],
  [/\bcreate a token failed\b/i, "login failed"],
  [/"it has none"/, "name what has none"],
  [/\bis told of\b|\bare told of\b/i, "is called for, gets"],
  [/^\s*(?:\/\*\*|\*|\/\/) Of\b/, "begin with the noun: the keyspace of names without one"],
];

/** British spellings. `cql-behaviour` is the name of a capture. */
const british = new RegExp(
  [
    "(?<!cql-)behaviour|(?:col|fav|hon|lab|neighb|flav)our(?!ier)|licence|offence|defence|artefact|judgement|acknowledgement",
    "(?:recogn|organ|normal|serial|initial|optim|minim|maxim|synchron|author|summar|categor|material|capital|custom)is(?:e[drs]?|ing|ation)\\b",
    "(?:general|special|real|util|priorit|random|token|parameter|canonical|local|standard)is(?:e[drs]?|ing|ation)\\b",
    "analyse|cancell(?:ed|ing)|labelled(?!by)|modell(?:ed|ing)|travelled|signalled|\\bcentres?\\b|metres|catalogue|dialogue|whilst|grey",
    "(?:mis)?spelt\\b|(?<!s)spoilt|learnt",
  ].join("|"),
  "i",
);

const roots = [
  "src",
  "docs",
  "schemas",
  "templates",
  "examples",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];
const excluded = /(?:^|\/)(?:generated|dist|node_modules|fixtures)\/|package-lock\.json$|words\.test\.ts$/;
const repository = resolve(import.meta.dirname, "..");

function listTexts(folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((root) =>
    root.endsWith(".md")
      ? [root]
      : readdirSync(join(repository, root), { recursive: true, encoding: "utf8" }).map(
          (file) => `${root}/${file.replaceAll("\\", "/")}`,
        ),
  );
  return files.filter((file) => /\.(?:tsx?|css|md|json|mjs)$/.test(file) && !excluded.test(file));
}

/** The lines of a text. The fenced code of a page is quoted from other files, which are searched themselves. */
function withoutQuotes(file: string, text: string): readonly string[] {
  let isQuoted = false;
  return text.split("\n").map((line) => {
    if (file.endsWith(".md") && line.startsWith("```")) isQuoted = !isQuoted;
    return isQuoted ? "" : line;
  });
}

/** `src/cli/run.ts:12: "what is there" → the existing files` for each phrase in a text. */
function findPhrases(file: string, text: string): readonly string[] {
  return withoutQuotes(file, text).flatMap((line, index) =>
    phrases.flatMap(([phrase, better]) => {
      const found = phrase.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${index + 1}: "${found.trim()}" → ${better}`];
    }),
  );
}

describe("words", () => {
  it("are those of the field, in every public text and comment", () => {
    const files = listTexts(roots);
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((file) => findPhrases(file, readFileSync(join(repository, file), "utf8")));
    expect(found).toEqual([]);
  });

  it("are spelled as in American English, also in names and tests", () => {
    const files = listTexts([...roots, "test", ".ci"]);
    const found = files.flatMap((file) =>
      [file, ...readFileSync(join(repository, file), "utf8").split("\n")].flatMap(
        (line) => british.exec(line)?.[0] ?? [],
      ),
    );
    expect(found).toEqual([]);
  });

  test.each(["the behaviour", "a LICENCES.txt", "unrecognised", "misspelt", "colours", "cancelled"])(
    "such as %j are found",
    (word) => {
      expect(word).toMatch(british);
    },
  );

  test.each([
    ["/** In comes a request, out goes an answer. */", "Takes X and returns Y"],
    ["ca.pem is no PEM", "not valid PEM, not valid JSON"],
    ["Tell what changed definitions break", "definition changes would break"],
    ["leave --config away", "omit --flag"],
    ["  /** Of names without one. */", "begin with the noun: the keyspace of names without one"],
  ])("such as %j are found, with a better wording", (text, better) => {
    expect(findPhrases("a.ts", `first\n${text}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^a\\.ts:2: ".+" → ${better}$`)),
    );
  });
});
