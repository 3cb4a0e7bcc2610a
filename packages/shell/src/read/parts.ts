import { readCode } from '../code/filter-programs.ts';
import type { LineAssignment, LinePart, Redirect, Word } from '../line/types.ts';
import { noteCopy } from './assignments.ts';
import { MAX_PARTS, type Ending, placed, type Places, type Reading, report, type Scope, type Span } from './reading.ts';

/** A command on its way to the program that it starts. */
export interface Start {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly LineAssignment[];
  readonly scope: Scope;
  readonly span: Span;
  readonly places: Places;
  /** `shell`: functions, then builtins, then programs. `command`: no functions. `builtin`: nothing else. `program`: a wrapper starts it. */
  readonly lookup: 'shell' | 'command' | 'builtin' | 'program';
  readonly prints?: LinePart['prints'] | undefined;
  readonly snippet?: LinePart['snippet'] | undefined;
}

/** The source of standard input after redirects; `undefined`: unchanged. */
export function inputOf(redirects: readonly Redirect[]): Scope['stdin'] | undefined {
  const last = redirects.filter(({ operator, fd }) => operator.startsWith('<') && (fd ?? 0) === 0).at(-1);
  if (!last) return undefined;
  if (last.operator === '<<<')
    return last.target.unknown ? last.target : { ...last.target, text: `${last.target.text}\n` };
  if (last.operator === '<<') return last.target;
  return !last.target.unknown && last.target.text === '/dev/null' ? 'none' : 'file';
}

/** Reads code in a word: of `eval`, of `trap`, of `bash -c`. */
export function runKnownText(text: string, scope: Scope, span: Span, places: Places, reading: Reading): Ending {
  return reading.runText(
    text,
    { ...scope, source: text, span: () => span, texts: scope.texts + 1, depth: scope.depth + 1 },
    places,
  );
}

/** Adds a command to the line. */
export function addPart(
  one: Start,
  kind: LinePart['kind'],
  reading: Reading,
  { isOpened, innerFrom, enters, runsInput }: Pick<LinePart, 'isOpened' | 'innerFrom' | 'enters' | 'runsInput'> = {},
): void {
  const { words, scope, span, places, redirects, assignments, prints, snippet } = one;
  if (reading.parts.length >= MAX_PARTS) return;
  const [first] = words;
  const program = first && !first.unknown ? first.text : undefined;
  const code = kind === 'program' ? readCode(words) : undefined;
  if (scope.isFunction) reading.insideFunctions.add(reading.parts.length);
  // `$_` is the last word of the command before.
  noteCopy('_', words.at(-1), reading);
  const { stdin } = scope;
  const part: LinePart = {
    start: span.start,
    end: span.end,
    words,
    program,
    kind,
    through: scope.through,
    added: scope.added,
    redirects,
    assignments,
    background: scope.background,
    from: scope.from,
    piped: stdin !== 'none',
    runsInput,
    rest: scope.script?.rest,
    inputIsFixed: typeof stdin === 'object' ? !stdin.unknown : stdin === 'pipe' && scope.isPipeFixed === true,
    ...placed(places),
    isOpened,
    runner: kind === 'program' ? scope.runner : undefined,
    innerFrom,
    enters,
    remote: scope.remote,
    code,
    prints,
    snippet,
    given: scope.given,
  };
  reading.parts.push(scope.isTraced === true ? traced(part) : part);
  if (reading.parts.length === MAX_PARTS)
    report(reading, 'TOO_LARGE', `The line has more than ${MAX_PARTS} commands.`, span);
}

/** A part that the shell prints before it runs it, with the values of its words. */
export function traced(part: LinePart): LinePart {
  const values = [...part.words.slice(1), ...part.assignments.map(({ value }) => value)];
  const isSourcing = part.kind === 'builtin' && /^(?:\.|source)$/.test(part.program ?? '');
  const prints = [
    ...values.flatMap((value) => (value?.unknown ? (value.shows ?? []) : [])),
    // Each assignment in the file.
    ...(isSourcing ? [{ name: '!', isOwn: false }] : []),
  ];
  return prints.length > 0 ? { ...part, prints: [...(part.prints ?? []), ...prints] } : part;
}
