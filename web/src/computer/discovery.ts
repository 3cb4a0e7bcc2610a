import type { DiscoveryEvent, Problem, SkippedTool, ListedTool } from '@atip/companion';
import { NEW_LINK_ADVICE, START_ADVICE, type Companion } from './companion.ts';
import { countOf } from '../text/words.ts';
import { useEffect, useRef, useState } from 'react';

type DataOf<Event extends DiscoveryEvent['event']> = Extract<DiscoveryEvent, { readonly event: Event }>['data'];

export interface DiscoveryState {
  readonly phase: 'starting' | DataOf<'progress'>['phase'] | 'done' | 'failed' | 'cancelled';
  readonly progress?: DataOf<'progress'>;
  /** Tools that the companion's list lacks; empty once the list was read again, or after a failed discovery. */
  readonly found: readonly ListedTool[];
  readonly skipped: readonly SkippedTool[];
  readonly summary?: DataOf<'done'>;
  readonly problem?: DiscoveryProblem;
}

type DiscoveryProblem = Pick<Problem, 'title' | 'detail' | 'code'>;

/** An event of the stream, or what happened around it: the page gave up, or the companion's list was read again. */
type DiscoveryNews =
  | DiscoveryEvent
  | { readonly event: 'error'; readonly data: DiscoveryProblem }
  | { readonly event: 'cancelled' | 'listed' };

export const NEW_DISCOVERY: DiscoveryState = { phase: 'starting', found: [], skipped: [] };

const BROKEN_OFF: DiscoveryProblem = {
  code: 'stream-ended',
  title: 'The companion stopped answering',
  detail: 'The connection ended before the discovery did. The terminal of the companion may say why.',
};

const UNDERWAY: Partial<Readonly<Record<DiscoveryState['phase'], string>>> = {
  starting: 'Asking the companion…',
  screening: 'Reading programs',
  asking: 'Asking programs about themselves',
};

export function isDiscovering({ phase }: DiscoveryState): boolean {
  return UNDERWAY[phase] !== undefined;
}

/** Applies one event of the stream, or an event around it; nothing changes after its end. */
export function updateDiscovery(discovery: DiscoveryState, news: DiscoveryNews): DiscoveryState {
  if (news.event === 'listed') return isDiscovering(discovery) ? discovery : { ...discovery, found: [] };
  if (!isDiscovering(discovery)) return discovery;
  switch (news.event) {
    case 'progress':
      return { ...discovery, phase: news.data.phase, progress: news.data };
    case 'found':
      return { ...discovery, found: [...discovery.found, news.data] };
    case 'skipped':
      return { ...discovery, skipped: [...discovery.skipped, news.data] };
    case 'done':
      return { ...discovery, phase: 'done', summary: news.data };
    case 'error':
      return { ...discovery, phase: 'failed', found: [], problem: news.data };
    case 'cancelled':
      return { ...discovery, phase: 'cancelled', found: [] };
    default:
      // A newer companion may send others.
      return discovery;
  }
}

/** Progress, for example `"Reading programs: 812 of 1,288"`; `undefined` when nothing runs. */
export function progressLine({ phase, progress }: DiscoveryState): string | undefined {
  const doing = UNDERWAY[phase];
  if (doing === undefined || progress === undefined) return doing;
  const { done, total } = progress;
  const counts = [done, total].flatMap((count) => count?.toLocaleString('en') ?? []);
  return `${doing}: ${counts.join(' of ')}`;
}

const ADVICE: Readonly<Record<string, string>> = {
  'discovery-running': 'Another tab may have started it. Close this panel and open it again to see what it found.',
  'token-required': NEW_LINK_ADVICE,
  unreachable: START_ADVICE,
};

/** Outcome, for example `"24 tools; 1,288 programs read, 1 asked, 0.6 s"`; `undefined` before its end. */
export function endLine({ phase, summary, problem }: DiscoveryState): string | undefined {
  if (phase === 'cancelled') return 'Cancelled before the end.';
  if (problem) return `${problem.title}. ${problem.detail} ${ADVICE[problem.code] ?? ''}`.trimEnd();
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

export type DiscoveryControl = ReturnType<typeof useDiscovery>;

/** Has the companion discover tools, one discovery at a time; it goes on while its dialog is closed. */
export function useDiscovery({ client, token, refresh }: Companion) {
  const [discovery, setDiscovery] = useState<DiscoveryState>();
  const connection = useRef<AbortController>(null);
  // The companion ends a discovery whose page is gone.
  const cancel = (): void => connection.current?.abort();
  useEffect(() => () => connection.current?.abort(), []);

  const start = (anew: boolean): void => {
    if (token === undefined) return;
    cancel();
    const mine = new AbortController();
    connection.current = mine;
    setDiscovery(NEW_DISCOVERY);
    const say = (news: DiscoveryNews): void => {
      if (connection.current === mine) setDiscovery((before) => before && updateDiscovery(before, news));
    };
    void client.discover(token, { refresh: anew }, say, mine.signal).then(async (answer) => {
      if (answer.ok) say({ event: 'error', data: BROKEN_OFF });
      else if (answer.problem.code === 'aborted') say({ event: 'cancelled' });
      else say({ event: 'error', data: answer.problem });
      await refresh();
      say({ event: 'listed' });
    });
  };

  return { discovery, start, cancel };
}
