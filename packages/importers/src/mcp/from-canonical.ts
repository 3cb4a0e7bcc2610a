import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import { openForeign } from '../document/foreign-data.ts';
import { checkCanonicalTool } from '@atip/core';
import { asRecord, isRecord, stated } from '@atip/core/internal';
import { readProperties, SCHEMA_LOSSES } from './read-properties.ts';

/**
 * Converts a program's answer to `--schema` to an ATIP document: one command that takes its arguments as a JSON object
 * on standard input (`x-json-input`). A canonical tool states no effects, so they are unknown, and its trust is
 * `inferred`.
 *
 * Shape: `{ name: "file_edit", description, parameters: { properties: { path: { type: "string" } }, required: ["path"]
 * } }` → the tool `file_edit` with the one command `""` and the required option `path`.
 *
 * Lossy like `fromMcp`. The issues of `checkCanonicalTool` come first; after an error the tool has only the readable
 * parts. Limits: 500,000 values or 4 MiB of text. Never throws.
 * @see provider-schema-translation
 * @example
 * ```ts
 * import { fromCanonical } from '@atip/importers';
 * const parameters = { type: 'object', properties: { path: { type: 'string' } } };
 * fromCanonical({ name: 'file_edit', description: 'Edit a file', parameters }).tool.name; // 'file_edit'
 * ```
 */
export function fromCanonical(canonical: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(canonical, SCHEMA_LOSSES);
  const { name, description, parameters } = asRecord(data);
  const options = readProperties(parameters, (code) => lose(code, '/parameters'));
  const text = typeof description === 'string' && description.trim() !== '' ? description : `Runs ${String(name)}`;
  const tool = {
    name: hints.name ?? (typeof name === 'string' ? name : ''),
    version: hints.version ?? '',
    description: text,
    trust: { source: 'inferred' as const },
    'x-json-input': true,
    commands: { '': stated({ description: text, options: options.length > 0 ? options : undefined }) },
  };
  return finishTool(tool, [...checkCanonicalTool(data), ...issues()], '"parameters"');
}

/**
 * True for the form of a canonical tool; false for an ATIP document.
 * @example
 * ```ts
 * import { isCanonical } from '@atip/importers';
 * isCanonical({ name: 'a', description: '', parameters: { type: 'object', properties: {} } }); // true
 * ```
 */
export function isCanonical(value: unknown): boolean {
  return isRecord(value) && value['atip'] === undefined && isRecord(value['parameters']) && 'name' in value;
}
