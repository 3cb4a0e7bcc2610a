import type { ExecutionPolicy } from '@atip/core';
import { isOutside, UNKNOWN } from '@atip/core/internal';
import { programName } from '../line/program-names.ts';
import type { LinePart, LineReading, ProcessSource, Word } from '../line/types.ts';
import { isOfLine, processesAt, processesNamed, SIGNAL, sourcesOf } from '../read/process-names.ts';
import type { CheckLineSettings } from './context.ts';
import { isBelow, pathsOf } from './paths.ts';
import { KEEPS } from './printed-variables.ts';

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
    if (!found) return source.by === 'number' ? `ends process ${source.number}, which is unknown here` : UNKNOWN_TARGET;
    // Another may have the number when the line runs; one in a file was there once.
    if (source.by === 'number' && found.length === 0 && !isInFile)
      return `ends process ${source.number}, which is not there now`;
    // A program may have the name, or hold the port, when the line runs.
    if (source.by !== 'number' && found.length === 0) return `ends processes by a ${source.by} that no process has now`;
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
