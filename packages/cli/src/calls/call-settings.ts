import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type ExecutionPolicy, POLICY_PRESETS, type PolicyPresetName, readJson } from '@atip/core';
import { findNode, policyProblems } from '@atip/core/internal';
import { type ConfigurationProblem, type LoadedConfiguration, loadConfiguration, withPolicy } from '@atip/node';
import { type CliHost, CliError, EXIT, systemFailure } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';
import { plainLine } from '../terminal/text.ts';

/** Of `--policy`, for the help of each command that has it. */
export const POLICY_OPTION =
  "a preset (open, standard, read-only, no-network, ci) or a JSON file, in place of the configuration's policy";

/**
 * Reads the configuration for a directory, with the policy that `--policy` names in place of its own: a preset, or a file with fields
 * over the defaults. No misspelt field is passed over, since it would restrict nothing.
 * @param named Absent: the configuration's policy. A file that is called like a preset is named with its directory, `./ci`.
 * @throws CliError `invalid` for what is no policy and for a configuration that is refused, `io` when a file cannot be read
 */
export async function readSettings(
  named: string | undefined,
  cwd: string,
  host: CliHost,
): Promise<LoadedConfiguration> {
  const loaded = await loadConfiguration({ env: host.env, cwd }).catch((error: unknown) => {
    throw systemFailure(error, 'The configuration cannot be read');
  });
  const broken = loaded.problems.find(({ severity }) => severity === 'error');
  if (broken) throw new CliError(EXIT.invalid, `The configuration is refused. ${describeProblem(broken)}`);
  return named === undefined ? loaded : readNamedPolicy(named, loaded, host);
}

/** Says what of the configuration is left out, on standard error. */
export function warnOfConfiguration({ problems }: LoadedConfiguration, { stderr }: CliHost): void {
  for (const problem of problems) stderr.write(`atip: ${plainLine(describeProblem(problem))}\n`);
}

/** Shape: `/home/me/.config/agent-tools/config.json:3: "polcy" is not a field of a configuration. …` */
export function describeProblem({ file, line, message }: ConfigurationProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

async function readNamedPolicy(
  named: string,
  loaded: LoadedConfiguration,
  host: CliHost,
): Promise<LoadedConfiguration> {
  if (isPreset(named)) return withPolicy(loaded, POLICY_PRESETS[named], () => `--policy ${named}`);
  const { name, text } = await readSource(named, host);
  const { root, lines } = readJson(text);
  const refuse = (problem: string): CliError =>
    new CliError(EXIT.invalid, `The policy ${name} ${problem.replace(/([^.?])$/, '$1.')}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('is not JSON');
  }
  const lineOf = (part: string): number => {
    const found = root && findNode(root, part === '' ? [] : part.split('/'));
    return lines.positionAt(found?.member?.keyStart ?? found?.node.start ?? 0).line;
  };
  const [problem] = policyProblems(value);
  if (problem) throw refuse(`cannot be applied: ${problem.message}`);
  // It has just been found to have no problem.
  return withPolicy(loaded, value as ExecutionPolicy, (part) => `${name}:${lineOf(part)}`);
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
