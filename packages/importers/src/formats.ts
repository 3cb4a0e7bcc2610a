import { fromCarapace } from './carapace/from-carapace.ts';
import { fromClap } from './clap/from-clap.ts';
import { fromCobra } from './cobra/from-cobra.ts';
import type { Imported, ImportHints } from './document/finish-tool.ts';
import { fromFig } from './fig/from-fig.ts';
import { fromHelp } from './help/from-help.ts';
import { fromCanonical } from './mcp/from-canonical.ts';
import { fromMcp } from './mcp/from-mcp.ts';
import { fromOclif } from './oclif/from-oclif.ts';
import { fromArgparse } from './python/from-argparse.ts';
import { fromClick } from './python/from-click.ts';
import { fromUsage } from './usage/from-usage.ts';
import { asRecord, isRecord } from '@atip/core/internal';

export type ImportFormatName =
  | 'help'
  | 'mcp'
  | 'canonical'
  | 'oclif'
  | 'click'
  | 'argparse'
  | 'usage'
  | 'cobra'
  | 'clap'
  | 'carapace'
  | 'fig';

/** A description format of tools, and how to recognise it. */
export interface ImportFormat {
  /** In a few words, without an article: `Fig spec`. */
  readonly label: string;
  /** Its origin, in a sentence. */
  readonly about: string;
  /** The parser for its text. A `yaml` or `kdl` text may contain several documents. */
  readonly syntax: 'text' | 'json' | 'yaml' | 'kdl';
  /** True: it describes a program, whose names and words imply effects; a function's name implies none. */
  readonly isProgram: boolean;
  /** Its signs. Absent: it is recognised when no other format is. */
  readonly sign?: {
    /** In a sentence, for people. */
    readonly reason: string;
    /** True for a parsed value of this format. For a list the first value is checked. */
    readonly value?: (fields: Readonly<Record<string, unknown>>) => boolean;
    /** A text of this format matches all of them, each within a line. */
    readonly text?: readonly RegExp[];
  };
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const hasAny = (fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean =>
  names.some((name) => fields[name] !== undefined);

/**
 * All import formats, in the order of menus and of recognition.
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
  click: {
    label: 'click command',
    about: 'the result of click’s Context.to_info_dict(), as JSON; also for typer',
    syntax: 'json',
    isProgram: true,
    sign: {
      reason: 'Its "params" have "param_type_name", as Context.to_info_dict() of click writes them.',
      value: (fields) =>
        [fields, asRecord(fields['command'])].some(
          ({ params }) => Array.isArray(params) && params.some((param) => isText(asRecord(param)['param_type_name'])),
        ),
    },
  },
  argparse: {
    label: 'dump of argparse',
    about: 'a dump of an ArgumentParser, as JSON',
    syntax: 'json',
    isProgram: true,
    sign: {
      reason: 'It has "prog" and "actions", as an ArgumentParser has.',
      value: ({ prog, actions }) => isText(prog) && Array.isArray(actions),
    },
  },
  usage: {
    label: 'usage spec',
    about: 'a usage specification (usage.jdx.dev), as KDL; clap_usage writes one for a clap program',
    syntax: 'kdl',
    isProgram: true,
    sign: {
      reason: 'It is KDL with the nodes of usage.',
      text: [
        /^[ \t]*(?:cmd|flag|arg)[ \t]+(?:"[^"\n]+"|[\w-]+)[ \t]*(?:\w+=|\{|;|$)/m,
        /^(?:name|bin|min_usage_version)[ \t]+[^\s:][^\n:]*$/m,
      ],
    },
  },
  cobra: {
    label: 'cobra page',
    about: 'a page of cobra or of docker’s documentation, as YAML or JSON; several as YAML with --- between them',
    syntax: 'yaml',
    isProgram: true,
    sign: {
      reason: 'It has the fields of a page that cobra writes.',
      value: (fields) =>
        (isText(fields['name']) || isText(fields['command'])) &&
        hasAny(fields, 'synopsis', 'see_also', 'inherited_options', 'pname', 'cname'),
      text: [/^(?:name|command):[ \t]*\S/m, /^(?:synopsis|see_also|inherited_options|pname|cname):/m],
    },
  },
  clap: {
    label: 'clap command',
    about: 'a clap::Command written as JSON, with the names of its builder or its getters',
    syntax: 'json',
    isProgram: true,
    sign: {
      reason: 'It has the names of clap’s builder.',
      value: (fields) =>
        hasAny(fields, 'about', 'long_about', 'get_name', 'get_about', 'subcommand_required') ||
        [fields['args'], fields['arguments']].some(
          (args) => Array.isArray(args) && isRecord(args[0]) && isArg(args[0]),
        ),
    },
  },
  carapace: {
    label: 'carapace spec',
    about: 'a carapace specification, as YAML',
    syntax: 'yaml',
    isProgram: true,
    sign: {
      reason: 'Its flags are written as carapace writes them.',
      value: ({ name, flags, persistentflags, commands }) =>
        isText(name) && (isRecord(flags) || isRecord(persistentflags) || Array.isArray(commands)),
      text: [/^name:[ \t]*\S/m, /^(?:flags|persistentflags|commands|completion|parsing):/m],
    },
  },
  fig: {
    label: 'Fig spec',
    about: 'a Fig completion specification, as JSON',
    syntax: 'json',
    isProgram: true,
    sign: {
      reason: 'It has "subcommands", "options" or "args" as Fig writes them.',
      value: (fields) =>
        hasAny(fields, 'subcommands', 'options', 'args', 'generateSpec') && !hasAny(fields, 'input', 'arguments'),
    },
  },
};

function isArg(fields: Readonly<Record<string, unknown>>): boolean {
  return isText(fields['id']) || isText(fields['get_id']);
}

const READERS: Readonly<Record<ImportFormatName, (value: unknown, hints: ImportHints) => Imported>> = {
  help: (text, hints) => fromHelp(typeof text === 'string' ? text : '', hints),
  mcp: fromMcp,
  canonical: fromCanonical,
  oclif: fromOclif,
  click: fromClick,
  argparse: fromArgparse,
  usage: fromUsage,
  cobra: fromCobra,
  clap: fromClap,
  carapace: fromCarapace,
  fig: fromFig,
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
 * The format whose signs a value has, or a text that is no JSON.
 * Shape: `{ name: "rm", flags: {} }` → `"carapace"`; undefined if no format matches.
 * @example
 * ```ts
 * import { recogniseFormat } from '@atip/importers';
 * recogniseFormat({ name: 'rm', flags: {} }); // 'carapace'
 * ```
 */
export function recogniseFormat(source: unknown): ImportFormatName | undefined {
  const names = Object.keys(IMPORT_FORMATS).filter(isFormatName);
  const signOf = (name: ImportFormatName): ImportFormat['sign'] => IMPORT_FORMATS[name].sign;
  if (typeof source === 'string')
    return names.find((name) => signOf(name)?.text?.every((pattern) => pattern.test(source)) === true);
  const fields = asRecord(Array.isArray(source) ? source[0] : source);
  return names.find((name) => signOf(name)?.value?.(fields) === true);
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
