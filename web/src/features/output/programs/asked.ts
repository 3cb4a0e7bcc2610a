import type { CommandFilter, Provider, ProviderTool } from '@atip/core';

export interface Asked {
  readonly provider: Provider;
  readonly strict: boolean;
  /** True: descriptions include examples. Absent: they do not. */
  readonly examples?: boolean;
  /** Of the tool, made of letters, digits, `.`, `_` and `-`: it is used in file names, code and comments. */
  readonly name: string;
  readonly model: string;
  /** Absent: all commands. */
  readonly filter: CommandFilter | undefined;
  readonly tools: readonly ProviderTool[];
}

/** The words after `atip` that compile the same tools. */
export function compileWords({
  name,
  provider,
  strict,
  examples,
  filter: { commands, depth } = {},
}: Asked): readonly string[] {
  return [
    ...['compile', name, '--to', provider, ...(strict ? ['--strict'] : []), ...(examples ? ['--examples'] : [])],
    ...(commands ? ['--commands', commands.join(',')] : []),
    ...(depth === undefined ? [] : ['--depth', String(depth)]),
  ];
}
