import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The titles of each test in a TypeScript source: as it is written, and for a table also filled in with the texts of each
 * row: `'refuses %s'` with `['a cycle', …]` gives `['refuses %s', 'refuses a cycle']`.
 *
 * A test that is skipped or only planned shows nothing, so its title is not among them.
 */
export function testTitles(source: string): (readonly string[])[] {
  const lists = new Map<string, Node>();
  const calls: Node[] = [];
  collect(parseAst(source, { lang: 'ts' }) as unknown as Node, lists, calls);
  return calls.flatMap((call) => {
    const title = textOf(argument(call, 0));
    const callee = asNode(call['callee']);
    if (title === undefined || callee === undefined) return [];
    if (nameOf(callee) === 'test') return [[title]];
    // `test.each(rows)(title, …)`
    const each = callee.type === 'CallExpression' ? asNode(callee['callee']) : undefined;
    const isTable = each && nameOf(each['object']) === 'test' && nameOf(each['property']) === 'each';
    return isTable ? [[title, ...rowsOf(argument(callee, 0), lists).map((row) => fill(title, row))]] : [];
  });
}

function collect(node: Node, lists: Map<string, Node>, calls: Node[]): void {
  if (node.type === 'CallExpression') calls.push(node);
  const initial = node.type === 'VariableDeclarator' ? bare(asNode(node['init'])) : undefined;
  if (initial?.type === 'ArrayExpression') lists.set(nameOf(node['id']), initial);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      const inner = asNode(child);
      if (inner) collect(inner, lists, calls);
    }
  }
}

/** The cells of each row that is written out; what is computed has none. */
function rowsOf(table: Node | undefined, lists: ReadonlyMap<string, Node>): (readonly (string | undefined)[])[] {
  const list = table?.type === 'Identifier' ? lists.get(nameOf(table)) : bare(table);
  if (list?.type !== 'ArrayExpression') return [];
  return elementsOf(list).map((row) => {
    const whole = bare(row);
    return whole?.type === 'ArrayExpression' ? elementsOf(whole).map(textOf) : [textOf(whole)];
  });
}

function fill(title: string, cells: readonly (string | undefined)[]): string {
  let index = 0;
  return title.replaceAll(/%[sj]/g, (placeholder) => {
    const cell = cells[index];
    index += 1;
    if (cell === undefined) return placeholder;
    return placeholder === '%j' ? JSON.stringify(cell) : cell;
  });
}

/** An expression without `as const` and the like. */
function bare(node: Node | undefined): Node | undefined {
  const isTyped = node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression';
  return isTyped ? bare(asNode(node['expression'])) : node;
}

function elementsOf(list: Node): (Node | undefined)[] {
  return Array.isArray(list['elements']) ? list['elements'].map(asNode) : [];
}

function argument(call: Node, index: number): Node | undefined {
  return Array.isArray(call['arguments']) ? asNode(call['arguments'][index]) : undefined;
}

/** The text of a literal; of a template only where nothing is computed in it. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const quasis = node?.type === 'TemplateLiteral' && Array.isArray(node['quasis']) ? node['quasis'] : [];
  const only = quasis.length === 1 ? asNode(quasis[0])?.['value'] : undefined;
  return typeof only === 'object' && only !== null && 'cooked' in only ? String(only.cooked) : undefined;
}

function nameOf(value: unknown): string {
  const node = asNode(value);
  return node?.type === 'Identifier' ? String(node['name']) : '';
}

function asNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? (value as Node)
    : undefined;
}
