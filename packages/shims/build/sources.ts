import type { AtipArgument, AtipCommand, AtipOption, AtipTool, StdinInput } from '@atip/core';

/** Where the structure of a shim comes from. */
export interface Source {
  /** Such as `help of git 2.39.5`. */
  readonly label: string;
  readonly tool: AtipTool;
}

/** The runnable command that a tool has at a path, by names or aliases; of a group that runs itself, its own. */
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

/** The facts that people wrote about a command, where its source is wrong or silent. */
export interface CommandStructure {
  readonly description?: string;
  /** Instead of those of the source, each as `readArgument` has it or in full. */
  readonly arguments?: readonly (string | AtipArgument)[];
  /** Other names of the command. */
  readonly aliases?: readonly string[];
  /** Flags of options that are left out: of no use to a model, or such that no argv of ours can give them. */
  readonly omit?: readonly string[];
  /** The only options that stay, by one of their flags, in this order. */
  readonly only?: readonly string[];
  /** Fields of options by one of their flags; an option that no source has needs all of them. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** Flags of options that a command line has first, in this order: `-i` of ffmpeg before what is about the output. */
  readonly first?: readonly string[];
  /** Options in the form of `readOption`, which begin with a dash or plus, and names of the tool's `sets`. They come before those of the sources. */
  readonly with?: readonly string[];
  /** True: options that only a later source has are added. */
  readonly more?: boolean;
  readonly examples?: readonly string[];
  readonly 'x-end-of-options'?: boolean;
  readonly 'x-old-flags'?: boolean;
  readonly 'x-syntax'?: readonly string[];
  readonly 'x-arguments-first'?: boolean;
  /** The kind of text that it reads on standard input. Absent: as its arguments say, such as `absent: standard input`. False: it wants a terminal. */
  readonly 'x-stdin'?: StdinInput | false;
}

/** The facts that people wrote about a tool. A shim has the commands that the table of effects has rows for, and no others. */
export interface ToolStructure {
  /** Where its commands come from; the first that has a command counts. Absent: all of it is written by hand. */
  readonly sources?: readonly ('help' | 'fig')[];
  /** File of `@withfig/autocomplete`. Absent: named as the tool. */
  readonly fig?: string;
  /** Files that it is joined from. */
  readonly figParts?: readonly string[];
  /** Of the program, where its help does not say. */
  readonly version?: string;
  readonly description: string;
  readonly homepage?: string;
  /** @see AtipTool */
  readonly 'x-end-of-options'?: boolean;
  readonly 'x-value-style'?: NonNullable<AtipTool['x-value-style']>;
  /** @see AtipTool */
  readonly 'x-reads'?: readonly string[];
  /** @see AtipTool */
  readonly 'x-caches'?: readonly string[];
  /** @see AtipTool */
  readonly 'x-credentials'?: readonly string[];
  /** Names of the variables that hold a login. */
  readonly login?: readonly string[];
  /** Commands that say whether one is logged in, and by which a person logs in. */
  readonly loginCheck?: string;
  readonly loginSetup?: string;
  /** True: without a login it can do next to nothing. */
  readonly loginRequired?: boolean;
  /** Flags that print help or the version and do nothing else. Absent: `--help` and `--version`. */
  readonly about?: readonly string[];
  /** Flags that are left out wherever they stand. */
  readonly omit?: readonly string[];
  /** Options that several commands have, each in the form of `readOption`: a command names the set in `with`. */
  readonly sets?: Readonly<Record<string, readonly string[]>>;
  /** As `with` of a command, for the global options. */
  readonly with?: readonly string[];
  /** As `only` of a command, for the global options. */
  readonly globals?: readonly string[];
  /** Fields of global options, as of a command. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** Other names of the groups of commands at the top. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** By the words after the tool's name; "" is the tool itself. */
  readonly commands?: Readonly<Record<string, CommandStructure>>;
}

/** A line of `effects/*.tsv`: what a command does, or what one of its parameters adds. */
export interface TableRow {
  /** Such as `git push`; its first word is the tool. */
  readonly command: string;
  /** True, written `git *`: the row holds for these options and arguments of every command, and for the global ones. */
  readonly everywhere: boolean;
  /** Flags, or names of arguments, that have the effects when a call gives them, with `=GLOB` for some values. Empty: the command itself. */
  readonly parameters: readonly string[];
  /** As they stand in the table, see `effects/README.md`. */
  readonly words: readonly string[];
  readonly reason: string;
  /** Such as `effects/git.tsv:12`, for messages. */
  readonly at: string;
}

/** Notes a place where table, structure and sources do not fit together, so that all of them are seen at once. */
export type Fail = (message: string) => void;
