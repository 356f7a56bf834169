/** An element of XML. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses XML of a declaration, elements, attributes, text and references, as strictly as the standard has them.
 *
 * @throws {Error} with the place, for whatever is not well-formed
 */
export function parseXml(text: string): Element {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)) throw new Error("no character of XML");
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, "");
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray => {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = at;
    const found = sticky.exec(body);
    if (!found) throw new Error(`${pattern.source} expected at ${body.slice(at, at + 40)}`);
    at = sticky.lastIndex;
    return found;
  };
  const decode = (raw: string): string => {
    if (/&(?!(?:#\d+|amp|lt|gt|quot|apos);)/.test(raw)) throw new Error(`a lone & in ${raw}`);
    return raw.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
      code === undefined ? (names[name] ?? "") : String.fromCodePoint(Number(code)),
    );
  };
  const parseElement = (): Element => {
    const [, name = ""] = take(/<([A-Za-z]+)/);
    const attributes: Record<string, string> = {};
    while (/^\s/.test(body.slice(at))) {
      const [, attribute = "", value = ""] = take(/\s+([A-Za-z]+)="([^"<]*)"/);
      if (Object.hasOwn(attributes, attribute)) throw new Error(`${attribute} twice`);
      attributes[attribute] = decode(value);
    }
    if (take(/\/?>/)[0] === "/>") return { name, attributes, children: [], text: "" };
    const children: Element[] = [];
    let inner = "";
    for (;;) {
      inner += decode(take(/[^<]*/)[0]);
      if (body.startsWith("</", at)) break;
      children.push(parseElement());
    }
    take(new RegExp(`</${name}>`));
    return { name, attributes, children, text: inner.trim() };
  };
  const root = parseElement();
  if (body.slice(at).trim() !== "") throw new Error("something follows the root");
  return root;
}
