import type { ExecutionPolicy } from '@atip/core';
import { isOutside, UNKNOWN } from '@atip/core/internal';
import type { CheckLineSettings } from './judging.ts';
import { KEEPS } from './line-variables.ts';
import { isBelow, pathsOf } from './line-paths.ts';
import { walkAll } from './option-walk.ts';
import { programName } from './programs.ts';
import type { LinePart, LineReading, ProcessSource, Word } from './types.ts';

/** A process of this machine. */
export interface RunningProcess {
  /** 0: one that may start meanwhile. */
  readonly number: number;
  /** Of the program, as the system has it. */
  readonly name: string;
  /** Completes "process 4711 (postgres), …". Undefined: it belongs to the line's project, or to the agent's session. */
  readonly whyForeign: string | undefined;
}

/** The processes of this machine at this moment, as its host knows them. */
export interface ProcessView {
  /** Those that a source names. Undefined: nobody can tell. */
  find(source: Exclude<ProcessSource, { by: 'line' | 'file' }>): readonly RunningProcess[] | undefined;
  /** The numbers in a small file that is there now. `null`: no file is there. Undefined: it is another file, or nobody can tell. */
  numbersIn(path: string): readonly number[] | null | undefined;
}

const PGREP =
  'f x i n o l a c w e A full exact ignore-case newest oldest list-name list-full count echo ignore-ancestors ' +
  'd= g= G= O= P= s= t= u= U= F= r= delimiter= pgroup= group= older= parent= session= terminal= euid= uid= pidfile= runstates= signal=';
const PIDOF = 's c x w q S= o=';
const KILLALL = 'e I i q v w exact ignore-case quiet verbose wait s= signal= o= y= older-than= younger-than=';
const LSOF = 't n P w S l b i=? s=?';
const FUSER = 'a k s u v 4 6 all kill silent user verbose ipv4 ipv6 n= namespace=';
const KILL_PORT = 'p= port= method=';

const SIGNAL = /^-(?:\d{1,2}|(?:SIG)?(?:HUP|INT|QUIT|ABRT|KILL|TERM|STOP|TSTP|CONT|ALRM|USR[12]|WINCH|PIPE))$/;

/** The possible texts of a word. Undefined: it may be anything. */
function textsOf(word: Word): readonly string[] | undefined {
  return word.unknown ? word.among : [word.text];
}

function withoutSignal(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => word.unknown || !SIGNAL.test(word.text));
}

/** The processes that `pgrep`, `pkill`, `pidof` or `killall` names. Undefined: nobody knows before the line runs. */
export function processesNamed(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  return forEach(args, (one) => namedBy(program, one));
}

function namedBy(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  const isExact = program === 'pidof' || program === 'killall';
  const spec = program === 'pidof' ? PIDOF : program === 'killall' ? KILLALL : PGREP;
  const { options, rest, issue } = walkAll(program, withoutSignal(args), spec);
  if (issue) return undefined;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  if (isExact) {
    const names = rest.map(textsOf);
    if (rest.length === 0 || names.some((texts) => texts === undefined)) return undefined;
    const ignoresCase = has('I', 'ignore-case');
    return names.flatMap((texts = []) =>
      texts.map((text) => ({ by: 'name', pattern: exactly(text), of: 'names', ignoresCase })),
    );
  }
  const file = options.find(({ name }) => name === 'F' || name === 'pidfile')?.value;
  if (file) return rest.length === 0 ? [{ by: 'file', file }] : undefined;
  const parent = options.find(({ name }) => name === 'P' || name === 'parent')?.value;
  if (parent?.unknown && isOfLine(parent.ends)) return [{ by: 'line' }];
  const [pattern, ...others] = rest;
  const texts = pattern && others.length === 0 ? textsOf(pattern) : undefined;
  if (!texts?.every(isReadable)) return undefined;
  const of = has('f', 'full') ? 'line' : 'names';
  return texts.map((text) => ({
    by: 'name',
    pattern: has('x', 'exact') ? `^(?:${text})$` : text,
    of,
    ignoresCase: has('i', 'ignore-case'),
  }));
}

/** The system keeps the first 15 letters of a name. */
function exactly(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const names = [last, last.slice(0, 15)].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return `^(?:${names.join('|')})$`;
}

/** True for an extended regular expression that means the same to us. */
function isReadable(pattern: string): boolean {
  if (
    pattern === '' ||
    !/^(?:[\w ./:@=,^$|()*+?~#%&'"<>!;-]|\\[^\w\n]|\[[\w./ -]+\])+$/.test(pattern) ||
    /\(\?/.test(pattern)
  )
    return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const MAX_PORTS = 16;

/** The processes at the ports that `lsof -ti:3000` or `fuser 3000/tcp` names. Undefined: they are not known. */
export function processesAt(program: string, args: readonly Word[]): readonly ProcessSource[] | undefined {
  const read = program === 'lsof' ? portsOfLsof : program === 'fuser' ? portsOfFuser : portsOfKillPort;
  const found = forEach(args, read);
  return found && found.length > 0 && found.length <= MAX_PORTS ? found : undefined;
}

/** The processes for each of the possible texts of all words, as in a loop over ports. */
function forEach(
  args: readonly Word[],
  read: (args: readonly Word[]) => readonly ProcessSource[] | undefined,
): readonly ProcessSource[] | undefined {
  const at = args.findIndex((word) => word.unknown && word.among !== undefined);
  const word = args[at];
  if (!word?.unknown || !word.among) return read(args);
  const found = word.among.slice(0, MAX_PORTS + 1).map((text) => forEach(args.with(at, { text }), read));
  const all = found.flat();
  return found.length <= MAX_PORTS && all.every((one) => one !== undefined) ? all : undefined;
}

const ADDRESS = /^[46]?(tcp|udp)?(?:@(?:localhost|127\.0\.0\.1))?:(\d{1,5}(?:,\d{1,5})*)$/i;

function portsOfLsof(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('lsof', args, LSOF);
  // Several kinds of conditions are alternatives for lsof.
  const inet = options.filter(({ name }) => name === 'i');
  if (issue || inet.length === 0 || !options.some(({ name }) => name === 't')) return undefined;
  const free = [...rest];
  const states = options
    .filter(({ name }) => name === 's')
    .map(({ value }) => value ?? free.find(({ text }) => /^tcp:/i.test(text) && /[a-z]$/i.test(text)));
  for (const state of states) if (state && free.includes(state)) free.splice(free.indexOf(state), 1);
  const isListening =
    states.length > 0 && states.every((state) => state && !state.unknown && /^tcp:listen$/i.test(state.text));
  if (states.length > 0 && !isListening) return undefined;
  const values = inet.map(({ value }) => value ?? free.shift());
  if (free.length > 0) return undefined;
  return sourcesOf(values, (text) => {
    const [, protocol, ports] = ADDRESS.exec(text) ?? [];
    const only = protocol?.toLowerCase();
    return ports?.split(',').map((port) => ({
      by: 'port',
      port: Number(port),
      protocol: only === 'tcp' || only === 'udp' ? only : 'any',
      // A client of the port counts as well.
      side: isListening ? 'listening' : 'any',
    }));
  });
}

function portsOfFuser(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('fuser', withoutSignal(args), FUSER);
  if (issue || rest.length === 0) return undefined;
  const spaces = options.filter(({ name }) => name === 'n' || name === 'namespace').map(({ value }) => value?.text);
  const [space, ...others] = spaces;
  if (others.length > 0 || (space !== undefined && space !== 'tcp' && space !== 'udp')) return undefined;
  return sourcesOf(rest, (text) => {
    const [, port, own] = /^(\d{1,5})(?:\/(tcp|udp))?$/.exec(text) ?? [];
    const protocol = own ?? space;
    return port !== undefined && (protocol === 'tcp' || protocol === 'udp')
      ? [{ by: 'port', port: Number(port), protocol, side: 'local' }]
      : undefined;
  });
}

function portsOfKillPort(args: readonly Word[]): readonly ProcessSource[] | undefined {
  const { options, rest, issue } = walkAll('kill-port', args, KILL_PORT);
  if (issue) return undefined;
  const named = options.filter(({ name }) => name !== 'method').map(({ value }) => value);
  return sourcesOf([...named, ...rest], (text) =>
    /^\d{1,5}(?:,\d{1,5})*$/.test(text)
      ? text.split(',').map((port) => ({ by: 'port', port: Number(port), protocol: 'any', side: 'any' }))
      : undefined,
  );
}

function sourcesOf(
  words: readonly (Word | undefined)[],
  read: (text: string) => readonly ProcessSource[] | undefined,
): readonly ProcessSource[] | undefined {
  const found = words.map((word) => (word ? textsOf(word) : undefined)?.map(read));
  const all = found.flat().flat();
  return all.every((one) => one !== undefined) ? all : undefined;
}

/** The processes whose numbers are in the files that `cat` prints. */
export function processesIn(files: readonly Word[]): readonly ProcessSource[] | undefined {
  const isPlain = files.every(
    (file) => !file.unknown || (!file.many && file.prefix !== '' && !file.prefix.startsWith('-')),
  );
  const isOption = files.some(({ text }) => text.startsWith('-'));
  return files.length > 0 && isPlain && !isOption ? files.map((file) => ({ by: 'file', file })) : undefined;
}

function isOfLine(sources: readonly ProcessSource[] | undefined): boolean {
  return sources !== undefined && sources.length > 0 && sources.every(({ by }) => by === 'line');
}

/** Programs that only read the files that they name. */
const READS = /^(?:cat|head|tail|rm|ls|stat|test|\[|wc|grep|kill|pkill|echo|printf)$/;

/** The processes that a line ends. */
export class LineProcesses {
  readonly #reading: LineReading;
  readonly #settings: CheckLineSettings;

  constructor(reading: LineReading, settings: CheckLineSettings) {
    this.#reading = reading;
    this.#settings = settings;
  }

  /** Completes "kill …" about a process that is not the line's, its session's or its project's. Undefined: all are. */
  whyNotOwn(part: LinePart): string | undefined {
    // On another machine or in a container numbers and names mean others.
    const isHere = part.added === undefined && part.through.every((name) => KEEPS.test(programName(name)));
    const sources = isHere ? sourcesOfPart(part) : undefined;
    if (!sources) return UNKNOWN_TARGET;
    const whys = sources.map((source) => this.#whyForeign(source, part));
    return whys.find((why) => why !== undefined);
  }

  #whyForeign(source: ProcessSource, part: LinePart, isInFile = false): string | undefined {
    if (source.by === 'line')
      // The shell of another line had the job.
      return source.isJob && !this.#reading.parts.some(({ background }) => background) ? UNKNOWN_TARGET : undefined;
    if (source.by === 'file') return this.#whyFile(source.file, part);
    const found = this.#settings.processes?.find(source);
    if (!found)
      return source.by === 'number' ? `ends process ${source.number}, which nobody here knows` : UNKNOWN_TARGET;
    // Another may have the number when the line runs; one in a file was there once.
    if (source.by === 'number' && found.length === 0 && !isInFile)
      return `ends process ${source.number}, which is not there now`;
    // A program may have the name, or hold the port, when the line runs.
    if (source.by !== 'number' && found.length === 0) return `ends processes by a ${source.by} that none has now`;
    const foreign = found.filter(({ whyForeign }) => whyForeign !== undefined);
    const [first] = foreign;
    if (!first) return undefined;
    const others = foreign.length > 1 ? `, and ${foreign.length - 1} more` : '';
    const which = first.number > 0 ? `process ${first.number} (${first.name})` : first.name;
    return `ends ${which}, ${first.whyForeign}${others}`;
  }

  /** A file into which this line writes the number of a job, or one that has numbers now. */
  #whyFile(file: Word, part: LinePart): string | undefined {
    const { parts } = this.#reading;
    const hasMoved = parts.some(({ directories, elsewhere }) => directories !== undefined || elsewhere !== undefined);
    const [path, ...more] = pathsOf(file, part, this.#settings);
    const isOne = path !== undefined && more.length === 0 && isKnown(path);
    const { cwd = '/', writable, realPath } = this.#settings;
    if (!isOne || isOutside(path, { cwd, writable, realPath })) return UNKNOWN_TARGET;
    if (hasMoved && (file.unknown || !file.text.startsWith('/'))) return UNKNOWN_TARGET;
    if (parts.some((one) => this.#mayWrite(one, path))) return UNKNOWN_TARGET;
    const numbers = this.#settings.processes?.numbersIn(path);
    const isWritten = parts.some(({ redirects }) =>
      redirects.some(({ target, operator }) => operator.startsWith('>') && target.text === file.text),
    );
    if (numbers === null || numbers === undefined) return numbers === null && isWritten ? undefined : UNKNOWN_TARGET;
    return numbers
      .map((number) => this.#whyForeign({ by: 'number', number }, part, true))
      .find((why) => why !== undefined);
  }

  /** True for a part that may put something else than the number of a job there. */
  #mayWrite(part: LinePart, path: string): boolean {
    const meets = (word: Word): boolean =>
      pathsOf(word, part, this.#settings).some((one) => !isKnown(one) || isBelow(path, one));
    const isJob =
      part.kind === 'builtin' &&
      /^(?:echo|printf)$/.test(part.program ?? '') &&
      part.words.slice(1).every((word, at) => isJobNumber(word) || (at === 0 && word.text === '-n'));
    const written = part.redirects.filter(({ operator }) => /^(?:&?>|<>)/.test(operator) && operator !== '>&');
    if (written.some(({ target, fd, operator }) => meets(target) && !(isJob && (fd ?? 1) === 1 && operator === '>')))
      return true;
    if (part.kind !== 'program' || READS.test(programName(part.program ?? ''))) return false;
    return part.words.slice(1).some((word) => !/^-/.test(word.text) && this.#names(word, part, path));
  }

  /** True for a word that is this path, or of which nothing is known. */
  #names(word: Word, part: LinePart, path: string): boolean {
    return pathsOf(word, part, this.#settings).some((one) => one === path || !one.startsWith('/'));
  }
}

/** True for a path without unknown pieces. */
function isKnown(path: string): boolean {
  return path.startsWith('/') && !path.includes(UNKNOWN) && !/[*?[]/.test(path);
}

const UNKNOWN_TARGET = 'ends processes that are not known before the line runs';

function isJobNumber(word: Word): boolean {
  return word.unknown ? isOfLine(word.ends) : /^(?:%s|%d)?(?:\\n)?$/.test(word.text);
}

/** The processes that the words of a part name. */
function sourcesOfPart(part: LinePart): readonly ProcessSource[] | undefined {
  const name = programName(part.program ?? '');
  const args = part.words.slice(1);
  if (name === 'kill') return targetsOfKill(args, part);
  if (name === 'pkill' || name === 'killall') return processesNamed(name, args);
  return name === 'fuser' || name === 'kill-port' ? processesAt(name, args) : undefined;
}

function targetsOfKill(args: readonly Word[], part: LinePart): readonly ProcessSource[] | undefined {
  let rest = args;
  const [first, second] = rest;
  if (first && !first.unknown && /^-[sn]$/.test(first.text)) {
    if (!second || second.unknown) return undefined;
    rest = rest.slice(2);
  } else if (first && !first.unknown && SIGNAL.test(first.text)) rest = rest.slice(1);
  if (rest[0] && !rest[0].unknown && rest[0].text === '--') rest = rest.slice(1);
  const found = rest.map((word) => targetOf(word, part));
  const all = found.flat();
  return rest.length > 0 && all.every((one) => one !== undefined) ? all : undefined;
}

function targetOf(word: Word, part: LinePart): readonly ProcessSource[] | undefined {
  if (word.unknown && word.ends) return word.ends;
  return sourcesOf([word], (text) => {
    if (part.kind === 'builtin' && /^%(?:[%+-]|\d+|\??[a-z][\w./-]*)?$/i.test(text))
      return [{ by: 'line', isJob: true }];
    const [, sign, digits] = /^(-?)([1-9]\d{0,8})$/.exec(text) ?? [];
    if (digits === undefined || (sign === '-' && digits === '1')) return undefined;
    return [{ by: sign === '-' ? 'group' : 'number', number: Number(digits) }];
  });
}

/** The policy for a call that ends only processes of the line, of its session or of its project. */
export function endingOwn(policy: ExecutionPolicy): ExecutionPolicy {
  return policy.levels?.endsProcesses === 'deny'
    ? policy
    : { ...policy, levels: { ...policy.levels, endsProcesses: 'allow' } };
}
