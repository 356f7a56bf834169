// Lists the mutants of a file: small changes after which some test should fail.
import ts from "typescript";

const { SyntaxKind } = ts;

/** What becomes of an operator. */
const operators = new Map([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
]);

const negated = (node) => `!(${node.getText()})`;
const isCondition = (node) =>
  (ts.isIfStatement(node.parent) || ts.isWhileStatement(node.parent)) && node.parent.expression === node;
const isChosen = (node) => ts.isConditionalExpression(node.parent) && node.parent.condition === node;

/** Each gives a replacement for a node, or nothing. */
const mutators = [
  {
    name: "operator",
    mutate: (node) => (ts.isBinaryExpression(node.parent ?? node) ? operators.get(node.kind) : undefined),
  },
  { name: "condition", mutate: (node) => (isCondition(node) || isChosen(node) ? negated(node) : undefined) },
  { name: "true", mutate: (node) => (node.kind === SyntaxKind.TrueKeyword ? "false" : undefined) },
  { name: "false", mutate: (node) => (node.kind === SyntaxKind.FalseKeyword ? "true" : undefined) },
  { name: "number", mutate: (node) => (ts.isNumericLiteral(node) ? `(${node.text} + 1)` : undefined) },
  { name: "call removed", mutate: (node) => (isCallStatement(node) ? ";" : undefined) },
  { name: "throw removed", mutate: (node) => (ts.isThrowStatement(node) ? ";" : undefined) },
  { name: "not removed", mutate: (node) => (isNot(node) ? node.operand.getText() : undefined) },
  { name: "fallback", mutate: (node) => (isFallback(node) ? node.left.getText() : undefined) },
];

function isCallStatement(node) {
  return ts.isExpressionStatement(node) && ts.isCallExpression(node.expression);
}

function isNot(node) {
  return ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken;
}

function isFallback(node) {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken;
}

/**
 * The mutants of a module's text, in order of their places:
 * `{ line: 12, name: "operator", from: "<", to: "<=", text: "…the whole module…" }`.
 */
export function listMutants(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const visit = (node) => {
    // Types do nothing when the program runs.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    for (const { name, mutate } of mutators) {
      const to = mutate(node);
      if (to === undefined) continue;
      const [start, end] = [node.getStart(), node.getEnd()];
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const from = text.slice(start, end).replace(/\s+/g, " ").slice(0, 60);
      mutants.push({ line, name, from, to: to.slice(0, 60), text: text.slice(0, start) + to + text.slice(end) });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
}
