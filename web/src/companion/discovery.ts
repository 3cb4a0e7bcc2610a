import type { DiscoveryEvent, Problem, SkippedTool, ToolSummary } from '@atip/companion';
import { NEW_LINK_ADVICE, START_ADVICE } from './companion-state.ts';
import { countOf } from '../text/words.ts';
import { useEffect, useReducer, useRef } from 'react';
import type { Companion } from './companion.ts';

type DataOf<Event extends DiscoveryEvent['event']> = Extract<DiscoveryEvent, { readonly event: Event }>['data'];

export interface Discovery {
  readonly phase: 'starting' | DataOf<'progress'>['phase'] | 'done' | 'failed' | 'cancelled';
  /** Of the phase, while it is under way. */
  readonly progress?: { readonly done: number; readonly total?: number };
  /** Tools that the companion's list lacks; none once it was read again, or when the discovery came to nothing. */
  readonly found: readonly ToolSummary[];
  readonly skipped: readonly SkippedTool[];
  readonly summary?: DataOf<'done'>;
  readonly problem?: DiscoveryProblem;
}

type DiscoveryProblem = Pick<Problem, 'title' | 'detail' | 'code'>;

type DiscoveryAction =
  | { readonly type: 'event'; readonly event: DiscoveryEvent }
  | { readonly type: 'failed'; readonly problem: DiscoveryProblem }
  | { readonly type: 'cancelled' }
  /** The stream is over. */
  | { readonly type: 'closed' }
  /** The companion's list was read again. */
  | { readonly type: 'listed' };

export const NEW_DISCOVERY: Discovery = { phase: 'starting', found: [], skipped: [] };

const BROKEN_OFF: DiscoveryProblem = {
  code: 'stream-ended',
  title: 'The companion stopped answering',
  detail: 'The connection ended before the discovery did. The terminal of the companion may say why.',
};

export function isDiscovering({ phase }: Discovery): boolean {
  return phase === 'starting' || phase === 'screening' || phase === 'asking';
}

/** Applies one event of the stream, or what happened around it; after its end nothing changes it any more. */
export function updateDiscovery(discovery: Discovery, action: DiscoveryAction): Discovery {
  if (action.type === 'listed') return isDiscovering(discovery) ? discovery : { ...discovery, found: [] };
  if (!isDiscovering(discovery)) return discovery;
  switch (action.type) {
    case 'event':
      return applyEvent(discovery, action.event);
    case 'failed':
      return failed(discovery, action.problem);
    case 'cancelled':
      return { ...withoutProgress(discovery), phase: 'cancelled', found: [] };
    case 'closed':
      return failed(discovery, BROKEN_OFF);
  }
}

function applyEvent(discovery: Discovery, { event, data }: DiscoveryEvent): Discovery {
  switch (event) {
    case 'progress': {
      const { phase, ...progress } = data;
      return { ...discovery, phase, progress };
    }
    case 'found':
      return { ...discovery, found: [...discovery.found, data] };
    case 'skipped':
      return { ...discovery, skipped: [...discovery.skipped, data] };
    case 'done':
      return { ...withoutProgress(discovery), phase: 'done', summary: data };
    case 'error':
      return failed(discovery, data);
  }
}

function failed(discovery: Discovery, problem: DiscoveryProblem): Discovery {
  return { ...withoutProgress(discovery), phase: 'failed', found: [], problem };
}

function withoutProgress({ progress: _over, ...discovery }: Discovery): Discovery {
  return discovery;
}

/** Progress, for example `"Reading programs: 812 of 1,288"`; `undefined` when nothing runs. */
export function progressLine({ phase, progress }: Pick<Discovery, 'phase' | 'progress'>): string | undefined {
  switch (phase) {
    case 'starting':
      return 'Asking the companion…';
    case 'screening':
      return `Reading programs${countsOf(progress)}`;
    case 'asking':
      return `Asking programs about themselves${countsOf(progress)}`;
    default:
      return undefined;
  }
}

function countsOf(progress: Discovery['progress']): string {
  if (progress === undefined) return '';
  const { done, total } = progress;
  return total === undefined
    ? `: ${done.toLocaleString('en')}`
    : `: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

/** Outcome, for example `"24 tools; 1,288 programs read, 1 asked, 0.6 s"`; `undefined` before its end. */
export function endLine({ phase, summary, problem }: Discovery): string | undefined {
  if (phase === 'cancelled') return 'Cancelled before the end.';
  if (problem) return `${problem.title}. ${problem.detail}${adviceOn(problem.code)}`;
  if (summary === undefined) return undefined;
  const { found, counts, duration } = summary;
  const work = [
    `${countOf(counts.read, 'program')} read`,
    counts.cached > 0 && `${counts.cached.toLocaleString('en')} remembered`,
    `${counts.asked.toLocaleString('en')} asked`,
    duration < 100 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`,
  ];
  return `${countOf(found, 'tool')}; ${work.filter(Boolean).join(', ')}`;
}

/** Advice on a problem, where the companion gives none itself. */
function adviceOn(code: string): string {
  switch (code) {
    case 'discovery-running':
      return ' Another tab may have started it. Close this panel and open it again to see what it found.';
    case 'token-required':
      return ` ${NEW_LINK_ADVICE}`;
    case 'unreachable':
      return ` ${START_ADVICE}`;
    default:
      return '';
  }
}

type Action = { readonly type: 'start' } | DiscoveryAction;

export type DiscoveryControl = ReturnType<typeof useDiscovery>;

/** Has the companion discover tools, one discovery at a time; it goes on while its dialog is closed. */
export function useDiscovery({ client, token, refresh }: Companion) {
  const [discovery, dispatch] = useReducer(
    (state: Discovery | undefined, action: Action): Discovery | undefined =>
      action.type === 'start' ? NEW_DISCOVERY : state && updateDiscovery(state, action),
    undefined,
  );
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);

  const start = (anew: boolean): void => {
    if (token === undefined) return;
    connection.current?.abort();
    const mine = new AbortController();
    connection.current = mine;
    dispatch({ type: 'start' });
    const say = (action: DiscoveryAction): void => {
      if (connection.current === mine) dispatch(action);
    };
    void client
      .discover(token, { refresh: anew }, (event) => say({ type: 'event', event }), mine.signal)
      .then(async (answer) => {
        if (answer.ok) say({ type: 'closed' });
        else if (answer.problem.code === 'aborted') say({ type: 'cancelled' });
        else say({ type: 'failed', problem: answer.problem });
        await refresh();
        say({ type: 'listed' });
      });
  };

  const cancel = (): void => {
    dispatch({ type: 'cancelled' });
    // The companion ends a discovery whose page is gone.
    connection.current?.abort();
  };

  return { discovery, start, cancel };
}
