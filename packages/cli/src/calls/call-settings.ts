import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type ExecutionPolicy, POLICY_PRESETS, type PolicyPresetName } from '@atip/core';
import { policyProblems, withPolicyDefaults } from '@atip/core/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';

/**
 * Reads the policy that `--policy` names: a preset, or a file with fields over the defaults. No misspelt field is passed over,
 * since it would restrict nothing.
 * @param named Absent: `standard`. A file that is called like a preset is named with its directory, `./ci`.
 * @throws CliError `invalid` for what is no policy, `io` when the file cannot be read
 */
export async function readPolicy(named: string | undefined, host: CliHost): Promise<ExecutionPolicy> {
  if (named === undefined) return POLICY_PRESETS.standard;
  if (isPreset(named)) return POLICY_PRESETS[named];
  const { name, text } = await readSource(named, host);
  const refuse = (problem: string): CliError =>
    new CliError(EXIT.invalid, `The policy ${name} ${problem.replace(/\.?$/, '.')}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('is not JSON');
  }
  const [problem] = policyProblems(value);
  if (problem) throw refuse(`cannot be applied: ${problem.message}`);
  // It has just been found to have no problem.
  return withPolicyDefaults(value as ExecutionPolicy);
}

function isPreset(name: string): name is PolicyPresetName {
  return Object.hasOwn(POLICY_PRESETS, name);
}

/** The directory in which calls run, absolute; `--cwd`, or the current one. @throws CliError `usage` when that is none */
export async function callDirectory(named: string | undefined, { cwd }: Pick<CliHost, 'cwd'>): Promise<string> {
  if (named === undefined) return cwd;
  const path = resolve(cwd, named);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw new CliError(EXIT.usage, `--cwd must name a directory, and ${path} is none.`);
  return path;
}

/** On whose behalf calls are made here: the account's name, or its number where it has none. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // Node throws this for an account that the system does not list, as in containers.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
