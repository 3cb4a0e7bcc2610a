/** The last run, as the companion's events tell it; nothing of it is stored. */
import type { CallEvent, DecisionRequest, Kept } from '@atip/companion';
import type { Provider, ToolCall } from '@atip/core';
import { ruleWords, stated } from '@atip/core/internal';
import { useEffect, useRef, useState } from 'react';
import { ask, follow, type Trouble } from '../companion/client.ts';
import { RESTARTED } from '../companion/companion.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';

type DataOf<Event extends CallEvent['event']> = Extract<CallEvent, { readonly event: Event }>['data'];

export type Question = DataOf<'confirmation-required'>;
export type Remember = NonNullable<DecisionRequest['remember']>;

interface RunRequest {
  readonly call: ToolCall;
  readonly provider: Provider;
  readonly policy: PlainPolicy | undefined;
  readonly cwd: string | undefined;
}

export interface PageRun {
  readonly request: RunRequest;
  readonly phase: 'running' | 'done' | 'declined' | 'failed' | 'cancelled';
  /** The command line and its directory, once the companion has made them. */
  readonly check?: DataOf<'accepted'>['check'];
  readonly question?: Question | undefined;
  /** The end of both streams, redacted by the companion. Only the end, so that the page stays fast. */
  readonly output: string;
  readonly exit?: DataOf<'exit'>;
  readonly result?: DataOf<'result'>;
  readonly problem?: Trouble | undefined;
}

/** Most output kept on screen, in UTF-16 units; the result has all of it up to the companion's own limit. */
export const MAX_SHOWN_OUTPUT = 262_144;

/** The run after an event of the companion; a newer companion may send others than these. */
export function updateRun(before: PageRun, { event, data }: CallEvent): PageRun {
  // Any of them answers a question: in the companion's terminal that happens unseen from here.
  const run = { ...before, question: undefined };
  switch (event) {
    case 'accepted':
      return { ...run, check: data.check };
    case 'confirmation-required':
      return { ...run, question: data };
    case 'confirmed':
      return run;
    case 'stdout':
    case 'stderr':
      return { ...run, output: (run.output + data.text).slice(-MAX_SHOWN_OUTPUT) };
    case 'exit':
      return { ...run, exit: data };
    case 'result':
      return { ...run, phase: 'done', result: data };
    case 'error':
      return failed(run, data);
    default:
      return before;
  }
}

function failed(run: PageRun, problem: Trouble): PageRun {
  const phase = problem.code.startsWith('confirmation-') ? 'declined' : 'failed';
  return { ...run, question: undefined, phase, problem };
}

const BROKEN_OFF = {
  code: 'stream-ended',
  title: 'The connection broke',
  detail: 'The connection ended before the result. The call may have run; the companion’s terminal says more.',
};

/** In words about the run: the companion's own are about the request. */
function problemOfRun(problem: Trouble, { check }: PageRun): Trouble {
  if (problem.code === 'token-required') return { ...problem, detail: `${RESTARTED} Connect it again to run this.` };
  if (problem.code !== 'unreachable') return problem;
  return check ? BROKEN_OFF : { ...problem, detail: 'This computer does not answer, and nothing ran.' };
}

/** The last run of a panel, and what can be done with it; the run ends when the panel goes. */
export function useRun() {
  const { companion, page } = usePage();
  const { api, refresh } = companion;
  const [run, setRun] = useState<PageRun>();
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);
  const isRunning = run?.phase === 'running';
  /** Changes nothing of a finished run. */
  const update = (next: (run: PageRun) => PageRun): void =>
    setRun((before) => (before?.phase === 'running' ? next(before) : before));

  /** Says which rule an answer has added to the companion's policy; it can be taken back. */
  const tellKept = (kept: Kept): void => {
    const words = kept.rule ? ruleWords(kept.rule) : kept.host;
    const place = kept.file === undefined ? 'until the companion is stopped' : `written to ${kept.file}`;
    const forget = async (): Promise<void> => {
      const answer = await ask(api.kept[':id'].$delete({ param: { id: kept.id } }));
      page.tell(answer.ok ? 'Taken back.' : visibleText(answer.problem.detail));
    };
    page.tell(visibleText(`Not asked again: ${words}, ${place}`), { label: 'Undo', onChoose: () => void forget() });
  };

  const start = async (request: RunRequest): Promise<void> => {
    if (isRunning) return;
    const mine = new AbortController();
    connection.current = mine;
    setRun({ request, phase: 'running', output: '' });
    const onEvent = (event: CallEvent): void => {
      if (connection.current !== mine) return;
      update((before) => updateRun(before, event));
      if (event.event === 'confirmed' && event.data.kept) tellKept(event.data.kept);
    };
    const answer = await follow(api.calls.$post({ json: stated(request) }, { init: { signal: mine.signal } }), onEvent);
    if (connection.current !== mine) return;
    update((before) => failed(before, answer.ok ? BROKEN_OFF : problemOfRun(answer.problem, before)));
    // The page shows at once when this computer is gone.
    await refresh();
  };

  const decide = async (approve: boolean, remember?: Remember): Promise<void> => {
    if (run?.question === undefined) return;
    const { id, hash } = run.question;
    const mine = connection.current;
    update((before) => ({ ...before, question: undefined }));
    const answer = await ask(
      api.calls[':id'].decision.$post({ param: { id }, json: stated({ approve, hash, remember }) }),
    );
    if (answer.ok || connection.current !== mine) return;
    update((before) => failed(before, answer.problem));
    mine?.abort();
  };

  /** Closes the connection, by which the companion ends the call. */
  const cancel = (): void => {
    update((before) => ({ ...before, question: undefined, phase: 'cancelled' }));
    connection.current?.abort();
  };

  return { run, isRunning, start, decide, cancel };
}
