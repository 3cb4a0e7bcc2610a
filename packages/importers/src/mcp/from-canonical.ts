import { finishTool, type Imported, type ImportHints } from '../document/finish-tool.ts';
import { type LossTexts, openForeign } from '../document/foreign-data.ts';
import { checkCanonicalTool } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { readProperties, SCHEMA_LOSSES, type SchemaCode } from './read-properties.ts';

const CANONICAL_LOSSES: LossTexts<SchemaCode> = SCHEMA_LOSSES;

/**
 * Makes ATIP metadata of what a program answers to `--schema`: one command that takes its arguments as a JSON object on standard
 * input (`x-json-input`). A canonical tool states no effects, so that nothing is known of them, and its trust is `inferred`.
 *
 * Shape: `{ name: "file_edit", description, parameters: { properties: { path: { type: "string" } }, required: ["path"] } }` → the
 * tool `file_edit` with the one command `""` and the required option `path`.
 *
 * Lossy as `fromMcp`. The issues begin with those of `checkCanonicalTool`; with an error among them the tool has what could be read.
 * Limits: 500,000 values or 4 MiB of text. Never throws.
 * @see provider-schema-translation
 */
export function fromCanonical(canonical: unknown, hints: ImportHints = {}): Imported {
  const { data, lose, issues } = openForeign(canonical, CANONICAL_LOSSES);
  const { name, description, parameters } = asRecord(data);
  const options = readProperties(parameters, (code) => lose(code, '/parameters'));
  const text = typeof description === 'string' && description.trim() !== '' ? description : `Runs ${String(name)}`;
  const tool = {
    name: hints.name ?? (typeof name === 'string' ? name : ''),
    version: hints.version ?? '',
    description: text,
    trust: { source: 'inferred' as const },
    'x-json-input': true,
    commands: { '': { description: text, ...(options.length > 0 && { options }) } },
  };
  return finishTool(tool, [...checkCanonicalTool(data), ...issues()]);
}

/** True for what has the form of a canonical tool, and is no ATIP document. */
export function isCanonical(value: unknown): boolean {
  return isRecord(value) && value['atip'] === undefined && isRecord(value['parameters']) && 'name' in value;
}
