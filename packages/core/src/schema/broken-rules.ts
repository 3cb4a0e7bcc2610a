import type { Rule, SchemaRules } from './rule.ts';
import type { SchemaNode } from './walk-schema.ts';

/** Those of some rules that a schema breaks. */
export function brokenRules(rules: readonly Rule[], node: SchemaNode, name: string, value: unknown): readonly Rule[] {
  return rules.filter(([, , breaks]) => !breaks || breaks(value, node, name));
}

/** The rules that a schema breaks by one of its keywords. */
export function brokenByKeyword({ all, keywords = [] }: SchemaRules, node: SchemaNode, name: string): readonly Rule[] {
  const value = node.schema[name];
  const broken = [...brokenRules(all, node, name, value)];
  for (const table of keywords) {
    if (Object.hasOwn(table, name)) broken.push(...brokenRules(table[name] ?? [], node, name, value));
  }
  return broken;
}
