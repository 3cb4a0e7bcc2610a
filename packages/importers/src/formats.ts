import type { Imported, ImportHints } from './document/finish-tool.ts';
import { fromHelp } from './help/from-help.ts';
import { fromCanonical } from './mcp/from-canonical.ts';
import { fromMcp } from './mcp/from-mcp.ts';
import { fromOclif } from './oclif/from-oclif.ts';

export type ImportFormatName = 'help' | 'mcp' | 'canonical' | 'oclif';

/** A description format of tools. */
export interface ImportFormat {
  /** In a few words, without an article: `oclif manifest`. */
  readonly label: string;
  /** Its origin, in a sentence. */
  readonly about: string;
  /** The parser for its text. */
  readonly syntax: 'text' | 'json';
  /** True: it describes a program, whose names and words imply effects; a function's name implies none. */
  readonly isProgram: boolean;
}

/**
 * All import formats, in the order of menus.
 * @example
 * ```ts
 * import { IMPORT_FORMATS } from '@atip/importers';
 * for (const { label, about } of Object.values(IMPORT_FORMATS)) console.log(label, about);
 * ```
 */
export const IMPORT_FORMATS: Readonly<Record<ImportFormatName, ImportFormat>> = {
  help: {
    label: 'help or man text',
    about: 'the output of --help, or a man page as text',
    syntax: 'text',
    isProgram: true,
  },
  mcp: {
    label: 'MCP tools/list',
    about: "an MCP server's answer to tools/list, as JSON",
    syntax: 'json',
    isProgram: false,
  },
  canonical: {
    label: 'canonical schema',
    about: "a program's answer to --schema, as JSON",
    syntax: 'json',
    isProgram: false,
  },
  oclif: { label: 'oclif manifest', about: 'an oclif.manifest.json', syntax: 'json', isProgram: true },
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
 * True for the name of an import format.
 * @example
 * ```ts
 * import { importFrom, isFormatName } from '@atip/importers';
 * declare const format: string;
 * if (isFormatName(format)) importFrom(format, 'Usage: rm [FILE]...');
 * ```
 */
export function isFormatName(name: string): name is ImportFormatName {
  return Object.hasOwn(IMPORT_FORMATS, name);
}
