import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ExecutionPolicy, HeldDelegation } from '@atip/core';
import { policyProblems, withPolicyDefaults, stated } from '@atip/core/internal';
import type { Configuration, CredentialGrant } from './configuration-fields.ts';
import { tightenPolicy, withDelegation } from './delegations.ts';
import { type ConfigurationFile, type ConfigurationProblem, readConfiguration } from './read-configuration.ts';
import { readSize, readTimeout, type RunLimits } from './run-limits.ts';
import { allowedOr, unlessRefused } from '../files/system-error.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import type { Signer } from '../trust/signers.ts';

/** The effective configuration; only values without a default may be absent. */
export interface Settings {
  /** Complete: missing fields come from its preset, by default `standard`. */
  readonly policy: ExecutionPolicy;
  readonly environment: NonNullable<Configuration['environment']>;
  readonly credentials: Readonly<Record<string, CredentialGrant>>;
  /** Absolute. */
  readonly readable: readonly string[];
  /** Absolute. */
  readonly writable: readonly string[];
  readonly limits: RunLimits;
  readonly redact: readonly string[];
  readonly skip: readonly string[];
  readonly probe: NonNullable<Configuration['probe']>;
  readonly audit: NonNullable<Configuration['audit']>;
  /** From the person and the system; their files are absolute. */
  readonly signers: readonly Signer[];
}

export interface LoadedConfiguration {
  readonly settings: Settings;
  /** Maps a JSON pointer without its first slash (`policy/rules/2`, `environment/gh`) to file and line. */
  readonly origins: ReadonlyMap<string, string>;
  /** The files of the system, the person, and the project if it has one. */
  readonly files: readonly ConfigurationFile[];
  /** True if a person trusts exactly these bytes of the project's file, which may then loosen the policy. */
  readonly isProjectTrusted: boolean;
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * Reads and merges configuration: rules and lists of the project, the person and the system in this order; for single
 * values the first file wins.
 *
 * A project's file can only make the policy stricter (`tightenPolicy`) until a person trusts its bytes; loosening parts
 * are ignored with a warning. Never throws for the content of files; with a problem of severity `error` the result must
 * not be used for decisions.
 *
 * @param where `cwd`: absolute; the project's file is the nearest `.atip/config.json` in it or above, except the home's
 * @throws ExecutionError when the list of trusted projects cannot be read; the system's error
 * @see ATIP RFC 4
 * @example
 * ```ts
 * import { loadConfiguration } from '@atip/node';
 * const { settings, problems } = await loadConfiguration({ env: process.env, cwd: process.cwd() });
 * for (const { file, message } of problems) console.error(file, message);
 * console.log(settings.policy);
 * ```
 */
export async function loadConfiguration({
  env,
  cwd,
  system = SYSTEM_FILE,
}: {
  readonly env: Environment;
  readonly cwd: string;
  readonly system?: string;
}): Promise<LoadedConfiguration> {
  const paths = xdgPaths(env);
  const [ofSystem, ofPerson] = await Promise.all([
    readConfiguration('system', system),
    readConfiguration('person', join(paths.config, 'config.json')),
  ]);
  const projectPath = findProject(cwd, xdgPaths(env).home);
  const ofProject = projectPath === undefined ? undefined : await readConfiguration('project', projectPath);
  const isProjectTrusted = ofProject?.state === 'read' && (await isTrusted(ofProject, paths.state));
  const files = [ofSystem, ofPerson, ...(ofProject ? [ofProject] : [])];
  const believed = [...(ofProject && isProjectTrusted ? [ofProject] : []), ofPerson, ofSystem];
  const merged = mergeFiles(believed, xdgPaths(env).home);
  const untrusted = ofProject && !isProjectTrusted ? ofProject : undefined;
  const held = untrusted ? tightened(merged, untrusted) : { ...merged, problems: [] };
  const strangers = isProjectTrusted && ofProject?.value.signers ? [signersProblem(ofProject)] : [];
  const known = withPolicyDefaults(held.settings.policy);
  // From every file, trusted or not, because a delegation only narrows.
  const delegating = files.filter(({ value }) => value.delegation !== undefined);
  const policy = delegating.reduce(
    (whole, { value, path, lineOf }) => withDelegation(whole, value.delegation, `of ${path}:${lineOf('delegation')}`),
    known,
  );
  const tooMany = policyProblems(known).map(({ message }) => ({
    file: ofPerson.path,
    message,
    severity: 'error' as const,
  }));
  return {
    settings: { ...held.settings, policy },
    origins: new Map([
      ...held.origins,
      ...delegating.map(({ path, lineOf }, at): [string, string] => [
        `policy/delegations/${at}`,
        `${path}:${lineOf('delegation')}`,
      ]),
    ]),
    files,
    isProjectTrusted,
    problems: [...files.flatMap(({ problems }) => problems), ...held.problems, ...strangers, ...tooMany],
  };
}

function signersProblem({ path, lineOf }: ConfigurationFile): ConfigurationProblem {
  const message = '"signers" is left out: only your own file and the system\'s say whose signatures count.';
  return { file: path, line: lineOf('signers'), message, severity: 'warning' };
}

/** Loads the list only for projects with a configuration, because an agent's hook starts a process for each line. */
async function isTrusted({ path, digest }: ConfigurationFile, state: string): Promise<boolean> {
  const { trustedProjects } = await import('./trusted-projects.ts');
  return trustedProjects(state).has(path, digest);
}

/**
 * Replaces the policy of a configuration for one command; the other fields stay.
 * @example
 * ```ts
 * import { loadConfiguration, withPolicy } from '@atip/node';
 * const loaded = await loadConfiguration({ env: process.env, cwd: process.cwd() });
 * withPolicy(loaded, { preset: 'read-only' }, (part) => `policy.json, ${part}`).settings.policy;
 * ```
 */
export function withPolicy(
  loaded: LoadedConfiguration,
  policy: ExecutionPolicy,
  originOf: (part: string) => string,
): LoadedConfiguration {
  const network = policy.network ?? loaded.settings.policy.network;
  const { delegations } = loaded.settings.policy;
  const whole = withPolicyDefaults(stated({ ...policy, network, delegations: delegations ?? policy.delegations }));
  const others = [...loaded.origins].filter(
    ([part]) =>
      !part.startsWith('policy/') ||
      part.startsWith('policy/delegations/') ||
      (part === 'policy/network' && !policy.network),
  );
  const own = partsOf(policy).map((part): [string, string] => [`policy/${part}`, originOf(part)]);
  return { ...loaded, settings: { ...loaded.settings, policy: whole }, origins: new Map([...others, ...own]) };
}

/** Replaces the limits of a configuration that an option states, as `--timeout` does. */
export function withLimits(loaded: LoadedConfiguration, { timeout, maxOutput }: RunLimits): LoadedConfiguration {
  const limits = stated({ ...loaded.settings.limits, ...stated({ timeout, maxOutput }) });
  const origins = new Map(loaded.origins);
  if (timeout !== undefined) origins.set('limits/timeout', '--timeout');
  if (maxOutput !== undefined) origins.set('limits/maxOutput', '--max-output');
  return { ...loaded, settings: { ...loaded.settings, limits }, origins };
}

/** Adds a delegation to a configuration, as `--delegation` does. */
export function underDelegation(loaded: LoadedConfiguration, held: HeldDelegation): LoadedConfiguration {
  const { settings, origins } = loaded;
  const policy = withDelegation(settings.policy, held.delegation, held.origin);
  const part = `policy/delegations/${(policy.delegations?.length ?? 1) - 1}`;
  return {
    ...loaded,
    settings: { ...settings, policy },
    origins: new Map([...origins, [part, held.origin.replace(/^of /, '')]]),
  };
}

/**
 * Names the place of the policy part that decided: `/home/me/.config/agent-tools/config.json:7`, or its preset.
 * @param part as in `PolicyDecision.rule`
 * @example
 * ```ts
 * import { loadConfiguration, originOf } from '@atip/node';
 * const loaded = await loadConfiguration({ env: process.env, cwd: process.cwd() });
 * originOf(loaded, 'allowDestructive'); // '/home/me/.config/agent-tools/config.json:7'
 * ```
 */
export function originOf(
  { settings, origins }: Pick<LoadedConfiguration, 'settings' | 'origins'>,
  part: string,
): string {
  const own = origins.get(`policy/${part}`);
  if (own !== undefined) return own;
  const { preset = 'standard' } = settings.policy;
  const named = origins.get('policy/preset');
  return `the preset "${preset}"${named === undefined ? '' : `, ${named}`}`;
}

interface Merged {
  readonly settings: Settings;
  readonly origins: Map<string, string>;
}

/** @param files highest precedence first */
function mergeFiles(files: readonly ConfigurationFile[], home: string): Merged {
  const origins = new Map<string, string>();
  const note = (part: string, file: ConfigurationFile, place = part): void => {
    if (!origins.has(part)) origins.set(part, `${file.path}:${file.lineOf(place)}`);
  };
  const listed = (key: 'readable' | 'writable' | 'redact' | 'skip'): readonly string[] =>
    files
      .flatMap((file) => (file.value[key] ?? []).map((item, index) => ({ item, index, file })))
      .map(({ item, index, file }, at) => {
        note(`${key}/${at}`, file, `${key}/${index}`);
        return key === 'readable' || key === 'writable' ? absolute(item, file, home) : item;
      });
  const keyed = <Value>(key: 'environment' | 'credentials' | 'limits' | 'probe' | 'audit'): Record<string, Value> => {
    const result: Record<string, Value> = Object.create(null) as Record<string, Value>;
    for (const file of files)
      for (const [name, value] of Object.entries(file.value[key] ?? {})) {
        if (!(name in result)) result[name] = value as Value;
        note(`${key}/${name}`, file);
      }
    return { ...result };
  };
  // `false` in a person's file revokes the system's grant.
  const grants = Object.entries(keyed<CredentialGrant | false>('credentials')).flatMap(
    ([tool, grant]): [string, CredentialGrant][] => (grant === false ? [] : [[tool, grant]]),
  );
  const audit: Settings['audit'] = keyed('audit');
  const limits = keyed('limits');
  files
    .filter(({ layer }) => layer !== 'project')
    .flatMap((file) => (file.value.signers ?? []).map((_signer, index) => ({ file, index })))
    .forEach(({ file, index }, at) => void note(`signers/${at}`, file, `signers/${index}`));
  return {
    settings: {
      policy: mergePolicies(files, note),
      environment: keyed('environment'),
      credentials: Object.fromEntries(grants),
      readable: listed('readable'),
      writable: listed('writable'),
      limits: stated({ timeout: readTimeout(limits['timeout']), maxOutput: readSize(limits['maxOutput']) }),
      redact: listed('redact'),
      skip: listed('skip'),
      probe: keyed('probe'),
      signers: signersOf(files, home),
      audit: audit.path === undefined ? audit : { ...audit, path: audit.path.replace(/^~(?=\/)/, home) },
    },
    origins,
  };
}

function mergePolicies(
  files: readonly ConfigurationFile[],
  note: (part: string, file: ConfigurationFile, place?: string) => void,
): ExecutionPolicy {
  const fields: Record<string, unknown> = {};
  const levels: Record<string, unknown> = {};
  const rules: NonNullable<ExecutionPolicy['rules']>[number][] = [];
  for (const file of files) {
    const { levels: ownLevels = {}, rules: ownRules = [], ...own } = file.value.policy ?? {};
    for (const [key, value] of Object.entries(own)) {
      fields[key] ??= value;
      note(`policy/${key}`, file);
    }
    if (file.value.network !== undefined && fields['network'] === undefined) {
      fields['network'] = file.value.network;
      note('policy/network', file, 'network');
    }
    for (const [level, decision] of Object.entries(ownLevels)) {
      levels[level] ??= decision;
      note(`policy/levels/${level}`, file);
    }
    ownRules.forEach((rule, index) => {
      note(`policy/rules/${rules.length}`, file, `policy/rules/${index}`);
      rules.push(rule);
    });
  }
  // The files were checked, and merging valid policies gives a valid one.
  return stated({
    preset: 'standard',
    ...fields,
    levels,
    rules: rules.length > 0 ? rules : undefined,
  }) as ExecutionPolicy;
}

/** The fields that a project's file may set before a person trusts it. */
const TIGHTENING: readonly string[] = ['policy', 'network', 'delegation', '$schema'];

function tightened(merged: Merged, file: ConfigurationFile): Merged & { readonly problems: ConfigurationProblem[] } {
  const { policy: own = {}, network, ...rest } = file.value;
  const asked = stated({ ...own, network: own.network ?? network });
  const { policy, taken, leftOut } = tightenPolicy(merged.settings.policy, asked);
  const placeOf = (part: string): string =>
    part === 'network' && own.network === undefined ? 'network' : `policy/${part}`;
  const left = [...leftOut.map(placeOf), ...Object.keys(rest).filter((key) => !TIGHTENING.includes(key))];
  const added = (policy.rules?.length ?? 0) - (merged.settings.policy.rules?.length ?? 0);
  const moved = [...merged.origins].map(([part, origin]): [string, string] => {
    const index = /^policy\/rules\/(\d+)$/.exec(part)?.[1];
    return [index === undefined ? part : `policy/rules/${Number(index) + added}`, origin];
  });
  const tightening = [...taken].map(([part, from]): [string, string] => [
    `policy/${part}`,
    `${file.path}:${file.lineOf(placeOf(from))}`,
  ]);
  return {
    settings: { ...merged.settings, policy },
    origins: new Map([...moved, ...tightening]),
    problems: left.map((part) => ({
      file: file.path,
      line: file.lineOf(part),
      message: `${JSON.stringify(part)} is left out: this project's file may only make the policy stricter until you have read it and run: atip trust ${JSON.stringify(dirname(dirname(file.path)))}`,
      severity: 'warning',
    })),
  };
}

function partsOf({ levels = {}, rules = [], ...fields }: ExecutionPolicy): string[] {
  return [
    ...Object.keys(fields),
    ...Object.keys(levels).map((level) => `levels/${level}`),
    ...rules.map((_rule, index) => `rules/${index}`),
  ];
}

/** Relative paths of a project's file start at the project. */
function absolute(path: string, { layer, path: file }: ConfigurationFile, home: string): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(layer === 'project' ? dirname(dirname(file)) : home, path);
}

/**
 * The nearest `.atip/config.json` from a directory upwards, up to the home or the root; resolves links in the path
 * first.
 */
function findProject(cwd: string, home: string): string | undefined {
  const realOf = (path: string): string => allowedOr(path, () => realpathSync(path));
  const [start, end] = [realOf(cwd), realOf(home)];
  for (let directory = start; directory !== end; directory = dirname(directory)) {
    const path = join(directory, '.atip', 'config.json');
    const isThere = unlessRefused(
      () => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
      (code) => code !== 'ENOTDIR',
    );
    if (isThere) return path;
    if (dirname(directory) === directory) return undefined;
  }
  return undefined;
}

/** The system's configuration. */
const SYSTEM_FILE = '/etc/agent-tools/config.json';

/** Reads the trusted signers of this machine; an invalid configuration has none. */
export async function loadSigners(env: Environment, system: string = SYSTEM_FILE): Promise<readonly Signer[]> {
  const files = await Promise.all([
    readConfiguration('person', join(xdgPaths(env).config, 'config.json')),
    readConfiguration('system', system),
  ]);
  return signersOf(files, xdgPaths(env).home);
}

/** The signers in the files of a person and of the system. A project's file cannot add any, even if it is trusted. */
function signersOf(files: readonly Pick<ConfigurationFile, 'layer' | 'value'>[], home: string): Signer[] {
  const place = (path: string): string => (path.startsWith('~/') ? join(home, path.slice(1)) : path);
  return files
    .filter(({ layer }) => layer !== 'project')
    .flatMap(({ value }) => value.signers ?? [])
    .map(({ key, trustRoot, ...signer }) =>
      stated({ ...signer, key: key && place(key), trustRoot: trustRoot && place(trustRoot) }),
    );
}
