import { parser } from '@lezer/python';
import { stop } from './snippet-reading.ts';

/** A node of Python's syntax tree. */
export interface PyNode {
  readonly type: string;
  readonly text: string;
  readonly from: number;
  readonly parent: PyNode | undefined;
  readonly children: readonly PyNode[];
}

/** Kinds of nodes that are read. Classes, patterns, coroutines and Python 2's statements are not among them. */
const KNOWN = new Set(
  `Script StatementGroup AssignStatement UpdateStatement ExpressionStatement DeleteStatement PassStatement BreakStatement ContinueStatement
  ReturnStatement RaiseStatement ImportStatement ScopeStatement AssertStatement IfStatement WhileStatement ForStatement TryStatement
  WithStatement FunctionDefinition DecoratedStatement Decorator At Body ParamList ArgList TypeDef BinaryExpression UnaryExpression ConditionalExpression LambdaExpression
  NamedExpression ParenthesizedExpression TupleExpression ComprehensionExpression ArrayExpression ArrayComprehensionExpression
  DictionaryExpression DictionaryComprehensionExpression SetExpression SetComprehensionExpression CallExpression MemberExpression
  VariableName PropertyName Number String FormatString FormatReplacement FormatSelfDoc FormatConversion FormatSpec ContinuedString Ellipsis
  None Boolean BitOp ArithOp CompareOp AssignOp UpdateOp YieldStatement YieldExpression Escape
  * ** . , : ; ( ) [ ] { } or and in not is if else elif lambda for yield from del pass break continue return raise import as global nonlocal
  assert while try except finally with def`.split(/\s+/),
);

/** Reads code into its tree, and makes sure that Python would see the same. */
export function parsePython(text: string): PyNode {
  if (/^(?:[^\n]*\n)?[ \t]*#.*coding[:=]/.test(text)) stop('states an encoding');
  // Python ends lines only where the parser does, and reads a name in several spellings.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff\ud800-\udfff]/u.test(text))
    stop('has characters that may hide code');
  const strings: string[] = [];
  const root = nodeOf(parser.parse(text).topNode, undefined, text, strings, false);
  const expected = spansOf(text);
  if (strings.length !== expected.length || strings.some((one, at) => one !== expected[at]))
    stop('has texts whose end is not certain');
  return root;
}

interface Syntax {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly firstChild: Syntax | null;
  readonly nextSibling: Syntax | null;
}

function nodeOf(
  node: Syntax,
  parent: PyNode | undefined,
  source: string,
  strings: string[],
  isInString: boolean,
): PyNode {
  const { name: type, from, to } = node;
  if (type === '⚠') stop('cannot be read as Python');
  if (!KNOWN.has(type))
    stop(`has ${type === 'async' || type === 'await' ? type : `a ${spoken(type)}`}, whose effects are unknown`);
  const isString = type === 'String' || type === 'FormatString';
  // Python may read more in such a text than the parser does.
  if (type === 'String' && /^\w*[fFtT]/.test(source.slice(from, from + 3).split(/['"]/)[0] ?? ''))
    stop('has a text of a kind that is not known');
  if (isString && !isInString) strings.push(`${from}-${to}`);
  const text = source.slice(from, to);
  if ((type === 'VariableName' || type === 'PropertyName') && !/^[A-Za-z_]\w*$/.test(text))
    stop('has a name with unusual characters');
  const children: PyNode[] = [];
  const made: PyNode = { type, text, from, parent, children };
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(nodeOf(child, made, source, strings, isInString || isString));
  return made;
}

function spoken(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The places of texts, found in another way than by the parser: as all versions of Python see them. */
function spansOf(source: string): readonly string[] {
  const spans: string[] = [];
  let at = 0;
  while (at < source.length) {
    const sign = source.charAt(at);
    if (sign === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
      continue;
    }
    if (sign !== '"' && sign !== "'") {
      at += 1;
      continue;
    }
    const [prefix = ''] = /(?<![\w.])[rbufRBUF]{1,2}$/.exec(source.slice(Math.max(0, at - 3), at)) ?? [];
    const quote = source.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
    let end = at + quote.length;
    while (end < source.length && !source.startsWith(quote, end)) {
      if (quote.length === 1 && source.charAt(end) === '\n') stop('has a text without an end');
      end += source.charAt(end) === '\\' ? 2 : 1;
    }
    if (end >= source.length) stop('has a text without an end');
    spans.push(`${at - prefix.length}-${end + quote.length}`);
    at = end + quote.length;
  }
  return spans;
}

/** The text of a literal. Undefined: it has escapes, or is made of bytes. */
export function literalOf({ text }: PyNode): string | undefined {
  const [, prefix = '', quote = '', body = ''] = /^([a-zA-Z]*)("""|'''|"|')(.*)\2$/s.exec(text) ?? [];
  if (quote === '' || /[bf]/i.test(prefix) || (body.includes('\\') && !/r/i.test(prefix))) return undefined;
  return body;
}

/** The literal pieces around the expressions of an f-string. Stops where Python may find an expression in one. */
export function piecesOf(node: PyNode): readonly string[] {
  const pieces: string[] = [];
  let from = node.from;
  const inner = node.children.filter(({ type }) => type === 'FormatReplacement');
  for (const one of inner) {
    pieces.push(node.text.slice(from - node.from, one.from - node.from));
    from = one.from + one.text.length;
    for (const spec of one.children.filter(({ type }) => type === 'FormatSpec')) checkSpec(spec);
  }
  pieces.push(node.text.slice(from - node.from));
  if (pieces.some((piece) => /[{}]/.test(piece.replaceAll('{{', '').replaceAll('}}', ''))))
    stop('has an f-string that is not understood');
  return pieces;
}

function checkSpec(spec: PyNode): void {
  let rest = spec.text;
  for (const inner of spec.children.filter(({ type }) => type === 'FormatReplacement')) {
    rest = rest.replace(inner.text, '');
    for (const deeper of inner.children.filter(({ type }) => type === 'FormatSpec')) checkSpec(deeper);
  }
  if (/[{}]/.test(rest)) stop('has an f-string that is not understood');
}

/** The arguments of a call. `isOpen`: more may come from a list or a dictionary. */
export interface Given {
  readonly positional: readonly PyNode[];
  readonly named: ReadonlyMap<string, PyNode>;
  readonly isOpen: boolean;
}

export function argumentsOf({ children }: PyNode): Given {
  const positional: PyNode[] = [];
  const named = new Map<string, PyNode>();
  let isOpen = false;
  for (const item of split(children.slice(1, -1))) {
    const [first, second, third] = item;
    if (!first) continue;
    if (first.type === '*' || first.type === '**') isOpen = true;
    else if (second?.type === 'AssignOp' && third && item.length === 3) named.set(first.text, third);
    else if (item.length === 1) positional.push(first);
    // A generator without brackets.
    else positional.push(first);
  }
  return { positional, named, isOpen };
}

export function split(nodes: readonly PyNode[]): readonly (readonly PyNode[])[] {
  return splitAt(nodes, ({ type }) => type === ',').filter((item) => item.length > 0);
}

export function splitAt(nodes: readonly PyNode[], isSign: (node: PyNode) => boolean): readonly (readonly PyNode[])[] {
  const parts: PyNode[][] = [[]];
  for (const node of nodes) {
    if (isSign(node)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** The beginning of a chain of attributes, items and calls. */
export function rootOf(node: PyNode): PyNode {
  let at = node;
  for (;;) {
    const inner =
      at.type === 'MemberExpression' || at.type === 'CallExpression'
        ? at.children[0]
        : at.type === 'ParenthesizedExpression'
          ? at.children[1]
          : undefined;
    if (!inner) return at;
    at = inner;
  }
}
