/**
 * Follows values that reach a renamed member by their structure, which the compiler would not miss after a rename:
 * `const value = { id, price }; insertProducts(session, value)` compiles then and fails when it runs.
 *
 * A literal of the app that flows into a renamed record is renamed with it. Where a declared type of the app is in between,
 * the place is left to a person.
 */
import { ts } from "ts-morph";
import type { Finding } from "./findings.ts";
import { findingAt } from "./findings.ts";
import { isAssigned, renameMembers } from "./rename-members.ts";
import { isEdited, visitNodes } from "./rename-pass.ts";
import { isTypeArguments, typeParametersOf } from "./type-parameters.ts";
import type { WithTypeArguments } from "./type-parameters.ts";
import type { RenamePass } from "./rename-pass.ts";

/** Literals that flow into literals that flow. */
const mostRounds = 4;
/** Into options such as `{ if: guard }`. */
const deepest = 2;

export function followFlows(pass: RenamePass): void {
  const flows = new Flows(pass);
  for (let round = 0; round < mostRounds && flows.followAll(); round++);
  flows.report();
}

class Flows {
  readonly #pass: RenamePass;
  /** Places where a declared type of the app is given or taken, with the declarations of its member. */
  readonly #left = new Map<string, { readonly finding: Finding; readonly declarations: readonly ts.Declaration[] }>();
  #followed = 0;

  constructor(pass: RenamePass) {
    this.#pass = pass;
  }

  /** @returns whether a literal was found to follow */
  followAll(): boolean {
    const before = this.#followed;
    for (const file of this.#pass.files) visitNodes(file, (node) => this.#look(node));
    const found = this.#followed > before;
    if (found) renameMembers(this.#pass);
    return found;
  }

  report(): void {
    for (const { finding, declarations } of this.#left.values()) {
      const isDone = declarations.some((one) => {
        const name = ts.getNameOfDeclaration(one);
        return name !== undefined && isEdited(this.#pass, name);
      });
      if (!isDone) this.#pass.findings.push(finding);
    }
  }

  #look(node: ts.Node): void {
    if (isTypeArguments(node)) this.#lookAtConstraints(node);
    if (!isFlowing(node) || isTakenApart(node)) return;
    const [source, target] = [this.#typeOf(node), this.#expected(node)];
    if (source && target) this.#compare(source, target, node, 0);
    const constraint = constraintOfArgument(this.#pass.checker, node);
    if (source && constraint) this.#compare(source.getNumberIndexType() ?? source, constraint, node, 0);
  }

  #typeOf(node: ts.Expression): ts.Type | undefined {
    const { checker } = this.#pass;
    if (!ts.isShorthandPropertyAssignment(node.parent)) return checker.getTypeAtLocation(node);
    const symbol = checker.getShorthandAssignmentValueSymbol(node.parent);
    return symbol && checker.getTypeOfSymbolAtLocation(symbol, node);
  }

  #expected(node: ts.Expression): ts.Type | undefined {
    const { checker } = this.#pass;
    const { parent } = node;
    const shape = extendedShape(checker, node);
    if (shape) return shape;
    if (ts.isSpreadAssignment(parent)) return checker.getContextualType(parent.parent);
    if (ts.isJsxSpreadAttribute(parent)) return checker.getContextualType(parent.parent);
    if (ts.isShorthandPropertyAssignment(parent)) {
      const whole = checker.getContextualType(parent.parent);
      const member = whole && checker.getPropertyOfType(whole, parent.name.text);
      return member && checker.getTypeOfSymbolAtLocation(member, node);
    }
    if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return checker.getTypeAtLocation(parent.type);
    return checker.getContextualType(node);
  }

  /** `Base<ProductsInsert>` of `Base<T extends { price?: string }>`. */
  #lookAtConstraints(node: WithTypeArguments): void {
    const { checker } = this.#pass;
    const parameters = typeParametersOf(checker, node);
    for (const [index, argument] of (node.typeArguments ?? []).entries()) {
      const constraint = parameters?.[index]?.constraint;
      if (!constraint || ts.isTypeOperatorNode(constraint)) continue;
      this.#compare(checker.getTypeFromTypeNode(argument), checker.getTypeFromTypeNode(constraint), argument, 0);
    }
  }

  #compare(source: ts.Type, expected: ts.Type, node: ts.Node, depth: number): void {
    const { checker, members } = this.#pass;
    if ((source.flags | expected.flags) & ts.TypeFlags.Any) return;
    const target = checker.getNonNullableType(expected);
    for (const name of members) {
      for (const from of objectsOf(source)) {
        for (const to of this.#fitting(from, objectsOf(target))) this.#compareMember(name, from, to, node);
      }
    }
    if (depth >= deepest || ts.isObjectLiteralExpression(node)) return;
    for (const from of objectsOf(source)) {
      if (!((from.symbol as ts.Symbol | undefined)?.flags ?? 0 & ts.SymbolFlags.ObjectLiteral)) continue;
      for (const member of checker.getPropertiesOfType(from)) {
        const into = objectsOf(target)
          .map((to) => checker.getPropertyOfType(to, member.name))
          .find((one) => one !== undefined);
        if (!into) continue;
        const types = [member, into].map((one) => checker.getTypeOfSymbolAtLocation(one, node));
        this.#compare(types[0] as ts.Type, types[1] as ts.Type, node, depth + 1);
      }
    }
  }

  /** The parts of an expected type that a value is one of; all of them, where none fits. */
  #fitting(from: ts.Type, parts: readonly ts.Type[]): readonly ts.Type[] {
    if (parts.length < 2) return parts;
    const found = parts.filter((part) => this.#pass.checker.isTypeAssignableTo(from, part));
    return found.length > 0 ? found : parts;
  }

  #compareMember(name: string, source: ts.Type, target: ts.Type, node: ts.Node): void {
    const { checker, targets } = this.#pass;
    const [from, to] = [checker.getPropertyOfType(source, name), checker.getPropertyOfType(target, name)];
    if (!from || !to) return;
    const [given, taken] = [targets.ofSymbol(from), targets.ofSymbol(to)];
    const text = (type: ts.Type): string => checker.typeToString(type);
    if (taken && !given) {
      for (const declaration of from.declarations ?? []) {
        if (isOfLiteral(declaration)) this.#follow(declaration, taken.now);
        else this.#leave(node, "written", `${text(source)} has ${name}, ${text(target)} takes ${taken.now}`, from);
      }
    } else if (given && !taken) {
      const declarations = to.declarations ?? [];
      const isOwn = declarations.every((one) => !one.getSourceFile().fileName.includes("/node_modules/"));
      if (isOwn && !declarations.some((one) => targets.nowOf(one) !== undefined))
        this.#leave(node, "read", `${text(source)} has ${given.now}, ${text(target)} takes ${name}`, to);
    } else if (!given) {
      for (const declaration of from.declarations ?? []) {
        // A type parameter takes the type of the literal itself.
        if (isOfLiteral(declaration) && !to.declarations?.includes(declaration)) this.#pass.settled.add(declaration);
      }
    }
  }

  #follow(declaration: ts.Declaration, now: string): void {
    if (this.#pass.targets.nowOf(declaration) !== undefined) return;
    if (declaration.getSourceFile().fileName.includes("/node_modules/")) return;
    this.#pass.targets.follow(declaration, now);
    this.#followed++;
  }

  #leave(node: ts.Node, kind: "written" | "read", text: string, { declarations = [] }: ts.Symbol): void {
    const finding = findingAt(node, kind, text);
    const key = [finding.file, finding.line, kind].join("\0");
    if (!this.#left.has(key)) this.#left.set(key, { finding, declarations });
  }
}

/** `{ price?: string }` for the row in `show(row)` of `show<T extends { price?: string }>(row: T)`, and for its `T[]`. */
function constraintOfArgument(checker: ts.TypeChecker, node: ts.Expression): ts.Type | undefined {
  const call = node.parent;
  if (!ts.isCallExpression(call) && !ts.isNewExpression(call)) return undefined;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration?.typeParameters || ts.isJSDocSignature(declaration)) return undefined;
  const index = call.arguments?.indexOf(node) ?? -1;
  let type = declaration.parameters[Math.min(index, declaration.parameters.length - 1)]?.type;
  while (type && (ts.isTypeOperatorNode(type) || ts.isArrayTypeNode(type)))
    type = ts.isArrayTypeNode(type) ? type.elementType : type.type;
  const text = type?.getText();
  const parameter = declaration.typeParameters.find((one) => one.name.getText() === text);
  const constraint = parameter && ts.isTypeParameterDeclaration(parameter) ? parameter.constraint : undefined;
  return constraint && !ts.isTypeOperatorNode(constraint) ? checker.getTypeFromTypeNode(constraint) : undefined;
}

function isOfLiteral(declaration: ts.Declaration): boolean {
  return ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration);
}

/** `productsRowSchema.extend({ price: … })` declares a member of the validator again. */
function extendedShape(checker: ts.TypeChecker, node: ts.Expression): ts.Type | undefined {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return undefined;
  if (!extenders.has(parent.expression.name.text)) return undefined;
  const shape = checker.getTypeAtLocation(parent.expression.expression).getProperty("shape");
  return shape && checker.getTypeOfSymbolAtLocation(shape, node);
}

/** Methods of zod. */
const extenders: ReadonlySet<string> = new Set(["extend", "safeExtend"]);

/** The parts of a type that can have members. */
function objectsOf(type: ts.Type): readonly ts.Type[] {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter(({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
}

/** Whether a value is assigned to something that declares its type. */
function isFlowing(node: ts.Node): node is ts.Expression {
  const { parent } = node as { parent?: ts.Node };
  if (!parent) return false;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.arguments?.some((one) => one === node) ?? false;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && parent.type !== undefined;
  if (ts.isArrowFunction(parent)) return parent.body === node && !ts.isBlock(node);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBinaryExpression(parent)) return parent.right === node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts.isAsExpression(parent)) return parent.expression === node && parent.type.getText() !== "const";
  if (ts.isSatisfiesExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node;
  return (
    ts.isReturnStatement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isJsxSpreadAttribute(parent)
  );
}

/** `({ price } = row)` declares nothing that a value flows into. */
function isTakenApart(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return ts.isObjectLiteralExpression(parent.left) || ts.isArrayLiteralExpression(parent.left);
  return ts.isObjectLiteralExpression(node) && isAssigned(node);
}
