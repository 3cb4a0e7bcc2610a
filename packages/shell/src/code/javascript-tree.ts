import { type AnyNode, type Node, type Program, parse } from 'acorn';
import { stop } from './snippet-reading.ts';

/** Kinds of nodes that are read. Classes, getters, generators, tagged templates, `this` and `with` are not among them. */
const KNOWN = new Set(
  `Program ExpressionStatement BlockStatement EmptyStatement VariableDeclaration VariableDeclarator FunctionDeclaration FunctionExpression
  ArrowFunctionExpression ReturnStatement IfStatement ForStatement ForInStatement ForOfStatement WhileStatement DoWhileStatement
  BreakStatement ContinueStatement ThrowStatement TryStatement CatchClause SwitchStatement SwitchCase Identifier Literal TemplateLiteral
  TemplateElement ArrayExpression ObjectExpression Property SpreadElement RestElement ObjectPattern ArrayPattern AssignmentPattern
  UnaryExpression UpdateExpression BinaryExpression LogicalExpression ConditionalExpression AssignmentExpression CallExpression
  NewExpression MemberExpression ChainExpression SequenceExpression AwaitExpression ImportDeclaration ImportSpecifier
  ImportDefaultSpecifier ImportNamespaceSpecifier ImportExpression ImportAttribute`.split(/\s+/),
);

/** Parses code as Node.js does: as a script, else as a module. */
export function parseJavaScript(text: string): Program {
  // Comments of HTML end differently in modules; hidden signs may end a line.
  if (/<!--|-->/.test(text)) stop('has a comment of HTML');
  const program = tryParse(text, 'script') ?? tryParse(text, 'module') ?? stop('cannot be read as JavaScript');
  check(program);
  return program;
}

function tryParse(text: string, sourceType: 'script' | 'module'): Program | undefined {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function check(node: AnyNode): void {
  if (!KNOWN.has(node.type)) stop(`has a ${node.type}, whose effects are unknown`);
  if (node.type === 'Property' && (node.kind !== 'init' || (node.method && node.computed)))
    stop('has a getter or a setter');
  if ((node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration') && node.generator)
    stop('has a generator');
  for (const child of childrenOf(node)) check(child);
}

/** The nodes directly in a node. */
export function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === 'type' ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  );
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

/** An expression without `?.` around it. */
export function plain(node: AnyNode): AnyNode {
  return node.type === 'ChainExpression' ? plain(node.expression) : node;
}

/** The name of a member that the code writes out. Undefined: it computes it. */
export function memberName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const { property, computed } = node;
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

export function isFunction(node: AnyNode): boolean {
  return /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(node.type);
}

/** True for `new Promise((done) => setTimeout(done, 100))`, of whose function everything is known. */
export function isPause([executor, ...more]: readonly AnyNode[]): boolean {
  if (executor?.type !== 'ArrowFunctionExpression' || more.length > 0) return false;
  const [done, ...others] = executor.params;
  const call = executor.body;
  if (done?.type !== 'Identifier' || others.length > 0 || call.type !== 'CallExpression') return false;
  const [later, time, ...rest] = call.arguments;
  const isTimer = call.callee.type === 'Identifier' && call.callee.name === 'setTimeout';
  return (
    isTimer && later?.type === 'Identifier' && later.name === done.name && time?.type === 'Literal' && rest.length === 0
  );
}
