import { stated } from '@atip/core/internal';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type {
  AtipEffects,
  AtipTool,
  CommandMapping,
  RunOptions,
  SandboxMode,
  SandboxReport,
  ServedCheck,
} from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import type { PartCheck } from '@atip/shell';
import { findInstallation } from '../discover/find-installation.ts';
import { safeSearchPath } from '../discover/path-directories.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import { type Executable, findExecutable, resolveExecutable } from '../executables/find-executable.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { accountHome, isInside, resolveExisting } from '../files/real-path.ts';
import { allowedOr, unlessRefused } from '../files/system-error.ts';
import { type RunNetwork, openRunNetwork } from '../network/run-network.ts';
import { type Environment, toolEnvironment } from '../process/child-environment.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/launch-types.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { explainRun, hidePlaces, keptConfiguration } from './explain-run.ts';
import type { HostOptions } from './host.ts';
import { type OutputFiles, createOutputFiles } from './keep-output.ts';
import { type LineProgram, type ProgramLocator, assertSamePrograms, lineCommands } from './locate-program.ts';
import {
  type LoginAnswer,
  type LoginQuestion,
  type ToolGrant,
  cachesOf,
  createGrants,
  grantForRun,
  missedCredentials,
  settingsOf,
  valuesOf,
} from './tool-grant.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { heldDirectories, refuseHeld } from '../sandbox/held-directories.ts';
import type { GrantedSecrets, Sandbox, SandboxPlan, SandboxStatus, TemporaryFiles } from '../sandbox/sandbox.ts';
import { plantedNotes } from '../sandbox/watch-planted.ts';

export type ToolOutcome = ExecuteOutcome & {
  readonly sandbox: SandboxReport;
  /** The place of the run's temporary files. */
  readonly temporary?: TemporaryFiles | undefined;
};

interface CallPaths {
  /** The MCP server that answers the call. Absent: a program runs it. */
  readonly server?: ServedCheck['server'] | undefined;
  readonly cwd: string;
  /** Paths in the arguments that may be written, as the call gives them. */
  readonly written?: readonly string[];
  /** For a shell line: the commands that the shell starts, with their programs. */
  readonly line?: { readonly parts: readonly PartCheck[]; readonly programs: readonly LineProgram[] } | undefined;
}

/** Finds programs and starts them, sandboxed if their run requires it. */
export interface Machine extends ProgramLocator {
  /** The sandbox of this machine, tried on first use. */
  sandboxStatus(): Promise<SandboxStatus>;
  /** Why the required sandbox is impossible; undefined: it works, or is not required. */
  sandboxProblem(mode: SandboxMode, network?: RunOptions['network']): Promise<string | undefined>;
  /** The login that a tool needs and that a person can be asked for. */
  loginQuestion(tool: AtipTool): LoginQuestion | undefined;
  /**
   * Grants a tool its login or refuses it; either way it is not asked again. `always` writes it to the person's
   * configuration. @throws ExecutionError when that cannot be written
   */
  setLogin(tool: AtipTool, answer: LoginAnswer): Promise<void>;
  /** The values of a tool's granted credentials, which must stay secret. */
  secretsOf(tool: AtipTool): readonly string[];
  /**
   * Runs a program that was found. For a failed run the outcome's `reason` names the sandbox rule that it most likely
   * hit. @param argv for the program; the first element is its path
   * @throws ExecutionError when a required sandbox does not work here, when it would write one of `written` to a
   * temporary place, and like `executeCommand`
   */
  run(argv: readonly string[], program: Executable, options: RunOptions & CallPaths): Promise<ToolOutcome>;
  /** Stores outputs that are too long for a model. */
  readonly outputs: OutputFiles;
}

/**
 * Makes the machine that finds and starts programs here.
 * @throws ExecutionError when `variables` names one that would make programs run other code
 * @see ATIP 0.3 §6.1
 */
export function createMachine(settings: HostOptions): Machine {
  const { env: ours = process.env, variables = [], environment = {}, hidden = [], sandbox: ready } = settings;
  const inOrder = createQueue();
  const sandbox = ready ? async () => ready : makeOnce(() => createSandbox({ env: ours, hidden }));
  // Reports a wrong setting before any call.
  toolEnvironment(ours, [...variables, ...Object.values(environment).flat()]);
  const home = homeOf(ours);
  const directories = sharedDirectories(settings.tmp, ours);
  const grants = createGrants(settings, ours, home);
  const outputs = createOutputFiles();
  return {
    outputs,
    // One after the other: concurrent calls are asked about in their order.
    find: inOrder((name, found) =>
      found?.executable ? resolveExecutable(found.executable.foundAs) : findExecutable(name, ours),
    ),
    identify: inOrder(createExecutableIdentifier()),
    sandboxStatus: async () => (await sandbox()).status,
    sandboxProblem: async (mode, network) => problemOfMode(mode, network, sandbox),
    loginQuestion: grants.question,
    setLogin: grants.setLogin,
    secretsOf: (tool) => valuesOf(grants.of(tool), ours),
    async run(argv, program, options) {
      const { cwd, line: { parts = [], programs = [] } = {} } = options;
      const words = [...argv.slice(1), ...parts.flatMap((part) => part.words.map(({ text }) => text))];
      refuseHeld(await heldDirectories(xdgPaths(ours).state).list(), cwd, words);
      const { mapping } = options.call ?? {};
      const { grant, withheld } = grantForRun(mapping?.tool, options.line, grants);
      const env = environmentOf(ours, variables, grant);
      await assertSamePrograms(programs, env['PATH'] ?? '');
      const plan = await holdProgram(program, options, {
        settings,
        sandbox,
        home,
        env,
        grant: grant.secrets,
        directories,
      });
      assertLasts(plan, options, home);
      const { wrap, finish, temporary, network } = plan;
      const started = Date.now();
      const running = executeCommand(argv, {
        ...options,
        env: { ...env, ...network?.variables },
        executable: program.path,
        wrap,
      });
      await running.catch(() => null); // Also what a run left that failed is found and moved aside.
      network?.close();
      const kept = withTemporary((await finish?.()) ?? plan.report, temporary, { started, outputs });
      const outcome = await running;
      const { report: held, notices: missedHosts } = network?.finish(kept) ?? { report: kept, notices: [] };
      const missed = mapping && missedCredentials(mapping.tool, grant, ours);
      const needsLogin = mapping?.tool.authentication?.required === true;
      const { tool, effects = {} }: Partial<CommandMapping> = mapping ?? {};
      const known = { tool: tool?.name ?? '', effects, cwd, home, missed, needsLogin };
      const reason = explainRun({ ...plan, ...known, outcome, report: held, isLine: options.line !== undefined });
      const said = [...(outcome.notices ?? []), ...noticesOf(held, cwd), ...missedHosts, ...withheld];
      const notices = [...said, ...forbiddenNotices(parts, held), ...keptConfiguration({ outcome, report: held })];
      return stated({
        ...outcome,
        sandbox: held,
        temporary,
        notices: notices.length > 0 ? notices : undefined,
        reason: reason && hidePlaces(reason, [cwd]),
      });
    },
  };
}

function homeOf({ HOME = '' }: Environment): string {
  return isAbsolute(HOME) ? HOME : (accountHome() ?? '/');
}

/** The part of our environment that a tool gets. */
function environmentOf(env: Environment, variables: Iterable<string>, grant: ToolGrant): Record<string, string> {
  const given = toolEnvironment(env, [...variables, ...grant.variables]);
  const { agent } = grant.secrets;
  // If other users can add programs to a directory, neither the program nor its interpreter is looked up there.
  const inherited = { ...given, PATH: safeSearchPath(given) };
  return agent === undefined ? inherited : { ...inherited, SSH_AUTH_SOCK: agent };
}

/** Directories used as `/tmp` and for caches of runs; absent when they are removed with the run. */
interface OwnDirectories {
  readonly tmp?: string;
  /** Contains a directory for each program. */
  readonly caches?: string;
}

/** Makes them on first use. */
function sharedDirectories(tmp: HostOptions['tmp'], env: Environment): () => OwnDirectories {
  const make = (): OwnDirectories => {
    const own = tmp === null ? undefined : makePrivateTmp(xdgPaths(env).state);
    if (own === undefined) return tmp ? { tmp } : {};
    if (tmp) return { tmp, caches: own };
    const [shared, caches] = [join(own, 'tmp'), join(own, 'caches')];
    mkdirSync(shared);
    return { tmp: shared, caches };
  };
  let made: OwnDirectories | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The program's own cache directories: another program could plant files that it would trust. */
function cachesFor(program: string, places: readonly string[], own: string | undefined): TemporaryFiles[] {
  const name = digestOf(program);
  return places.map((at, index) => {
    if (own === undefined) return { at };
    const source = join(own, name, String(index));
    mkdirSync(source, { recursive: true, mode: 0o700 });
    return { at, source };
  });
}

function withTemporary(
  report: SandboxReport,
  { source }: Partial<TemporaryFiles> = {},
  { started, outputs }: { readonly started: number; readonly outputs: OutputFiles },
): SandboxReport {
  const names = source === undefined ? [] : changedSince(source, started).filter((name) => !outputs.isOurs(name));
  return source === undefined || names.length === 0 ? report : { ...report, temporary: { directory: source, names } };
}

/** Makes functions that run one at a time, in one common queue. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Args extends readonly unknown[], Result>(task: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const turn = last.then(() => task(...args));
      last = turn.catch(() => undefined);
      return turn;
    };
}

/** Makes a sandbox on first use. A failed attempt is repeated: a full disk may have space again. */
function makeOnce(make: () => Promise<Sandbox>): () => Promise<Sandbox> {
  let made: Promise<Sandbox> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Notices about files that a run left, without paths, for its model. The person sees the paths. */
function noticesOf({ planted, temporary }: SandboxReport, cwd: string): string[] {
  const notes = planted ? plantedNotes(planted).map((note) => hidePlaces(note, [cwd])) : [];
  if (!temporary) return notes;
  return [...notes, `Left in its /tmp, which later calls share: ${temporary.names.join(', ')}`];
}

function forbiddenNotices(parts: readonly PartCheck[], report: SandboxReport): string[] {
  if (!report.applied) return [];
  const named = (fits: (effects: AtipEffects) => boolean): string[] => [
    ...new Set(parts.flatMap((part) => (part.kind === 'program' && fits(part.effects) ? (part.program ?? []) : []))),
  ];
  const open = named(({ network, filesystem }) => network === undefined || filesystem?.write === undefined);
  const offline = report.network ? [] : named(({ network }) => network === true);
  return [
    ...(open.length > 0 && !report.network
      ? [
          `No document says whether ${open.join(', ')} may use the network or change files: the sandbox gave no more than the rest of the line states.`,
        ]
      : []),
    ...(offline.length > 0 && report.connections === undefined
      ? [`The policy field "network" gave this line no network, which ${offline.join(', ')} may need.`]
      : []),
  ];
}

async function problemOfMode(
  mode: SandboxMode,
  network: RunOptions['network'],
  sandbox: () => Promise<Sandbox>,
): Promise<string | undefined> {
  if (network !== undefined && (mode === 'off' || !(await sandbox()).status.available)) return UNHELD_NETWORK;
  return mode === 'required' ? problemOf((await sandbox()).status) : undefined;
}

function problemOf({ available, tested, reason = 'The sandbox of this system was never tested.' }: SandboxStatus) {
  if (available && tested) return undefined;
  return `The program has to run in a sandbox, and none works here. ${reason} Or let it run without one: policy field "sandbox", "preferred".`;
}

const UNHELD_NETWORK =
  'The policy field "network" needs a sandbox, and this call would run without one. See `atip doctor`, or set "network" to "all".';

const NOT_HELD: SandboxReport = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [] };

interface Holding {
  readonly settings: HostOptions;
  readonly sandbox: () => Promise<Sandbox>;
  readonly home: string;
  readonly env: Environment;
  readonly grant: GrantedSecrets;
  readonly directories: () => OwnDirectories;
}

async function holdProgram(
  { path, foundAs }: Executable,
  { cwd, sandbox: mode = 'preferred', call, network: rule, line }: RunOptions & CallPaths,
  { settings, sandbox: ready, home, env, grant: granted, directories }: Holding,
): Promise<{ readonly report: SandboxReport; readonly network?: RunNetwork } & Partial<SandboxPlan>> {
  if (rule !== undefined && mode === 'off') throw new ExecutionError(UNHELD_NETWORK);
  if (mode === 'off') return { report: { ...NOT_HELD, notes: ['The policy turns the sandbox off.'] } };
  const sandbox = await ready();
  const problem = mode === 'required' ? problemOf(sandbox.status) : undefined;
  if (problem !== undefined) throw new ExecutionError(problem);
  const { available, reason = 'No sandbox works here.' } = sandbox.status;
  if (!available && rule !== undefined) throw new ExecutionError(UNHELD_NETWORK);
  if (!available) return { report: { ...NOT_HELD, notes: [reason] } };
  const { readable = [], writable: writableRoots = [cwd], networkPorts } = settings;
  const { tool, effects: stated = {}, path: command = [] }: Partial<CommandMapping> = call?.mapping ?? {};
  const certificates = [env['SSL_CERT_FILE'], env['SSL_CERT_DIR']].filter((one) => one !== undefined);
  const realHome = resolveExisting(home) ?? home;
  const started = [{ path, foundAs }, ...(line?.programs ?? []).flatMap(({ program }) => program ?? [])];
  const installed = started.flatMap((one) => findInstallation(one, env, realHome));
  const tools = [...new Set([tool, ...(line?.parts ?? []).map((part) => part.call?.tool)])];
  const own = tools.filter((one) => one !== undefined);
  const shown = [...installed, ...certificates, ...own.flatMap((one) => settingsOf(one, env, home))];
  const places = [
    ...new Set(own.flatMap((one) => cachesOf(one, env, realHome)).concat(cachesOf(undefined, env, realHome))),
  ];
  const { tmp, caches } = directories();
  const network = await openRunNetwork(rule, stated, networkPorts);
  const { effects, proxy } = network;
  const planning = sandbox.plan({
    executable: path,
    foundAs,
    cwd,
    home,
    effects,
    writableRoots,
    command,
    commands: line && lineCommands(line.parts),
    shown,
    readable,
    granted,
    tmp,
    caches: cachesFor(path, places, caches),
    proxy,
  });
  // If planning fails, nothing else would close the proxy.
  planning.catch(network.close);
  return { ...(await planning), network };
}

/** Every program may write here, and nothing is kept. */
const DEVICE = /^\/dev\/(?:null|zero|full|stdout|stderr|tty|fd\/\d+)$/;
/** Made anew for each run. */
const NOT_KEPT: readonly string[] = ['/run', '/var/run', '/dev/shm'];

/** Refuses a run that would write a file of its call to a temporary place, or where no file can be made. */
function assertLasts(
  { report, temporary }: Pick<SandboxPlan, 'report'> & Partial<SandboxPlan>,
  { cwd, written = [] }: CallPaths,
  home: string,
): void {
  if (!report.applied || temporary === undefined) return;
  for (const given of written.filter((path) => path !== '' && path !== '-' && !DEVICE.test(path))) {
    const path = resolve(cwd, given.replace(/^~(?=\/)/, home));
    const around = realParent(path);
    if ([cwd, ...report.writable].some((directory) => isInside(around, directory) || isInside(path, directory)))
      continue;
    const fail = (why: string): never => {
      throw new ExecutionError(`${JSON.stringify(given)} ${why}`);
    };
    if (isInside(path, '/tmp')) {
      if (temporary.source !== undefined && isInside(path, temporary.at)) continue;
      if (temporary.at !== '/tmp')
        fail(
          `would not last, since something of this machine's /tmp is in use, such as the working directory. Name a file in the working directory, or in the directory .scratch of /tmp.`,
        );
      fail(
        'would be gone after the run, whose /tmp is its own. Name a file in the working directory, or keep a directory for /tmp: setting "tmp", option --tmp.',
      );
    }
    if (NOT_KEPT.some((directory) => isInside(path, directory)))
      fail('would be gone after the run. Name a file in the working directory.');
    if (resolveExisting(path) === null)
      fail(
        'is not there, and the sandbox lets it create nothing there. Name a file in the working directory, or allow the directory with the setting "writable".',
      );
  }
}

function realParent(path: string): string {
  return resolveExisting(path) ?? (path === '/' ? path : join(realParent(dirname(path)), basename(path)));
}

/**
 * Makes the directory that runs of this process share as their `/tmp`, for this user only, and removes it when the
 * process ends. The next process removes those of killed processes. @param state our own state directory, which every
 * sandbox hides @returns undefined if it cannot be made, for example on a read-only disk
 */
function makePrivateTmp(state: string): string | undefined {
  const directory = join(state, 'tmp');
  const make = (): string => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(directory)) if (isOver(name)) remove(join(directory, name));
    return mkdtempSync(join(directory, `${process.pid}-`));
  };
  const path = allowedOr(undefined, make);
  if (path === undefined) return undefined;
  if (made.size === 0) process.once('exit', () => made.forEach(removeLast));
  made.add(path);
  return path;
}

const made = new Set<string>();

function removeLast(path: string): void {
  remove(path);
  // Other processes may have theirs beside it.
  allowedOr(undefined, () => rmdirSync(dirname(path)));
}

/** Programs may leave unreadable directories. */
function remove(path: string): void {
  allowedOr(undefined, () => rmSync(path, { recursive: true, force: true }));
}

/**
 * True for a directory of an ended process. If another process has its number now, the directory stays until that ends.
 */
function isOver(name: string): boolean {
  const [, pid] = /^(\d+)-/.exec(name) ?? [];
  if (pid === undefined || Number(pid) === process.pid) return false;
  return unlessRefused(
    () => process.kill(Number(pid), 0) && false,
    (code) => code === 'ESRCH',
  );
}

/** Most names reported for one run. */
const MAX_NAMES = 10;

/** Lists what is new or changed at the top of a directory since a time (ms), directories with a slash; ten names at most. */
function changedSince(directory: string, since: number): string[] {
  // A file system's clock may be some ms behind.
  const isNew = (name: string): boolean => (statOf(join(directory, name))?.ctimeMs ?? 0) >= since - 10;
  const names = allowedOr([], () => readdirSync(directory));
  const found = names.slice(0, 1_000).filter(isNew).slice(0, MAX_NAMES);
  return found.map((name) => (statOf(join(directory, name))?.isDirectory() === true ? `${name}/` : name));
}

function statOf(path: string) {
  return allowedOr(undefined, () => statSync(path, { throwIfNoEntry: false }));
}
