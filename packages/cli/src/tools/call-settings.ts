import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import {
  AtipError,
  type AtipTool,
  type ExecutionPolicy,
  flattenCommands,
  type HeldDelegation,
  POLICY_PRESETS,
  type PolicyPresetName,
} from '@atip/core';
import { didYouMean, readJson, findNode, nearestName, policyProblems } from '@atip/core/internal';
import {
  type ConfigurationProblem,
  createHost,
  type Host,
  type HostOptions,
  type LoadedConfiguration,
  loadConfiguration,
  withPolicy,
} from '@atip/node';
import { delegatedTools, parseDelegation, underDelegation, withLimits } from '@atip/node/internal';
import { type Command, Option } from 'commander';
import { type CliHost, CliError, EXIT, orFail, type CliOptions } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';
import { countOf, plainLine } from '../terminal/text.ts';
import { idleProblems } from './known-tools.ts';

/** Help of `--policy`, for each command that has it. */
export const POLICY_OPTION =
  "a preset (open, standard, read-only, no-network, ci) or a JSON file, in place of the configuration's policy";

/** `--delegation`, for each command that lists tools or makes calls. All given files apply, so that none replaces another. */
export function delegationOption(): Option {
  const what = 'a JSON file with the delegated tools, commands and effects; it only narrows, and no rule overrides it';
  return repeated('--delegation <file>', `${what}; may be repeated`);
}

/** Adds the options of commands that make calls; `lasting` says how long their `/tmp` lives. */
export function addCallOptions(command: Command, lasting: string): Command {
  return command
    .option('--policy <file>', POLICY_OPTION)
    .addOption(delegationOption())
    .option('--cwd <dir>', 'directory in which calls run (default: the current one)')
    .addOption(
      repeated(
        '--writable <dir>',
        'directory that tools may change if their document says that they write; may be repeated',
        'that of --cwd',
      ),
    )
    .option('--tmp <dir>', `directory for the tools' /tmp (default: one of their own, removed after ${lasting})`);
}

/** A repeatable option. @param none the default in words */
export function repeated(flags: string, description: string, none = 'none'): Option {
  const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  return new Option(flags, description).argParser(collect).default([], none);
}

/** `--sandbox` of the commands that ask a program about itself. */
export function sandboxOption(description: string): Option {
  return new Option('--sandbox <mode>', description).choices(['required', 'off']).default('required');
}

/**
 * Makes the host of calls out of configuration and options, the same way for every command that makes some.
 * @param more tools, and options of one command
 * @throws CliError `usage` for a directory that does not exist, and as `readSettings`
 */
export async function readHost(options: Partial<CliOptions>, cli: CliHost, more: HostOptions = {}): Promise<CallHost> {
  const cwd = await directoryOf('--cwd', options.cwd, cli);
  const tmp = options.tmp === undefined ? more.tmp : await directoryOf('--tmp', options.tmp, cli);
  const named = await Promise.all((options.writable ?? []).map((path) => directoryOf('--writable', path, cli)));
  const configuration = withLimits(await readSettings(options.policy, cwd, cli, options.delegation), options);
  const { credentials, environment, writable } = configuration.settings;
  const host = createHost({
    ...more,
    configuration,
    cwd,
    tmp,
    env: cli.env,
    writable: named.length > 0 ? [...named, ...writable] : undefined,
    credentials: { ...credentials, ...more.credentials },
    environment: { ...environment, ...more.environment },
  });
  return { ...host, configuration };
}

/** A host whose configuration was read. */
export type CallHost = Host & { readonly configuration: LoadedConfiguration };

/**
 * Reads the configuration for a directory; the policy of `--policy` replaces the configured one. It is a preset, or a file with fields
 * over the defaults. A misspelt field is an error, because it would restrict nothing.
 * @param named Absent: the configuration's policy. A file with the name of a preset is given with its directory, `./ci`.
 * @param delegations files that only narrow. Absent: what the configuration delegates
 * @throws CliError `invalid` for an invalid policy and for a refused configuration, `io` when a file cannot be read
 */
export async function readSettings(
  named: string | undefined,
  cwd: string,
  host: CliHost,
  delegations: readonly string[] = [],
): Promise<LoadedConfiguration> {
  const loaded = await orFail('The configuration cannot be read', loadConfiguration({ env: host.env, cwd }));
  const broken = loaded.problems.find(({ severity }) => severity === 'error');
  if (broken) throw new CliError(EXIT.invalid, `The configuration is refused. ${describeProblem(broken)}`);
  const decided = named === undefined ? loaded : await readNamedPolicy(named, loaded, host);
  const held = await Promise.all(delegations.map((file) => readDelegation(file, host)));
  return held.reduce(underDelegation, decided);
}

/** @throws CliError `invalid` for an invalid delegation, `io` when the file cannot be read */
async function readDelegation(file: string, host: CliHost): Promise<HeldDelegation> {
  const { name, text } = await readSource(file, host);
  return orInvalid(() => parseDelegation(text, name));
}

/**
 * The tools that the configuration and `--delegation` allow, for commands that list them to a model; reports the tools that it leaves out.
 * @throws CliError `invalid` when a delegation denies an unknown command
 */
export async function delegatedOf(
  tools: readonly AtipTool[],
  delegations: readonly string[] | undefined,
  host: CliHost,
): Promise<AtipTool[]> {
  const { settings } = await readSettings(undefined, host.cwd, host, delegations);
  const found = tools.map((tool) => ({ tool }));
  const left = orInvalid(() => delegatedTools(found, settings.policy).map(({ tool }) => tool));
  const count = (all: readonly AtipTool[]): number => all.flatMap((tool) => flattenCommands(tool)).length;
  const gone = settings.policy.delegations ? count(tools) - count(left) : 0;
  if (gone > 0) host.stderr.write(`${countOf(gone, 'command')} left out: not delegated\n`);
  return left;
}

/** @throws CliError `invalid` for an error of ours */
function orInvalid<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    throw new CliError(EXIT.invalid, error.message, { cause: error });
  }
}

/** Reports ignored parts of the configuration on standard error. */
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
  const presets = Object.keys(POLICY_PRESETS);
  const near = nearestName(named, presets);
  const { name, text } = await readSource(named, host).catch((error: unknown) => {
    // A path is no preset.
    if (!(error instanceof CliError) || (near === undefined && /[./\\]/.test(named))) throw error;
    const hint =
      near === undefined ? ` The presets are ${presets.join(', ')}.` : didYouMean(near, (one) => `the preset ${one}`);
    throw new CliError(error.exitCode, `${error.message}${hint}`, { cause: error });
  });
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
  // It was just found to have no problem.
  const policy = value as ExecutionPolicy;
  const idle = await idleProblems(policy.rules, host, (index) => ({ file: name, line: lineOf(`rules/${index}`) }));
  const problems = [...loaded.problems, ...idle];
  return withPolicy({ ...loaded, problems }, policy, (part) => `${name}:${lineOf(part)}`);
}

function isPreset(name: string): name is PolicyPresetName {
  return Object.hasOwn(POLICY_PRESETS, name);
}

/** The directory of an option, absolute; the current one by default. @throws CliError `usage` when it is not a directory */
export async function directoryOf(
  option: string,
  named: string | undefined,
  { cwd }: Pick<CliHost, 'cwd'>,
): Promise<string> {
  if (named === undefined) return cwd;
  const path = resolve(cwd, named);
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw new CliError(EXIT.usage, `${option} must name a directory, and ${path} is not one.`);
  return path;
}

/** The user who makes calls here: the account's name, or its number without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // Node throws this for an account that the system does not list, as in containers.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
