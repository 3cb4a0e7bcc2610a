import type { AtipOption, AtipTool } from '@atip/core';

/** What is said by hand of a command, where its source is wrong or silent. */
export interface CommandStructure {
  readonly description?: string;
  /** Instead of those of the source, each as `readArgument` has it. */
  readonly arguments?: readonly string[];
  /** Flags of options that are left out: of no use to a model, or such that no argv of ours can give them. */
  readonly omit?: readonly string[];
  /** The only options that stay, by one of their flags, in this order. */
  readonly only?: readonly string[];
  /** Fields of options by one of their flags; an option that no source has needs all of them. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** True: options that only a later source has are added. */
  readonly more?: boolean;
  readonly examples?: readonly string[];
  readonly 'x-end-of-options'?: boolean;
}

/** What is said by hand of a tool. A shim has the commands that the table of effects has rows for, and no others. */
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
  /** Flags that are left out wherever they stand. */
  readonly omit?: readonly string[];
  /** As `only` of a command, for the global options. */
  readonly globals?: readonly string[];
  /** Fields of global options, as of a command. */
  readonly options?: Readonly<Record<string, Partial<AtipOption>>>;
  /** By the words after the tool's name; "" is the tool itself. */
  readonly commands?: Readonly<Record<string, CommandStructure>>;
}
