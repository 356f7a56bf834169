/**
 * Tells which symbols, types and strings of a program mean a renamed member of the bindings, by the compiler's checker.
 *
 * Knows the declarations that change their name: at first those of the bindings, then those of the app that follow them,
 * such as a literal that flows into an insert.
 */
import { ts } from "ts-morph";

/** A renamed member that a name of the app means. */
export interface Target {
  readonly now: string;
  /** Whether it may also mean a member that keeps its name. */
  readonly isMixed: boolean;
}

/** Type parameters of type parameters, unions of unions. */
const deepest = 6;

class FoundNames {
  readonly names = new Set<string>();
  hasOther = false;

  target(): Target | undefined {
    const [now] = this.names;
    return now === undefined ? undefined : { now, isMixed: this.hasOther || this.names.size > 1 };
  }
}

export class Targets {
  readonly #checker: ts.TypeChecker;
  readonly #declarations = new Map<ts.Node, string>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** The declaration gets a new name. */
  follow(declaration: ts.Node, now: string): void {
    this.#declarations.set(declaration, now);
  }

  nowOf(declaration: ts.Node): string | undefined {
    return this.#declarations.get(declaration);
  }

  /** Whether a union of names may be the names of a record with a renamed member, among others. */
  mayBeKeys(names: ReadonlySet<string>): boolean {
    const records = new Set([...this.#declarations.keys()].map(({ parent }) => parent));
    return [...records].some(
      (record) =>
        ts.isInterfaceDeclaration(record) && record.members.every(({ name }) => name && names.has(nameOf(name))),
    );
  }

  ofSymbol(symbol: ts.Symbol | undefined): Target | undefined {
    const found = new FoundNames();
    if (symbol) this.#addSymbol(symbol, found);
    return found.target();
  }

  /** The member of a type, or of the parts of a union. */
  inType(types: ts.Type | readonly ts.Type[] | undefined, name: string): Target | undefined {
    const found = new FoundNames();
    for (const type of types === undefined ? [] : [types].flat()) this.#addMember(type, name, found);
    return found.target();
  }

  /** The member that a string of this type names: `keyof Row`, or the origin of a union of names. */
  inKeyof(type: ts.Type | undefined, name: string): Target | undefined {
    const found = new FoundNames();
    this.#addKeys(type, name, found, 0);
    return found.target();
  }

  #addSymbol(symbol: ts.Symbol, found: FoundNames): void {
    for (const root of [symbol, ...this.#checker.getRootSymbols(symbol)]) {
      for (const declaration of root.declarations ?? []) {
        const renamed = this.#declarations.get(declaration);
        if (renamed !== undefined) found.names.add(renamed);
        else if (isMember(declaration) && !this.isOverride(declaration)) found.hasOther = true;
      }
    }
  }

  #addMember(type: ts.Type, name: string, found: FoundNames): void {
    for (const part of type.isUnion() ? type.types : [type]) {
      const member = this.#checker.getPropertyOfType(part, name);
      if (member) this.#addSymbol(member, found);
    }
  }

  #addKeys(type: ts.Type | undefined, name: string, found: FoundNames, depth: number): void {
    if (!type || depth > deepest) return;
    if (type.flags & ts.TypeFlags.Index) {
      this.#addMember(this.#checker.getApparentType((type as ts.IndexType).type), name, found);
      return;
    }
    // The checker keeps where a union of names comes from, but not in its public types.
    const { origin } = type as { origin?: ts.Type };
    if (origin) this.#addKeys(origin, name, found, depth + 1);
    else if (type.flags & ts.TypeFlags.TypeParameter) {
      this.#addKeys(this.#checker.getBaseConstraintOfType(type), name, found, depth + 1);
      if (found.names.size === 0) this.#addKeys(type.getConstraint(), name, found, depth + 1);
    } else if (type.isUnionOrIntersection()) {
      for (const part of type.types) this.#addKeys(part, name, found, depth + 1);
    } else if (type.isStringLiteral() && type.value === name) found.hasOther = true;
  }

  /** Whether a member of the app declares a renamed one again: in an interface that extends a row, or a class. */
  isOverride(declaration: ts.NamedDeclaration): boolean {
    return ts.isObjectLiteralExpression(declaration.parent) || this.inherited(declaration) !== undefined;
  }

  /** The new name of the member that a member of an interface or class declares again. */
  inherited(declaration: ts.NamedDeclaration): string | undefined {
    const { parent, name } = declaration;
    if (!name || !(ts.isInterfaceDeclaration(parent) || ts.isClassLike(parent))) return undefined;
    for (const { types } of parent.heritageClauses ?? []) {
      for (const type of types) {
        const member = this.#checker.getTypeAtLocation(type).getProperty(name.getText());
        for (const inherited of member?.declarations ?? []) {
          const now = this.#declarations.get(inherited);
          if (now !== undefined) return now;
        }
      }
    }
    return undefined;
  }
}

function nameOf(name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? name.getText() : name.text;
}

function isMember(declaration: ts.Declaration): declaration is ts.PropertySignature {
  return (
    ts.isPropertySignature(declaration) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isPropertyAssignment(declaration) ||
    ts.isMethodSignature(declaration) ||
    ts.isMethodDeclaration(declaration) ||
    ts.isAccessor(declaration)
  );
}
