import type { DiscoveryEvent, SkippedTool } from '@atip/companion';
import { useEffect, useRef, useState } from 'react';
import { countOf, timeOf } from '../text/words.ts';
import { type CompanionAnswer, follow } from './client.ts';
import type { Companion } from './companion.ts';

export interface Discovery {
  readonly isRunning: boolean;
  /** How far it is, or how it ended. */
  readonly line: string;
  readonly skipped: readonly SkippedTool[];
}

const IDLE = 'Reads the programs on your PATH. Some are asked, in a sandbox.';
const BROKEN_OFF =
  'The companion stopped answering. The connection ended before the discovery did. The terminal of the companion may say why.';

const number = (count: number): string => count.toLocaleString('en');

/** Applies one event. Tools that were found come with the companion's list. */
export function discoveryAfter(before: Discovery, news: DiscoveryEvent): Discovery {
  if (news.event === 'progress') {
    const { phase, done, total } = news.data;
    const doing = phase === 'screening' ? 'Reading programs' : 'Asking programs about themselves';
    const counts = total === undefined ? number(done) : `${number(done)} of ${number(total)}`;
    return { ...before, line: `${doing}: ${counts}` };
  }
  if (news.event === 'skipped') return { ...before, skipped: [...before.skipped, news.data] };
  if (news.event !== 'done') return before;
  const { found, counts, duration } = news.data;
  const known = counts.cached > 0 ? `, ${number(counts.cached)} remembered` : '';
  const work = `${countOf(counts.read, 'program')} read${known}, ${number(counts.asked)} asked`;
  return { ...before, isRunning: false, line: `${countOf(found, 'tool')}; ${work}, ${timeOf(duration)}` };
}

/** The discovery once its stream is over; one without its last event was broken off. */
export function discoveryEnd(before: Discovery, answer: CompanionAnswer<void>): Discovery {
  if (!before.isRunning) return before;
  const ended = { ...before, isRunning: false };
  if (answer.ok) return { ...ended, line: BROKEN_OFF };
  const { code, title, detail } = answer.problem;
  if (code === 'aborted') return { ...ended, line: 'Cancelled before the end.' };
  return { ...ended, line: `${title}. ${detail}` };
}

export type DiscoveryControl = ReturnType<typeof useDiscovery>;

/** Has the companion discover tools, one discovery at a time; it goes on while its dialog is closed. */
export function useDiscovery({ api, refresh }: Companion) {
  const [discovery, setDiscovery] = useState<Discovery>({ isRunning: false, line: IDLE, skipped: [] });
  const connection = useRef<AbortController>(null);
  // The companion ends a discovery whose page is gone.
  const cancel = (): void => connection.current?.abort();
  useEffect(() => () => connection.current?.abort(), []);

  const start = async (): Promise<void> => {
    const mine = new AbortController();
    connection.current = mine;
    setDiscovery({ isRunning: true, line: 'Asking the companion…', skipped: [] });
    const sent = api.discoveries.$post({ json: {} }, { init: { signal: mine.signal } });
    const answer = await follow<DiscoveryEvent>(sent, (news) => setDiscovery((now) => discoveryAfter(now, news)));
    setDiscovery((now) => discoveryEnd(now, answer));
    await refresh();
  };

  return { discovery, start, cancel };
}
