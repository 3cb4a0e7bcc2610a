import { isRecord } from '../json/is-record.ts';
import { readJson } from '../json/read-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { checkText, readableTexts } from '../document/check-text.ts';
import { messageOf } from '../document/finding.ts';
import { checkSchema } from '../providers/check-provider-tools.ts';
import {
  isBadKey,
  JSON_TYPES,
  listOf,
  namesOf,
  type Report,
  type SchemaRules,
  wellFormed,
} from '../providers/provider-schema-rules.ts';
import type { Issue } from '../types/issue.ts';
import type { CanonicalTool } from '../types/provider.ts';

/**
 * Checks a program's answer to `--schema`, as JSON text or as a value.
 *
 * Shape: `{ name: "a-b", description: "", parameters: { type: "object", properties: {} } }` → an error
 * `canonical-name-format` at `/name`. An error means: skip the tool. Beyond the tables of the
 * specification, these are errors too because translation would fail: malformed JSON Schema, and keys and names that a
 * provider refuses. Limits: those of `snapshotValue`; each ends in an issue. Never throws.
 *
 * @see provider-schema-translation, "Validation Steps"
 * @example
 * ```ts
 * import { checkCanonicalTool } from '@atip/core';
 * checkCanonicalTool({ name: 'file-edit', description: 'Edits a file' }).map(({ path }) => path);
 * ```
 */
export function checkCanonicalTool(value: unknown): Issue[] {
  return readCanonicalTool(value).issues;
}

const RULES: SchemaRules = {
  root: 'canonical-parameters-type',
  nodes: [
    [
      'canonical-properties',
      'Needs properties, {} for none.',
      (_value, { isRoot, schema }) => isRoot && schema['properties'] === undefined,
    ],
    [
      'canonical-required',
      'Required names no property.',
      (_value, { schema }) => {
        const names = new Set<unknown>(namesOf(schema['properties']));
        return listOf(schema['required']).some((name) => !names.has(name));
      },
      'warning',
    ],
  ],
  all: /* @__PURE__ */ wellFormed('canonical-schema'),
  keys: [
    // A malformed type is reported at its own place.
    [
      'canonical-property-type',
      `Needs a type: ${[...JSON_TYPES].join(', ')}.`,
      (value) => typeof value === 'boolean' || (isRecord(value) && value['type'] === undefined),
    ],
    ['canonical-key', 'Must be 1 to 64 of A-Z a-z 0-9 _ . -', isBadKey],
  ],
};

/**
 * Reads a canonical tool, from JSON text or a value.
 *
 * @returns The tool, a copy that no longer changes; absent where an issue is an error
 * @see provider-schema-translation, "Validation Steps"
 */
export function readCanonicalTool(source: unknown): { readonly tool?: CanonicalTool; readonly issues: Issue[] } {
  const read = typeof source === 'string' ? readJson(source) : undefined;
  if (read && !read.root) return { issues: [...read.issues] };
  const snapshot = snapshotValue(read ? read.root?.value : source);
  if ('issue' in snapshot) return { issues: [snapshot.issue] };
  const issues: Issue[] = [...(read?.issues ?? [])];
  let { value } = snapshot;
  checkTool(value, (code, path, message, severity = 'error') => {
    issues.push({ code, severity, message, path });
  });
  for (const finding of checkText({ value })) {
    const { code, severity, path } = finding;
    if (code === 'hidden-characters') issues.push({ code, severity, path, message: messageOf(finding) });
  }
  if (issues.some(({ code }) => code === 'hidden-characters')) value = readableTexts(value);
  // The checks above covered every field of the type.
  return issues.some(({ severity }) => severity === 'error') ? { issues } : { tool: value as CanonicalTool, issues };
}

function checkTool(tool: unknown, report: Report): void {
  if (!isRecord(tool)) {
    report('canonical-tool', '', 'A tool must be an object.');
    return;
  }
  const { name, description, parameters } = tool;
  if (typeof name !== 'string') report('canonical-name', '/name', 'Must be a text.');
  else if (!/^\w{1,64}$/.test(name)) {
    report('canonical-name-format', '/name', 'Must be up to 64 letters, digits and _.');
  }
  if (typeof description !== 'string') report('canonical-description', '/description', 'Must be a text.');
  if (isRecord(parameters)) checkSchema(parameters, '/parameters', RULES, report);
  else report('canonical-parameters', '/parameters', 'Must be an object.');
}
