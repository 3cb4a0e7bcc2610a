/** One discovery by the companion, as its events tell it. */
import type { DiscoveryEvent, Problem, SkippedTool, ToolSummary } from '@atip/companion';

type DataOf<Event extends DiscoveryEvent['event']> = Extract<DiscoveryEvent, { readonly event: Event }>['data'];

export interface Discovery {
  readonly phase: 'starting' | DataOf<'progress'>['phase'] | 'done' | 'failed' | 'cancelled';
  /** Of the phase, while it is under way. */
  readonly progress?: { readonly done: number; readonly total?: number };
  /** What the companion's list does not have yet; none once it was read again, or when the discovery came to nothing. */
  readonly found: readonly ToolSummary[];
  readonly skipped: readonly SkippedTool[];
  /** Present when it is done. */
  readonly summary?: DataOf<'done'>;
  /** Present when it failed. */
  readonly problem?: DiscoveryProblem;
}

type DiscoveryProblem = Pick<Problem, 'title' | 'detail' | 'code'>;

export type DiscoveryAction =
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
  title: 'The companion broke off',
  detail: 'The connection ended before the discovery did. Look at the terminal where the companion runs.',
};

/** True while the companion may still send something. */
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
