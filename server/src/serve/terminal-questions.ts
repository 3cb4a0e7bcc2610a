import { escapeUnseen } from '@atip/core/internal';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StopSignal } from '@atip/core';
import type { Host } from '@atip/node';
import {
  describePlan,
  describeOffers,
  type Plan,
  questionFor,
  readAnswer,
  type Remembering,
} from '@atip/node/internal';
import { CONFIRMATION_LIFETIME } from '../calls/active-calls.ts';

/** A question, in the words that fit it. */
interface Question {
  readonly lines: readonly string[];
  readonly prompt: string;
  readonly approved: string;
  readonly denied: string;
  /** When it lapsed or was withdrawn. */
  readonly over: string;
  readonly remembering: Pick<Remembering, 'offers' | 'keep'> | undefined;
}

interface Waiting extends Question {
  readonly settle: (approved: boolean) => void;
  /** True after an unclear answer: a second one denies. */
  wasUnclear?: true;
}

/** Ms in which nobody can have read a question; earlier input was typed for something else. */
const READING_TIME = 500;
/** UTF-16 units, and lines, of a question that surely fit on the screen together: 24 lines of 80, less those around it. */
const ON_SCREEN = { units: 1_500, lines: 19 };

/**
 * Asks the person at a terminal, and reads all that they type. A line answers only its own question: one that comes too quickly
 * does not count, nor does the next one after a question that ended unanswered.
 */
export function createTerminalQuestions(
  input: Readable,
  output: { write(text: string): unknown },
  onEmptyLine: () => void,
) {
  const queue: Waiting[] = [];
  let shown: { readonly waiting: Waiting; since: number } | undefined;
  let isLineStale = false;

  const showNext = (): void => {
    const next = shown === undefined ? queue.shift() : undefined;
    if (next === undefined) return;
    shown = { waiting: next, since: performance.now() };
    output.write(`${questionText(next)}${isLineStale ? 'First press Enter: ' : next.prompt}`);
  };
  const withdraw = (waiting: Waiting): void => {
    if (shown?.waiting !== waiting) {
      queue.splice(queue.indexOf(waiting), 1);
      return;
    }
    shown = undefined;
    isLineStale = true;
    output.write(`\nThis question is over; ${waiting.over}\n`);
    showNext();
  };
  const end = (waiting: Waiting, mayRun: boolean, why = ''): void => {
    output.write(`${why}${mayRun ? waiting.approved : waiting.denied}\n`);
    waiting.settle(mayRun);
    showNext();
  };
  const onLine = (line: string): void => {
    if (shown === undefined) {
      isLineStale = false;
      if (line === '') onEmptyLine();
      return;
    }
    if (isLineStale || performance.now() - shown.since < READING_TIME) {
      isLineStale = false;
      shown.since = performance.now();
      output.write(shown.waiting.prompt);
      return;
    }
    const { waiting } = shown;
    const { remembering, prompt } = waiting;
    const { approved, rule, scope = 'session', isUnclear } = readAnswer(line, remembering?.offers ?? []);
    if (isUnclear && !waiting.wasUnclear) {
      waiting.wasUnclear = true;
      output.write(`Please give one of these answers.\n${prompt}`);
      return;
    }
    shown = undefined;
    if (!rule || !remembering) end(waiting, approved);
    else
      remembering.keep(rule, scope).then(
        () => end(waiting, true),
        (error: unknown) => end(waiting, false, `The rule was not saved: ${escapeUnseen(String(error))} `),
      );
  };

  const lines = createInterface({ input });
  lines.on('line', onLine);
  const ask = (question: Question, withdrawn: StopSignal | undefined): Promise<boolean> => {
    if (withdrawn?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (approved: boolean): void => {
        clearTimeout(timer);
        withdrawn?.removeEventListener('abort', lapse);
        resolve(approved);
      };
      const waiting: Waiting = { ...question, settle };
      const lapse = (): void => {
        settle(false);
        withdraw(waiting);
      };
      const timer = setTimeout(lapse, CONFIRMATION_LIFETIME);
      withdrawn?.addEventListener('abort', lapse);
      queue.push(waiting);
      showNext();
    });
  };
  return {
    /**
     * Asks whether a plan may run, until the host's signal aborts.
     * @returns true for `y` and `yes`, and for `session N` or `always N` once that rule is kept; false for `no`, for a
     * second unclear line, for a rule that cannot be kept, without an answer for two minutes, and when it was withdrawn
     */
    ask: (plan: Plan, { signal, rules }: Host): Promise<boolean> => {
      const remembering = rules.about(plan);
      const lines = [...describePlan(plan), ...describeOffers(remembering)];
      return ask({ ...TO_RUN, lines, prompt: questionFor(remembering.offers, true), remembering }, signal);
    },
    /** Asks whether a document may be saved; only `y` and `yes` approve. */
    askToSave: (lines: readonly string[], withdrawn: StopSignal): Promise<boolean> =>
      ask({ ...TO_SAVE, lines }, withdrawn),
    /** Reads no more; open questions resolve to false. */
    close(): void {
      lines.close();
      const all = [...(shown ? [shown.waiting] : []), ...queue.splice(0)];
      shown = undefined;
      for (const { settle } of all) settle(false);
    },
  };
}

const TO_RUN = { approved: 'It may run.', denied: 'It will not run.', over: 'nothing will run.' };
const TO_SAVE = {
  prompt: 'Type yes to save it: ',
  approved: 'It may be saved.',
  denied: 'It will not be saved.',
  over: 'nothing will be saved.',
  remembering: undefined,
};

function questionText({ lines }: Question): string {
  const text = lines.join('\n');
  if (text.length <= ON_SCREEN.units && lines.length <= ON_SCREEN.lines) return `\n${text}\n`;
  // The first line without its flags, to recognise it further up.
  return `\n${text}\nIt is long: read it from "${/^.*?is about to (?:run|be saved)/.exec(text)?.[0] ?? ''}" on.\n`;
}
