import type { Issue } from '../types/issue.ts';
import { readCanonicalTool } from './read-canonical-tool.ts';

/**
 * Checks what a program answered to `--schema`, as JSON text or as a value.
 *
 * Shape: `{ name: "a-b", description: "", parameters: { type: "object", properties: {} } }` → an error
 * `canonical-name-format` at `/name`. An error means that the tool is to be skipped. Beyond the tables of the
 * specification, errors are what no tool could be translated with: malformed JSON Schema, keys and names that a provider
 * refuses.
 * Limits: those of `snapshotValue`; each ends in an issue. Never throws.
 *
 * @see provider-schema-translation, "Validation Steps"
 */
export function checkCanonicalTool(value: unknown): Issue[] {
  return readCanonicalTool(value).issues;
}

/**
 * Checks canonical tools one by one, and that their names differ: of two with one name, the later is to be skipped.
 *
 * Shape: two tools called `a` → a warning `canonical-name-duplicate` at `/1/name`.
 * @see provider-schema-translation, "Validation Steps" 2
 */
export function checkCanonicalTools(values: readonly unknown[]): Issue[] {
  const names = new Set<string>();
  return values.flatMap((value, index): Issue[] => {
    const { tool, issues } = readCanonicalTool(value);
    const found = issues.map((issue) => ({ ...issue, path: `/${index}${issue.path}` }));
    const name = tool?.name ?? '';
    const isDuplicate = names.has(name);
    if (tool) names.add(name);
    if (!tool || !isDuplicate) return found;
    const message = 'An earlier tool has this name; this one is skipped.';
    return [...found, { code: 'canonical-name-duplicate', severity: 'warning', message, path: `/${index}/name` }];
  });
}
