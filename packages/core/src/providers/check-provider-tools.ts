import { isRecord } from '../json/is-record.ts';
import { joinPointer, pointerTokens, valueAt } from '../json/pointer.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { Issue, IssueSeverity } from '../types/issue.ts';
import {
  brokenByKeyword,
  brokenRules,
  type Report,
  type Rule,
  type Schema,
  type SchemaNode,
  type SchemaRules,
  walkSchema,
} from './provider-schema-rules.ts';

/** Most tools checked, and most issues listed; both far beyond any provider's limit. */
const MAX_LENGTH = 100_000;

interface NameRule {
  readonly pattern: RegExp;
  readonly code: string;
  /** UTF-16 units, equal to characters for all names that the patterns allow. Beyond `safe` it is a warning. */
  readonly max: number;
  readonly safe?: number;
  /** Absent: `code`. */
  readonly lengthCode?: string;
  /** Severity of a violation. */
  readonly severity?: IssueSeverity;
}

interface ToolParts {
  /** The object with the name and the description. */
  readonly body: Schema;
  /** Its path below the tool: `/function`. Absent: it is the tool. */
  readonly at?: string;
  /** Absent: as for every tool of this provider. */
  readonly name?: NameRule;
  /** Key of a schema below the body, the schema, its rules. */
  readonly schemas?: readonly (readonly [string, unknown, SchemaRules])[];
}

interface ToolRules {
  /** Most tools in one request, and the code of that rule. */
  readonly max?: readonly [count: number, code: string];
  /** The key under which a wrapper lists tools, and whether it is a namespace: checked itself, a scope for names. */
  readonly wrapper?: readonly [key: string, isNamespace: boolean];
  readonly name: NameRule;
  /** The code and severity for a tool without description; models choose by descriptions. */
  readonly description: readonly [code: string, severity: IssueSeverity];
  /** Finds a tool's parts, and reports problems that only this provider has; undefined for a tool without parts. */
  readonly read: (tool: Schema, path: string, report: Report) => ToolParts | undefined;
  /** Called after the last tool, for rules about all of them together. */
  readonly end?: (report: Report) => void;
}

/**
 * Checks every tool of a list: that it is JSON, the provider's own rules, that names differ, and the limit on their
 * number.
 *
 * Limits: 100,000 tools and issues in a list, in each tool those of `snapshotValue`. Each ends in an issue. Never
 * throws.
 */
export function checkToolList(tools: readonly unknown[], rules: ToolRules): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (code, path, message, severity = 'error') => {
    if (issues.length <= MAX_LENGTH) issues.push({ code, severity, message, path });
  };
  if (Array.isArray(tools) && tools.length <= MAX_LENGTH) checkEach(tools, rules, report);
  else report('not-json', '', `Must be a list of at most ${MAX_LENGTH} tools.`);
  if (issues.length > MAX_LENGTH) {
    issues[MAX_LENGTH] = { code: 'too-large', severity: 'error', message: 'More issues than are listed.', path: '' };
  }
  return issues;
}

function checkEach(list: readonly unknown[], rules: ToolRules, report: Report): void {
  const { max, wrapper: [key, isNamespace] = [undefined, false], end } = rules;
  const names = new Set<string>();
  let [count, deferred] = [0, 0];
  const check = (tool: unknown, path: string, scope: string): void => {
    count += 1;
    if (isDeferred(tool)) deferred += 1;
    const name = checkTool(tool, path, rules, report);
    if (name === undefined) return;
    const [exact, folded] = [`${scope} ${name}`, `${scope}~${name.toLowerCase()}`];
    if (names.has(exact)) report('dup-name', path, 'An earlier tool has this name.');
    else if (names.has(folded)) report('dup-name-case', path, 'An earlier name differs only in case.', 'warning');
    names.add(exact).add(folded);
  };
  for (const [index, item] of list.entries()) {
    const path = `/${index}`;
    const snapshot = snapshotValue(item);
    const tool = 'issue' in snapshot ? undefined : snapshot.value;
    const members = key && isRecord(tool) ? tool[key] : undefined;
    const isWrapper = Array.isArray(members);
    // A wrapper with a name could be taken for a tool, so it must be valid.
    const isTool = !isWrapper || (isRecord(tool) && tool['name'] !== undefined);
    if ('issue' in snapshot) report(snapshot.issue.code, path + snapshot.issue.path, snapshot.issue.message);
    else if (isNamespace || isTool) check(tool, path, '');
    if (!isWrapper) continue;
    for (const [place, member] of members.entries()) check(member, `${path}/${key}/${place}`, isNamespace ? path : '');
  }
  if (max && count > max[0]) {
    // No provider documents whether it counts tools that it has not loaded.
    const severity = count - deferred > max[0] ? 'error' : 'warning';
    report(
      max[1],
      '',
      `${count} tools, at most ${max[0]}: select commands, or use strategy "action" or "search".`,
      severity,
    );
  }
  end?.(report);
}

/** True for a definition that its provider loads only when a tool search finds it. */
export function isDeferred(tool: unknown): boolean {
  return isRecord(tool) && tool['defer_loading'] === true;
}

/** Half of a surrogate pair, in the form of `JSON.stringify`, after an even number of backslashes. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function checkTool(tool: unknown, path: string, rules: ToolRules, report: Report): string | undefined {
  if (!isRecord(tool)) report('tool-shape', path, 'A tool must be an object.');
  const parts = isRecord(tool) && rules.read(tool, path, report);
  if (!parts) return undefined;
  const { at: below = '', body, schemas = [] } = parts;
  const { name, description, strict } = body;
  const at = path + below;
  if (typeof (strict ?? false) !== 'boolean') report('tool-shape', `${at}/strict`, 'Must be true or false.');
  // 400 "no low surrogate in string"; other providers read another character.
  if (LONE_SURROGATE.test(JSON.stringify(tool)))
    report('not-unicode', path, 'Holds half of a surrogate pair, which may be refused.', 'warning');
  checkName(name, `${at}/name`, parts.name ?? rules.name, report);
  if (typeof (description ?? '') !== 'string') report('tool-shape', `${at}/description`, 'Must be a text.');
  else if (!description)
    report(rules.description[0], `${at}/description`, 'Models choose by it.', rules.description[1]);
  for (const [key, schema, schemaRules] of schemas) checkSchema(schema, `${at}/${key}`, schemaRules, report);
  return typeof name === 'string' ? name : undefined;
}

function checkName(name: unknown, path: string, rule: NameRule, report: Report): void {
  const { pattern, code, max, safe = max, lengthCode = code, severity } = rule;
  if (typeof name !== 'string') {
    report('tool-shape', path, 'Must be a text.');
    return;
  }
  const { length } = name;
  if (length === 0 || length > safe) {
    const isTaken = length > 0 && length <= max;
    report(
      lengthCode,
      path,
      `Must have 1 to ${isTaken ? safe : max} characters${isTaken ? ' on some back ends' : ''}.`,
      isTaken ? 'warning' : severity,
    );
  }
  if (length > 0 && !pattern.test(name)) report(code, path, `Must match ${pattern.source}.`, severity);
}

/** Checks a tool's parameters against a table of rules, in every position that holds a schema. */
export function checkSchema(schema: unknown, path: string, rules: SchemaRules, report: Report): void {
  const type = isRecord(schema) && schema['type'];
  // Only Gemini knows the second spelling; elsewhere it is no JSON Schema type.
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
