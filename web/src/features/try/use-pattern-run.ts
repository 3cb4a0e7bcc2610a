/** The one run of a workflow at a time, as the companion's events tell it; nothing of it is stored. */
import type { PatternEvent, PatternRequest, Problem } from '@atip/companion';
import { useEffect, useReducer, useRef } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { MAX_SHOWN_OUTPUT } from './runs.ts';

type DataOf<Event extends PatternEvent['event']> = Extract<PatternEvent, { readonly event: Event }>['data'];

export type PatternQuestion = DataOf<'confirmation-required'>;

export interface PatternRun {
  readonly request: PatternRequest;
  readonly isUnderway: boolean;
  /** Present only while a person has to decide. */
  readonly question?: PatternQuestion;
  readonly step?: number;
  readonly output: string;
  readonly result?: DataOf<'result'>;
  readonly problem?: Pick<Problem, 'title' | 'detail'>;
}

type News =
  | PatternEvent
  | { readonly event: 'start'; readonly request: PatternRequest }
  | { readonly event: 'decided' }
  | { readonly event: 'error'; readonly data: Pick<Problem, 'title' | 'detail'> };

/** Applies an event; events of a finished run change nothing. */
export function updatePatternRun(run: PatternRun | undefined, news: News): PatternRun | undefined {
  if (news.event === 'start') return { request: news.request, isUnderway: true, output: '' };
  if (!run?.isUnderway) return run;
  const { question: _answered, ...rest } = run;
  switch (news.event) {
    case 'confirmation-required':
      return { ...rest, question: news.data };
    case 'step':
      return { ...rest, step: news.data.number, output: shown(`${rest.output}[step ${news.data.number}]\n`) };
    case 'stdout':
    case 'stderr':
      return { ...rest, output: shown(rest.output + news.data.text) };
    case 'result':
      return { ...rest, isUnderway: false, result: news.data };
    case 'error':
      return { ...rest, isUnderway: false, problem: news.data };
    default:
      return rest;
  }
}

function shown(output: string): string {
  return output.slice(-MAX_SHOWN_OUTPUT);
}

const BROKEN_OFF = {
  title: 'The connection broke',
  detail: 'The connection ended before the result. Its record says which steps ran.',
};

export function usePatternRun({ client, token }: Companion) {
  const [run, tell] = useReducer(updatePatternRun, undefined);
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);

  const start = (request: PatternRequest): void => {
    if (token === undefined || run?.isUnderway) return;
    const mine = new AbortController();
    connection.current = mine;
    tell({ event: 'start', request });
    const onEvent = (event: PatternEvent): void => {
      if (connection.current === mine) tell(event);
    };
    void client.runPattern(token, request, onEvent, mine.signal).then((answer) => {
      tell({ event: 'error', data: answer.ok ? BROKEN_OFF : answer.problem });
    });
  };

  const decide = (approve: boolean): void => {
    const { question } = run ?? {};
    if (question === undefined || token === undefined) return;
    tell({ event: 'decided' });
    void client.decide(token, question.id, { approve, hash: question.hash }).then((answer) => {
      if (!answer.ok) tell({ event: 'error', data: answer.problem });
    });
  };

  /** The companion ends a run whose page is gone. */
  const cancel = (): void => connection.current?.abort();

  return { run, start, decide, cancel };
}
