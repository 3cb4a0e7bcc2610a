import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ProcessSource, ProcessView, ProjectView, RunningProcess } from '@atip/shell';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';
import type { LineSession } from './line-project.ts';

/** Most processes that are looked through; with more, we know of none. */
const MAX_PROCESSES = 4000;
/** Most open files that are searched for the sockets of a port. */
const MAX_FILES = 50_000;
/** Most ancestors of a process that are followed. */
const MAX_DEPTH = 200;

interface Process {
  readonly number: number;
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** Number of its terminal; 0: none. */
  readonly terminal: number;
}

const SHELLS = /^(?:ba|da|z|fi|k|mk|a|tc|c)?sh$/;

/** Programs in which a person works, or an agent: what they had not saved is lost, wherever they were started. */
const WORKPLACE_NAMES: readonly string[] =
  'vi vim nvim vimx gvim emacs nano pico hx helix micro kak joe code code-oss codium cursor windsurf zed subl idea pycharm webstorm goland clion phpstorm rubymine rider studio tmux screen zellij ssh sshd login claude codex gemini copilot cursor-agent aider opencode'.split(
    ' ',
  );
const WORKPLACES = new RegExp(`^(?:${WORKPLACE_NAMES.join('|')})\\b`);

/** Agents that own every shell below them; an editor's shells may be a person's. */
const AGENTS: readonly string[] = ['claude-code', 'codex', 'gemini'];

/**
 * Finds the processes of this machine in /proc, and why each is foreign. A process is own if it belongs to this user
 * and was started by a shell of the session's agent, or works in the project and not at another terminal. Never own are
 * the ancestors of this process, our own servers, editors and agents.
 *
 * Reads files only. Without /proc, and with too many processes, the answer is undefined.
 */
export function openOwnProcesses(settings: {
  readonly project: ProjectView;
  /** Absent: a person asks by hand, and no process counts by its descent. */
  readonly session?: LineSession | undefined;
  /** Absent: Linux's. */
  readonly proc?: string | undefined;
}): ProcessView {
  // Few lines end a process.
  let view: ProcessView['find'] | undefined;
  return {
    find(source) {
      view ??= lookAround(settings);
      return view(source);
    },
    numbersIn,
  };
}

function lookAround({ project, session, proc = '/proc' }: Parameters<typeof openOwnProcesses>[0]): ProcessView['find'] {
  const known = new Map<number, Process | undefined>();
  const isLinux = allowedOr(false, () => lstatSync(`${proc}/self/stat`).isFile());
  const read = (number: number): Process | undefined => {
    if (!known.has(number)) known.set(number, readProcess(proc, number));
    return known.get(number);
  };
  const all = (): readonly Process[] | undefined => {
    const numbers = isLinux ? allowedOr([], () => readdirSync(proc)).filter((name) => /^\d+$/.test(name)) : [];
    if (numbers.length === 0 || numbers.length > MAX_PROCESSES) return undefined;
    return numbers.flatMap((name) => read(Number(name)) ?? []);
  };
  const above = ancestorsOf(process.pid, read);
  const agent =
    session && AGENTS.includes(session.agent) ? above.slice(1).find(({ name }) => !SHELLS.test(name)) : undefined;
  const terminal = read(process.pid)?.terminal ?? 0;

  const whyForeign = (one: Process): string | undefined => {
    const { number, name, state } = one;
    // It has ended already.
    if (state === 'Z' || state === 'X') return undefined;
    if (number === 1 || number === process.pid || above.some((other) => other.number === number))
      return 'in which this agent or terminal itself runs';
    const words = wordsOf(proc, number);
    if (isOurServer(words)) return 'which is atip itself';
    if (!isOfThisUser(proc, number)) return 'which is of another user';
    if (WORKPLACES.test(name) || WORKPLACES.test(basename(words[0] ?? ''))) return 'in which someone may be working';
    if (agent && isBelowShellOf(agent, one, read)) return undefined;
    const directory = allowedOr(undefined, () => readlinkSync(`${proc}/${number}/cwd`));
    if (directory === undefined || project.root === undefined || project.whyForeign(directory) !== undefined)
      return 'which is not of this project';
    return one.terminal !== 0 && (one.terminal !== terminal || SHELLS.test(name))
      ? 'which runs in another terminal'
      : undefined;
  };
  const shown = (one: Process): RunningProcess => ({
    number: one.number,
    name: one.name,
    whyForeign: whyForeign(one),
  });

  return (source) => {
    if (!isLinux) return undefined;
    if (source.by === 'number') {
      const found = read(threadLeader(proc, source.number));
      return found ? [shown(found)] : [];
    }
    const every = all();
    if (!every) return undefined;
    if (source.by === 'group') return every.filter(({ group }) => group === source.number).map(shown);
    if (source.by === 'port') return holdersOf(proc, source, every)?.map(shown);
    const pattern = new RegExp(source.pattern, source.ignoresCase ? 'i' : '');
    // `atip gate LINE` names the line and has ended when the line runs.
    const isAsking = ({ number }: Process): boolean => number === process.pid && wordsOf(proc, number)[2] === 'gate';
    // A name that fits an editor or an agent may fit one that starts meanwhile.
    const wide = WORKPLACE_NAMES.find((name) => pattern.test(name));
    const found = every
      .filter((one) => !(source.of === 'line' && isAsking(one)))
      .filter((one) => textsOf(proc, one, source.of).some((text) => pattern.test(text)))
      .map(shown);
    return wide === undefined
      ? found
      : [...found, { number: 0, name: wide, whyForeign: 'in which someone may be working' }];
  };
}

/** `4711 (name) S 1 …`; a name may contain any character. */
function readProcess(proc: string, number: number): Process | undefined {
  const text = allowedOr('', () => readFileSync(`${proc}/${number}/stat`, 'latin1'));
  const end = text.lastIndexOf(')');
  if (end < 0) return undefined;
  const [state = '', parent, group, , terminal] = text.slice(end + 2).split(' ');
  const name = text.slice(text.indexOf('(') + 1, end);
  return { number, name, state, parent: Number(parent), group: Number(group), terminal: Number(terminal) };
}

/** A signal to any thread is one to its process. */
function threadLeader(proc: string, number: number): number {
  const status = allowedOr('', () => readFileSync(`${proc}/${number}/status`, 'latin1'));
  return Number(/^Tgid:\s*(\d+)$/m.exec(status)?.[1] ?? number);
}

/** The process itself first. */
function ancestorsOf(number: number, read: (number: number) => Process | undefined): readonly Process[] {
  const found: Process[] = [];
  for (let at = read(number); at && found.length < MAX_DEPTH; at = at.parent > 0 ? read(at.parent) : undefined)
    found.push(at);
  return found;
}

/** True for a process below a shell that the agent started; its other child processes serve the agent itself. */
function isBelowShellOf(agent: Process, one: Process, read: (number: number) => Process | undefined): boolean {
  const above = ancestorsOf(one.number, read);
  const at = above.findIndex(({ number }) => number === agent.number);
  const first = above[at - 1];
  return at > 0 && first !== undefined && SHELLS.test(first.name);
}

function wordsOf(proc: string, number: number): readonly string[] {
  return allowedOr('', () => readFileSync(`${proc}/${number}/cmdline`, 'utf8')).split('\0');
}

/** The companion, and the server of MCP. */
function isOurServer(words: readonly string[]): boolean {
  const isOurs = words
    .slice(0, 4)
    .some((word) => /(?:^|\/)atip$|\/(?:cli\/(?:bundle|dist)\/main|scripts\/start)\.m?js$|@atip\//.test(word));
  return isOurs && words.some((word) => /^(?:serve|mcp)$|\/start\.mjs$/.test(word));
}

function isOfThisUser(proc: string, number: number): boolean {
  return allowedOr(false, () => statSync(`${proc}/${number}`).uid === process.getuid?.());
}

/** The texts that pgrep, pidof and killall compare. */
function textsOf(proc: string, { number, name }: Process, of: 'names' | 'line'): readonly string[] {
  const words = wordsOf(proc, number);
  // Of a process without a command line they take its name.
  if (of === 'line') return [words.join(' ').trim() || name];
  return [name, ...words.slice(0, 2).map((word) => basename(word))];
}

/** The processes with a socket at a port. */
function holdersOf(
  proc: string,
  { port, protocol, side }: Extract<ProcessSource, { by: 'port' }>,
  every: readonly Process[],
): readonly Process[] | undefined {
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].filter((name) => protocol === 'any' || name.startsWith(protocol));
  const sockets = new Set<string>();
  for (const table of tables) {
    const text = allowedOr(table.endsWith('6') ? '' : undefined, () => readFileSync(`${proc}/net/${table}`, 'latin1'));
    if (text === undefined) return undefined;
    for (const row of text.split('\n').slice(1)) {
      const [, local, remote, state, , , , , , socket] = row.trim().split(/\s+/);
      const isLocal = portOf(local) === port && (side !== 'listening' || state === '0A');
      if (isLocal || (side === 'any' && portOf(remote) === port)) sockets.add(`socket:[${socket}]`);
    }
  }
  if (sockets.size === 0) return [];
  let files = 0;
  const found = every.filter(({ number }) => {
    // Those of other users cannot be looked into; lsof and fuser do not see them either.
    const names = allowedOr([], () => readdirSync(`${proc}/${number}/fd`));
    files += names.length;
    return (
      files <= MAX_FILES &&
      names.some((name) => sockets.has(allowedOr('', () => readlinkSync(`${proc}/${number}/fd/${name}`))))
    );
  });
  return files > MAX_FILES ? undefined : found;
}

function portOf(address: string | undefined): number | undefined {
  const [, digits] = /:([0-9A-F]{4})$/.exec(address ?? '') ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

/** Bytes of a file with numbers of processes. */
const MAX_NUMBERS = 200;

function numbersIn(path: string): readonly number[] | null | undefined {
  const stats = allowedOr(undefined, () => statSync(path, { throwIfNoEntry: false }) ?? null);
  if (stats === null || stats === undefined) return stats;
  if (!stats.isFile() || stats.size > MAX_NUMBERS || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0)
    return undefined;
  const texts = allowedOr('-', () => readStart(path))
    .trim()
    .split(/\s+/);
  return texts.every((text) => /^[1-9]\d{0,8}$/.test(text)) ? texts.map(Number) : undefined;
}
