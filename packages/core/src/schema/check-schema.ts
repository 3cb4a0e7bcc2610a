import { isRecord } from '../json/is-record.ts';
import { joinPointer, pointerTokens } from '../json/pointer.ts';
import { valueAt } from '../json/value-at.ts';
import { brokenByKeyword, brokenRules } from './broken-rules.ts';
import type { Report, Rule, SchemaRules } from './rule.ts';
import { type SchemaNode, walkSchema } from './walk-schema.ts';

/** Holds a tool's parameters against a table of rules, in every position where a schema stands. */
export function checkSchema(schema: unknown, path: string, rules: SchemaRules, report: Report): void {
  const type = isRecord(schema) && schema['type'];
  // Only Gemini knows the second spelling; for others it is no type of JSON Schema.
  if (type !== 'object' && type !== 'OBJECT') report(rules.root, path, 'Must be a schema of type "object".');
  if (!isRecord(schema)) return;
  const { nodes = [], keys = [], total, into } = rules;
  const sums = total?.();
  const reportAll = (broken: readonly Rule[], at: string, ...names: readonly string[]): void => {
    for (const [code, message, , severity] of broken) report(code, joinPointer(at, ...names), message, severity);
  };
  const check = (node: SchemaNode): void => {
    sums?.visit(node);
    reportAll(brokenRules(nodes, node, '', node.schema), node.path);
    for (const name of Object.keys(node.schema)) reportAll(brokenByKeyword(rules, node, name), node.path, name);
    for (const { keyword, name, path: at, value } of node.children) {
      if (keyword === 'properties') reportAll(brokenRules(keys, node, name, value), at);
    }
    const { $ref } = node.schema;
    // Anchors and percent escapes are not followed.
    if (typeof $ref === 'string' && /^#\/[^%]*$/.test($ref) && valueAt(schema, pointerTokens($ref)) === undefined)
      report('schema-ref', `${node.path}/$ref`, 'Leads nowhere.', 'warning');
  };
  walkSchema(schema, path, check, into);
  sums?.end?.(path, report);
}
