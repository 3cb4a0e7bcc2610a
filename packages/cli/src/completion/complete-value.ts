import { POLICY_PRESETS } from '@atip/core';
import type { Argument, Option } from 'commander';
import { valueType } from '../agent/value-type.ts';
import type { Completion, Completions } from './completion.ts';
import type { KnownNames } from './known-names.ts';

/** Arguments that are names which only this machine knows, by command and argument. */
export const NAME_ARGUMENTS: Readonly<Record<string, 'tools' | 'commands' | 'documents'>> = {
  'show name': 'tools',
  'run name': 'commands',
  'compile source': 'documents',
  'prompt source': 'documents',
};

/** Says what an argument can be. @param command words of the command that takes it */
export async function completeArgument(command: string, argument: Argument, names: KnownNames): Promise<Completions> {
  const { argChoices } = argument;
  if (argChoices) return choices(argChoices);
  const source = NAME_ARGUMENTS[`${command} ${argument.name()}`];
  if (source === undefined) return ofType(argument.name());
  if (source === 'documents') return { ...ofType('file'), values: await names.tools() };
  return { ...ofType(''), values: await names[source]() };
}

/** Says what the value of an option can be. */
export function completeOptionValue(option: Option): Completions {
  if (option.argChoices) return choices(option.argChoices);
  const type = ofType(/[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? '');
  // Presets stand for policies that would otherwise be files.
  return option.name() === 'policy' ? { ...type, values: choices(Object.keys(POLICY_PRESETS)).values } : type;
}

/** Texts of a fixed set. */
function choices(texts: readonly string[]): Completions {
  return { values: texts.map((value): Completion => ({ value, description: '' })), paths: 'none', beforePath: '' };
}

function ofType(name: string): Completions {
  const type = valueType(name);
  const paths = type === 'file' ? 'files' : type === 'directory' ? 'directories' : 'none';
  return { values: [], paths, beforePath: '' };
}
