import type { SandboxReport } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { stampNow } from '../executables/executable-identity.ts';
import { describeSystemError, systemErrorCode, unlessRefusedLater } from '../files/system-error.ts';
import { ensureDirectory } from '../files/write-file-atomically.ts';
import { heldDirectories, refuseHeld } from './held-directories.ts';
import { plantedNotes, watchPlanted } from './watch-planted.ts';
import { executeCommand } from '../process/execute-command.ts';
import { accountHome } from '../files/real-path.ts';
import { type PipeDefence, coverPipes, findBubblewrap, guardPipes, wrapWithBubblewrap } from './bubblewrap.ts';
import type { RunProxy, Sandbox, SandboxPlan, SandboxRequest, SandboxStatus } from './sandbox.ts';
import { CANARY_SCRIPT, type CanaryOutcome, runCanary } from './sandbox-canary.ts';
import { type SandboxProfile, sandboxProfile } from './sandbox-profile.ts';
import { testRecord } from './test-record.ts';
import { NO_LANDLOCK, seccompFilter, writeGuard } from './seccomp-filter.ts';

interface SandboxChoices {
  /** Our environment, which may name other places for secrets. Absent: this process's. */
  readonly env?: Environment;
  /** Absolute paths hidden from programs, besides the usual places of keys and tokens and our own state. */
  readonly hidden?: readonly string[];
  /**
   * Directories that may contain bubblewrap, also as our own file. Absent: the system's directories, as root's file.
   */
  readonly directories?: readonly string[];
  /** True: tests it even if an earlier process of this user did, on this start of the machine. */
  readonly isTestedAnew?: boolean;
}

/** Most entries of a writable directory after a run: more than before it, because a run may make many. */
const MAX_ENTRIES_AFTER = 600_000;

const INSTALL = 'bubblewrap is not installed. Install it, for example with `apt-get install bubblewrap`.';
const NAMESPACES =
  'Where user namespaces are forbidden, allow them: on Ubuntu 24.04 and later with an AppArmor profile for bwrap or ' +
  '`sysctl kernel.apparmor_restrict_unprivileged_userns=0`, in Docker with a seccomp profile that permits them.';

/**
 * Tests whether this machine can sandbox a program, and makes the sandbox. Limits: on Linux the first one of a day, or
 * after a start of the machine, takes about 100 ms, in which a program tries forbidden actions from inside. If one check
 * fails, there is no sandbox, and the next call tries again. Other systems have none.
 * @param machine Absent: this one.
 * @example
 * import { createExecutor, createSandbox } from '@atip/node';
 *
 * const sandbox = await createSandbox({ hidden: ['/srv/secrets'] });
 * if (!sandbox.status.available) throw new Error(sandbox.status.reason);
 * const executor = createExecutor({ tools: [], sandbox, policy: { sandbox: 'required' } });
 */
export async function createSandbox(
  settings: SandboxChoices = {},
  machine: { readonly platform: string; readonly arch: string } = process,
): Promise<Sandbox> {
  if (machine.platform === 'linux') return createBubblewrapSandbox(settings, machine.arch);
  return noSandbox(`There is no sandbox for this system (${machine.platform}).`);
}

async function createBubblewrapSandbox(settings: SandboxChoices, processor: string): Promise<Sandbox> {
  const { directories } = settings;
  const bubblewrap = await (directories ? findBubblewrap(directories, process.getuid?.()) : findBubblewrap());
  if (bubblewrap === null) return noSandbox(INSTALL);
  const filter = seccompFilter(processor);
  const guard = writeGuard(processor);
  const withSockets = seccompFilter(processor, true);
  if (filter === null || withSockets === null || guard === null) {
    return noSandbox(`There is no filter of system calls for this processor (${processor}).`);
  }
  const holdBy =
    (defend: (profile: SandboxProfile, home: string) => PipeDefence): Hold =>
    (profile, home, proxy) => {
      const pipes = defend(profile, home);
      const notes = proxy && !pipes.guard ? [...pipes.notes, NO_PROXY] : pipes.notes;
      const calls = profile.agent === undefined ? filter : withSockets;
      return { wrap: wrapWithBubblewrap(bubblewrap, calls, profile, pipes, proxy), notes };
    };
  const guarded = holdBy((profile) => guardPipes(profile, guard));
  const covered = holdBy(coverPipes);
  const tryBy = (hold: Hold) => (request: SandboxRequest) => hold(profileFor(request, settings, []), request.home);
  const identity = `${bubblewrap} ${await stampNow(bubblewrap)}`;
  const record = testRecord<Tried>(xdgPaths(settings.env ?? process.env).state, identity, CANARY_SCRIPT, processor);
  const before = HOLDING.get(identity) ?? (settings.isTestedAnew ? undefined : await record.read());
  const tried = before ?? (await tryHolds(bubblewrap, tryBy(guarded), tryBy(covered)).catch(cannotTry));
  if (typeof tried === 'string') return noSandbox(tried);
  const { outcome, version, hasLandlock } = tried;
  const reason = failureOf(outcome);
  if (reason !== undefined) return noSandbox(reason, outcome.checks);
  if (before === undefined) await record.write(tried);
  HOLDING.set(identity, tried);
  const status: SandboxStatus = {
    ...{ available: true, kind: 'bubblewrap', version, tested: true, checks: outcome.checks },
    ...(hasLandlock ? {} : { limits: [PIPES_OPEN] }),
  };
  return { status, plan: (request) => planWith(request, settings, hasLandlock ? guarded : covered) };
}

interface Tried {
  readonly outcome: CanaryOutcome;
  readonly version: string;
  readonly hasLandlock: boolean;
}

/** Tests that passed, by bubblewrap's file: a process tests each file once. */
const HOLDING = new Map<string, Tried>();

/** Tries the guard, and without Landlock the covers. */
async function tryHolds(
  bubblewrap: string,
  guarded: Parameters<typeof runCanary>[0],
  covered: Parameters<typeof runCanary>[0],
): Promise<Tried> {
  const [first, version] = await Promise.all([runCanary(guarded), versionOf(bubblewrap)]);
  const hasLandlock = first.failure?.includes(NO_LANDLOCK) !== true;
  return { outcome: hasLandlock ? first : await runCanary(covered), version, hasLandlock };
}

const PIPES_OPEN =
  'This kernel has no Landlock (Linux 5.19 or later has). A program can write into named pipes that lie outside of its ' +
  'working directory and the home directory, or that are made during its run.';

const NO_PROXY = 'This kernel has no Landlock, so there is no way to the proxy: the program has no network.';

/** Prepares one run: its wrap, and notes about it. */
type Hold = (
  profile: SandboxProfile,
  home: string,
  proxy?: RunProxy,
) => Pick<SandboxPlan, 'wrap'> & Pick<SandboxReport, 'notes'>;

async function planWith(request: SandboxRequest, settings: SandboxChoices, hold: Hold): Promise<SandboxPlan> {
  const { state } = xdgPaths(settings.env ?? process.env);
  // Only existing places are hidden. If we cannot create it, the program cannot either.
  await unlessRefusedLater(ensureDirectory(state), () => undefined);
  const held = await heldDirectories(state).list();
  refuseHeld(held, request.cwd, []);
  const hiddenToo = held.map(({ directory }) => directory);
  const profile = profileFor(request, settings, hiddenToo);
  const { network, writable, watched, purpose, emptied, rebound, temporary } = profile;
  const { wrap, notes: ofHold } = hold(profile, request.home, request.proxy);
  const notes = [...profile.notes, ...ofHold];
  const report: SandboxReport = { applied: true, kind: 'bubblewrap', network, writable, notes };
  const skipped = new Set(profile.hidden.map(({ path }) => path));
  const watch = watchPlanted({ roots: watched, purpose, state, skipped, limit: MAX_ENTRIES_AFTER });
  const finish = async (): Promise<SandboxReport> => {
    const planted = await watch.finish().catch((error: unknown) => cannotLookAfter(error, writable));
    return planted === null ? report : { ...report, notes: [...notes, ...plantedNotes(planted)], planted };
  };
  return { report, wrap, seen: { emptied, rebound }, temporary, finish };
}

/** Refuses the run's result: a program must not hide its files by making the check fail. */
function cannotLookAfter(cause: unknown, writable: readonly string[]): never {
  const code = systemErrorCode(cause);
  if (code === undefined) throw cause;
  throw new ExecutionError(
    `The program ran, and the files that it left in ${writable.join(', ')} for other programs to run could not be handled: ${describeSystemError(code)} (${code}). Look there before you go on.`,
    { cause },
  );
}

function profileFor(request: SandboxRequest, settings: SandboxChoices, held: readonly string[]): SandboxProfile {
  const { env = process.env, hidden = [] } = settings;
  return sandboxProfile(request, { env, hidden: [...hidden, ...held], account: accountHome() });
}

/** Explains why the sandbox could not be tested, such as a full disk. It then counts as missing. */
function cannotTry(error: unknown): string {
  if (error instanceof ExecutionError) return `The sandbox could not be tried: ${error.message}`;
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return `The sandbox could not be tried: ${describeSystemError(code)} (${code}). It needs a place for temporary files; TMPDIR names another one.`;
}

function failureOf({ checks, failure }: CanaryOutcome): string | undefined {
  // JSON escapes the control characters in bubblewrap's message.
  if (failure !== undefined) return `bubblewrap cannot build a sandbox here: ${JSON.stringify(failure)}. ${NAMESPACES}`;
  const failed = checks.filter(({ passed }) => !passed).map(({ detail }) => detail);
  if (failed.length === 0) return undefined;
  return `The sandbox of this machine does not work. ${failed.join(' ')} Update bubblewrap and the kernel.`;
}

async function versionOf(bubblewrap: string): Promise<string> {
  const { stdout } = await executeCommand([bubblewrap, '--version'], { env: {}, timeout: 5_000, maxOutput: 1_000 });
  return stdout.replace('bubblewrap', '').trim();
}

function noSandbox(reason: string, checks: SandboxStatus['checks'] = []): Sandbox {
  const status: SandboxStatus = { available: false, kind: 'none', tested: checks.length > 0, reason, checks };
  const report: SandboxReport = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [reason] };
  return { status, plan: async () => ({ report, wrap: (launch) => launch, finish: async () => report }) };
}
