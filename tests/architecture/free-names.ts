import { parseAst } from 'rolldown/parseAst';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The names that a TypeScript source mentions as values or types, `a.b` for a member of a plain name; without keys,
 * declared names of members, comments, and the contents of strings and patterns.
 *
 * @param lang `tsx` for sources with elements in them
 */
export function mentionedNames(source: string, lang: 'ts' | 'tsx' = 'ts'): string[] {
  const names: string[] = [];
  visit(parseAst(source, { lang }) as unknown as Node, names);
  return names;
}

function visit(node: Node, names: string[]): void {
  if (node.type === 'Identifier') names.push(String(node['name']));
  if (node.type === 'MemberExpression' && node['computed'] === false) {
    names.push(`${nameOf(node['object'])}.${nameOf(node['property'])}`);
  }
  for (const [field, value] of Object.entries(node)) {
    if (isKey(node, field)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, names);
  }
}

/** A member's or property's own name is no mention of what is called so elsewhere. */
function isKey(node: Node, field: string): boolean {
  if (node['computed'] === true) return false;
  if (node.type === 'MemberExpression') return field === 'property';
  const named = ['Property', 'MethodDefinition', 'PropertyDefinition', 'TSPropertySignature', 'TSMethodSignature'];
  return field === 'key' && named.includes(node.type);
}

function nameOf(value: unknown): string {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
