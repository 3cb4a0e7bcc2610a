import { asRecord, isRecord } from '@atip/core/internal';
import type { Imported, ImportHints } from './document/finish-tool.ts';
import { fromHelp } from './help/from-help.ts';
import { fromCanonical, isCanonical } from './mcp/from-canonical.ts';
import { fromMcp } from './mcp/from-mcp.ts';
import { fromOclif } from './oclif/from-oclif.ts';

export type ImportFormatName = 'help' | 'mcp' | 'canonical' | 'oclif';

/** A description format of tools. */
export interface ImportFormat {
  /** Its origin in a few words, for people. */
  readonly about: string;
  /** The parser for its text. */
  readonly syntax: 'text' | 'json';
}

/**
 * All import formats, in the order of menus.
 * @example
 * ```ts
 * import { IMPORT_FORMATS } from '@atip/importers';
 * for (const [name, { about }] of Object.entries(IMPORT_FORMATS)) console.log(name, about);
 * ```
 */
export const IMPORT_FORMATS: Readonly<Record<ImportFormatName, ImportFormat>> = {
  help: { about: 'the output of --help, or a man page as text', syntax: 'text' },
  mcp: { about: "an MCP server's answer to tools/list, as JSON", syntax: 'json' },
  canonical: { about: "a program's answer to --schema, as JSON", syntax: 'json' },
  oclif: { about: 'an oclif.manifest.json', syntax: 'json' },
};

const READERS: Readonly<Record<ImportFormatName, (value: unknown, hints: ImportHints) => Imported>> = {
  help: (text, hints) => fromHelp(typeof text === 'string' ? text : '', hints),
  mcp: fromMcp,
  canonical: fromCanonical,
  oclif: fromOclif,
};

/**
 * Reads a value of a format, parsed by the format's `syntax`. Never throws.
 * @example
 * ```ts
 * import { importFrom } from '@atip/importers';
 * importFrom('help', 'Usage: rm [FILE]...').tool.name; // 'rm'
 * ```
 */
export function importFrom(format: ImportFormatName, value: unknown, hints: ImportHints = {}): Imported {
  return READERS[format](value, hints);
}

/**
 * The format of a source, by its form: JSON is recognised by its fields, everything else is help.
 * @returns `value`: the source, parsed by the syntax of its format. Undefined: JSON of another form, such as an ATIP
 * document
 * @example
 * ```ts
 * import { importFrom, readFormat } from '@atip/importers';
 * const source = readFormat('{"tools":[{"name":"list","inputSchema":{"type":"object"}}]}');
 * if (source) importFrom(source.format, source.value).tool.commands; // { list: … }
 * ```
 */
export function readFormat(text: string): { readonly format: ImportFormatName; readonly value: unknown } | undefined {
  const value = jsonIn(text);
  if (value === undefined) return { format: 'help', value: text };
  const { tools, commands, atip } = asRecord(value);
  if (atip !== undefined) return undefined;
  if (Array.isArray(tools) || Array.isArray(value)) return { format: 'mcp', value };
  if (isCanonical(value)) return { format: 'canonical', value };
  return isRecord(commands) ? { format: 'oclif', value } : undefined;
}

/** Undefined for a text that is no object and no list in JSON. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
