import { homedir, hostname, userInfo } from 'node:os';
import type { AtipEffects, RunOutcome, SandboxReport } from '@atip/core';
import { AtipExecuteError, ExecutionError } from '@atip/core/execute';
import { isInside, isSystemDirectory } from '../files/real-path.ts';
import { isHiddenIn, pathsIn, type SandboxPlan } from '../sandbox/sandbox.ts';

/** A finished run in a sandbox, with its grants. */
export interface HeldRun extends Pick<SandboxPlan, 'seen' | 'temporary'> {
  readonly outcome: Pick<RunOutcome, 'exitCode' | 'stdout' | 'stderr' | 'timedOut'>;
  readonly report: SandboxReport;
  readonly tool: string;
  readonly effects: AtipEffects;
  readonly cwd: string;
  readonly home: string;
  /** The credentials that the tool may lack, as a sentence. */
  readonly missed: string | undefined;
  /** True: the tool needs a login for everything. */
  readonly needsLogin: boolean;
  /** True: a shell line, whose commands may have failed although the last one succeeded. */
  readonly isLine?: boolean;
}

const LOGIN =
  /\b(?:log(?:ged)?[ -]?in|auth(?!or(?:s|ed|ing|ity|ship)?\b)\w*|unauthori[sz]ed|credentials?|40[137]|api[ _-]?key|access token|no identities|publickey|password)\b/i;
const NO_NETWORK =
  /could ?n.t resolve|could not resolve|resolving host|name resolution|name or service not known|network is unreachable|no such host|ENOTFOUND|EAI_AGAIN|ENETUNREACH|dial tcp|failed to connect|could not connect|connection refused|ECONNREFUSED|no route to host|unable to connect/i;
const NOT_WRITABLE =
  /read-only file system|EROFS|permission denied|EACCES|resource busy|cannot (?:create|mkdir|write|make)/i;
const MISSING =
  /no such file|ENOENT|not found|cannot (?:find|access|stat|open)|does not exist|permission denied|EACCES|could not (?:open|find|read)/i;
const NOT_PERMITTED = /operation not permitted|EPERM|docker daemon|unix socket|\.sock\b/i;

/** Characters of its output that are searched for a reason, from the end, where programs report their failure. */
const MAX_TEXT = 65_536;

/**
 * Names the sandbox rule that a failed run most likely hit, and the setting that would change it, in one or two
 * sentences without absolute paths. It is a guess from the program's output and facts of the run.
 * @returns undefined for a run that succeeded or that we killed, and without a sign of the sandbox
 */
export function explainRun(run: HeldRun): string | undefined {
  const { outcome, report, missed, needsLogin } = run;
  const hasEnded = outcome.exitCode === 0;
  if (!report.applied || (hasEnded && !run.isLine) || outcome.timedOut) return undefined;
  const text = `${hasEnded ? '' : outcome.stdout.slice(-MAX_TEXT)}\n${outcome.stderr.slice(-MAX_TEXT)}`;
  // The proxy's own 403 does not mean a missing login, so its refusals are checked first.
  const isRefused = report.connections?.some(({ refused }) => refused !== undefined) === true;
  const login = !isRefused && missed !== undefined && (needsLogin || LOGIN.test(text)) ? missed : undefined;
  const rule = [ofNetwork, ofHidden, ofWriting, ofSystem].reduce<string | undefined>(
    (found, explain) => found ?? explain(text, run),
    undefined,
  );
  const sentences = [...(login === undefined ? [] : [login]), ...(rule === undefined ? [] : [rule])];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const NOT_ASKED =
  'The run reaches hosts only through a proxy (policy field network.allow), and the program did not use it. A program that takes no proxy from HTTPS_PROXY has no network here.';
const NO_HOSTS = 'The policy field "network" gives this run no network.';

function ofNetwork(text: string, { report, effects }: HeldRun): string | undefined {
  if (report.network || !NO_NETWORK.test(text)) return undefined;
  if (report.connections?.some(({ refused }) => refused !== undefined)) return undefined;
  if (effects.network === true) return report.connections ? NOT_ASKED : NO_HOSTS;
  const why =
    effects.network === undefined ? 'does not say that this command needs it' : 'says that this command needs none';
  return `The sandbox gave it no network, because its document ${why}. If that is wrong, set "network": true in the effects of an override.`;
}

function ofHidden(text: string, { tool, seen, cwd, home, temporary }: HeldRun): string | undefined {
  if (!MISSING.test(text)) return undefined;
  const environment = /(?:^|[\s"'/])((?:[\w.-]+\/)*\.env(?:\.[\w-]+)?)(?=[\s"':,)]|$)/m.exec(text)?.[1];
  if (environment !== undefined && /permission denied|EACCES/i.test(text)) {
    return `The sandbox hides ${environment}, because such files hold passwords. Allow it with the setting "credentials": { ${JSON.stringify(tool)}: ".env" }.`;
  }
  if (seen === undefined) return undefined;
  const path = pathsIn(text, home).find((one) => isHiddenIn(seen, one) && !isInside(one, cwd));
  if (path === undefined) return undefined;
  if (isInside(path, '/tmp')) {
    return `The sandbox has a /tmp of its own, at ${temporary?.at ?? '/tmp'}: files of others in /tmp are not in it. Move the file into the working directory.`;
  }
  const shown = isInside(path, home) ? `~${path.slice(home.length)}` : 'a file in a home directory';
  return `The sandbox hides ${shown}: in the home a program sees only its own settings. Allow it with the setting "readable".`;
}

function ofWriting(text: string, { report, cwd, home }: HeldRun): string | undefined {
  if (!NOT_WRITABLE.test(text)) return undefined;
  if (report.writable.some((path) => isInside(cwd, path))) {
    const guarded = /\.git\b|\.husky|\.vscode|\.envrc|hooks/.exec(text)?.[0];
    if (guarded !== undefined) {
      return `The sandbox keeps ${guarded} read-only for this command, because other programs run or obey files in it.`;
    }
    return 'The sandbox lets it change files in the working directory only. Allow more with the setting "writable".';
  }
  if (isInside(home, cwd)) {
    return 'The working directory is or contains the home directory, which no program may change as a whole. Run it in a directory of your work (--cwd, or the setting "cwd").';
  }
  if (isSystemDirectory(cwd)) {
    return 'The working directory belongs to the system, which no program may change. Run it in a directory of your work (--cwd, or the setting "cwd").';
  }
  const note = report.notes.find((one) => /can change none|not writable|not among/.test(one));
  return `The sandbox let it change nothing here. ${note === undefined || /\s"?\//.test(` ${note}`) ? '' : `${note} `}Allow a directory with the setting "writable".`;
}

/**
 * Explains git's errors about its configuration. Git goes on when it cannot write it, as after each `git branch -D`,
 * but its errors look like a failure. The sandbox refuses the write, because a program beside git could name one there
 * that git runs outside.
 */
export function keptConfiguration({ outcome, report }: Pick<HeldRun, 'outcome' | 'report'>): string[] {
  const isKept = report.applied && outcome.exitCode === 0;
  return isKept && /could not (?:write|lock) config file \S*config: Device or resource busy/.test(outcome.stderr)
    ? [
        'The sandbox keeps the configuration of the repository read-only, since git runs what it names: settings that git wanted to change there are as they were.',
      ]
    : [];
}

function ofSystem(text: string): string | undefined {
  if (!NOT_PERMITTED.test(text)) return undefined;
  return 'The sandbox refuses Unix sockets, such as those of Docker and of agents, tracing other processes and keyrings. Where you trust the command with all of that, let it run without a sandbox: policy field "sandbox".';
}

/** An absolute path in a message, POSIX or Windows, up to a blank, a quote or a closing bracket. */
const ABSOLUTE_PATH =
  /(?:(?<=file:)\/\/|(?<![\w.:/\\~-]))(?:\/|[A-Za-z]:\\)(?:[^\s"'`<>|()[\]{},;]*[\\/])?([^\s"'`<>|()[\]{},;\\/]+)/g;

/**
 * Removes absolute paths and the names of our user and machine from an error's message, for a model; `detail` keeps
 * them for people. @param known directories whose names may contain blanks, such as the working directory
 */
export function withoutPlaces(error: unknown, known: readonly string[]): unknown {
  if (!(error instanceof ExecutionError)) return error;
  const message = hidePlaces(error.message, known);
  if (message === error.message) return error;
  // The class stays, so that callers can still distinguish errors.
  return Object.defineProperty(error, 'message', { value: message, configurable: true, writable: true });
}

/** Message of an error for the person at this machine; it may name paths. */
export function detailOf(error: unknown): string {
  if (error instanceof ExecutionError) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** The message of an error for a model: AtipExecuteErrors are written for models, other messages may contain paths. */
export function messageForModel(error: unknown, known: readonly string[] = []): string {
  if (error instanceof AtipExecuteError) return hidePlaces(error.message, known);
  return 'The call failed, but not because of the call itself. The person at this machine sees the reason.';
}

export function hidePlaces(text: string, known: readonly string[] = []): string {
  const places = [...known, homedir()].filter((place) => place.length > 1).sort((a, b) => b.length - a.length);
  const without = places.reduce((rest, place) => rest.replaceAll(place, '/…'), text);
  const short = without.replace(ABSOLUTE_PATH, (_path, name: string) => `…/${name}`).replaceAll('…/…', '…');
  return ownNames().reduce((rest, name) => rest.replace(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'), '…'), short);
}

/** Names that identify this machine or user; `root` and `localhost` do not. */
function ownNames(): string[] {
  const names = [userName(), hostname()].filter((name) => name.length > 2 && name !== 'root' && name !== 'localhost');
  return names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no entry in the system's list.
    return '';
  }
}
