import type { CompiledOutput } from './compile-protocol.ts';
import { PROVIDER_LABELS } from './providers.ts';

export interface Health {
  /** For example `"167 tools"`. */
  readonly tools: string;
  /** For example `"39 over OpenAI's limit of 128"`; absent within the limit. */
  readonly excess?: string;
  /** For example `"12 of 167 commands"`, or `"from 167 commands"`; absent where each command is a tool. */
  readonly commands?: string;
  /** For example `"12 losses"`: what the provider is not told, or in other words. */
  readonly losses: string;
  /** For example `"61 kB"`: UTF-8, compact JSON. */
  readonly size: string;
}

/** The output in numbers. */
export function healthOf(output: CompiledOutput): Health {
  const limit = output.maxTools;
  const over = limit === null ? 0 : output.tools - limit;
  return {
    tools: countOf(output.tools, 'tool'),
    ...(over > 0 && { excess: `${over} over ${PROVIDER_LABELS[output.provider]}'s limit of ${limit}` }),
    ...commandsPart(output),
    losses: countOf(output.losses, 'loss'),
    size: sizeOf(output.bytes),
  };
}

function commandsPart({ tools, commands: { total, included } }: CompiledOutput): Pick<Health, 'commands'> {
  if (included < total) return { commands: `${included.toLocaleString('en')} of ${countOf(total, 'command')}` };
  return tools === total ? {} : { commands: `from ${countOf(total, 'command')}` };
}

/** `"1 tool"`, `"2 tools"`, `"3 losses"`; thousands are grouped the English way. */
export function countOf(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : ending}`;
}

/** Bytes for a person: `"812 B"`, `"61 kB"`, `"1.4 MB"`; decimal units. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
