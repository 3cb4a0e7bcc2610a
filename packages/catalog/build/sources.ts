import type { AtipArgument, AtipCommand, AtipOption, AtipTool, StdinInput } from '@atip/core';

/** A source of a shim's structure. */
export interface Source {
  /** For example `help of git 2.39.5`. */
  readonly label: string;
  readonly tool: AtipTool;
}

/** The help of an installed program, or the structure that was extracted from `@withfig/autocomplete`. */
export type SourceKind = 'help' | 'fig';

/** The runnable command of a tool at a path, by names or aliases; for a group that runs itself, its own. */
export function commandOf({ commands }: AtipTool, path: readonly string[]): AtipCommand | undefined {
  const walk = (below: AtipTool['commands'], rest: readonly string[]): AtipCommand | undefined => {
    const [name = '', ...more] = rest;
    const node = below === undefined ? undefined : nodeOf(below, name);
    if (more.length > 0) return walk(node?.commands, more);
    if (node?.commands === undefined) return node;
    return name === '' ? undefined : walk(node.commands, ['']);
  };
  return walk(commands, path);
}

function nodeOf(below: Readonly<Record<string, AtipCommand>>, name: string): AtipCommand | undefined {
  if (Object.hasOwn(below, name)) return below[name];
  return Object.values(below).find((node) => node['x-aliases']?.includes(name) === true);
}

/** Facts written by people about a command, where its source is wrong or incomplete. */
export interface CommandStructure {
  readonly description?: string;
  /** Replace the source's; each in the form of `readArgument` or in full. */
  readonly arguments?: readonly (string | AtipArgument)[];
  /** Other names of the command. */
  readonly aliases?: readonly string[];
  /** Flags of omitted options: useless to a model, or impossible in our argv. */
  readonly omit?: readonly string[];
  /** The only remaining options, by one of their flags, in this order. */
  readonly only?: readonly string[];
  /** Fields of options by one of their flags; an option without a source needs all of them. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** Flags of options that must come first on a command line, in this order: `-i` of ffmpeg before output options. */
  readonly first?: readonly string[];
  /** Options in the form of `readOption`, which begin with a dash or plus, and names of the tool's `sets`. They come before those of the sources. */
  readonly with?: readonly string[];
  /** As `with`, behind all others and beside `only`, where no other has that flag. */
  readonly also?: readonly string[];
  /** True: adds options that only a later source has. */
  readonly more?: boolean;
  readonly examples?: readonly string[];
  readonly 'x-end-of-options'?: boolean;
  readonly 'x-old-flags'?: boolean;
  readonly 'x-syntax'?: readonly string[];
  readonly 'x-arguments-first'?: boolean | number;
  /**
   * The kind of text that it reads on standard input. Absent: by its arguments, such as `absent: standard input`.
   * False: it needs a terminal.
   */
  readonly 'x-stdin'?: StdinInput | false;
}

/** Facts written by people about a tool. A shim has exactly the commands with rows in the table of effects. */
export interface ToolStructure {
  /** Sources of its commands; the first with a command wins. Absent: everything is written by hand. */
  readonly sources?: readonly SourceKind[];
  /** Of the program, if its help lacks it. */
  readonly version?: string;
  readonly description: string;
  /** Its commands of daily use by the words after its name, most used first: they come first and are marked `x-everyday`. */
  readonly everyday?: readonly string[];
  /** @see AtipTool */
  readonly 'x-plugin-of'?: string;
  readonly homepage?: string;
  /** @see AtipTool */
  readonly 'x-end-of-options'?: boolean;
  readonly 'x-value-style'?: NonNullable<AtipTool['x-value-style']>;
  /** @see AtipTool */
  readonly 'x-help'?: boolean;
  /** @see AtipTool */
  readonly 'x-reads'?: readonly string[];
  /** @see AtipTool */
  readonly 'x-caches'?: readonly string[];
  /** @see AtipTool */
  readonly 'x-code'?: NonNullable<AtipTool['x-code']>;
  /** @see AtipTool */
  readonly 'x-credentials'?: readonly string[];
  /** Names of the variables with a login. */
  readonly login?: readonly string[];
  /** Commands that check a login, and those by which a person logs in. */
  readonly loginCheck?: string;
  readonly loginSetup?: string;
  /** True: without a login it is nearly useless. */
  readonly loginRequired?: boolean;
  /** Flags that only print help or the version. Absent: `--help` and `--version`. */
  readonly about?: readonly string[];
  /** Flags that are always omitted. */
  readonly omit?: readonly string[];
  /** Options of several commands, each in the form of `readOption`, and other sets: a command names the set in `with`. */
  readonly sets?: Readonly<Record<string, readonly string[]>>;
  /** As `with` of a command, for the global options. */
  readonly with?: readonly string[];
  /** As `only` of a command, for the global options. */
  readonly globals?: readonly string[];
  /** Fields of global options, as of a command. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** Options in the form of `readOption`, or sets, that every command takes where it has none of that flag: settings of npm. */
  readonly everywhere?: readonly string[];
  /** Other names of groups of commands, by their words: `create service`. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** By the words after the tool's name; "" is the tool itself. */
  readonly commands?: Readonly<Record<string, CommandStructure>>;
}

/** A line of `effects/*.tsv`: the effects of a command, or of one of its parameters. */
export interface TableRow {
  /** For example `git push`; its first word is the tool. */
  readonly command: string;
  /** True, written `git *`: the row applies to these options and arguments of every command, and to the global ones. */
  readonly everywhere: boolean;
  /**
   * Flags, or names of arguments, that have the effects when given, with `=GLOB` for some values. Empty: the command
   * itself.
   */
  readonly parameters: readonly string[];
  /** The table's words, see `effects/README.md`. */
  readonly words: readonly string[];
  readonly reason: string;
  /** For example `effects/git.tsv:12`, for messages. */
  readonly at: string;
}

/** A line of `words/*.tsv`: the sentence that models read about a command, or about one of its parameters. */
export interface WordsRow {
  /** As of `TableRow`; `git *` is every command that has the flag, and the global option. */
  readonly command: string;
  /** Flags or the name of an argument. Empty: the command itself. */
  readonly parameters: readonly string[];
  readonly words: string;
  /** For example `words/git.tsv:12`, for messages. */
  readonly at: string;
}

/** Records a contradiction between table, structure and sources, so that all are reported at once. */
export type Fail = (message: string) => void;
