import { type SkippedTool, skip } from '../documents/tool-document.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { fetchBounded } from './fetch-bounded.ts';
import { type KeptIndex, loadKeptIndex, saveKeptIndex } from './kept-index.ts';
import type { RemoteAddress } from './remote-address.ts';
import { MAX_INDEX, parseRemoteIndex, type RemoteIndex } from './remote-index.ts';

/** Ms for an index. */
const TIMEOUT = 15_000;

/** `kept`: the registry could not be read, and what was fetched before counts; `none`: nothing was. */
export type IndexState = 'fetched' | 'unchanged' | 'kept' | 'none';

export interface RefreshedIndex {
  readonly state: IndexState;
  /** Absent: `none`. */
  readonly index?: RemoteIndex;
  /** When `kept`: since when, by the clock of this machine, ISO 8601. */
  readonly keptAt?: string;
  readonly skipped: readonly SkippedTool[];
}

export interface RefreshSettings {
  /** The file in which the index is kept. */
  readonly file: string;
  /** True: what is kept counts only when the registry cannot be read. */
  readonly refresh?: boolean | undefined;
  /** Ms. Absent: 15,000. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => Date;
}

/**
 * Gives the index of a registry as it is now, or as it was when it could last be read.
 *
 * Limits: a registry that gives an older index than before is not seen through; whoever serves it can do that. No clock of
 * its counts.
 * @throws the signal's reason once it is aborted.
 */
export async function refreshIndex(address: RemoteAddress, settings: RefreshSettings): Promise<RefreshedIndex> {
  const url = `${address.url}/index.json`;
  const { kept, skipped } = await loadKept(settings.file);
  const etag = settings.refresh === true ? undefined : kept?.etag;
  const { timeout = TIMEOUT, signal } = settings;
  const fetched = await fetchBounded(url, { maxBytes: MAX_INDEX, timeout, etag, signal });
  if (fetched.kind === 'unchanged' && kept) return withDropped(url, { state: 'unchanged', index: kept.index, skipped });
  const text = fetched.kind === 'bytes' ? decodeUtf8(fetched.bytes) : undefined;
  const index = text === undefined ? undefined : parseRemoteIndex(text);
  if (fetched.kind === 'bytes' && text !== undefined && typeof index === 'object') {
    const keptAt = settings.now().toISOString();
    const notKept = await keep(settings.file, {
      text,
      keptAt,
      ...(fetched.etag !== undefined && { etag: fetched.etag }),
    });
    return withDropped(url, { state: 'fetched', index, skipped: [...skipped, ...notKept] });
  }
  const problem = fetched.kind === 'failed' ? fetched.reason : (index ?? 'Its index.json is not valid UTF-8.');
  return fallBack(url, String(problem), { kept, skipped, now: settings.now() });
}

function fallBack(
  url: string,
  problem: string,
  {
    kept,
    skipped,
    now,
  }: { readonly kept: KeptIndex | undefined; readonly skipped: readonly SkippedTool[]; readonly now: Date },
): RefreshedIndex {
  const instead = kept ? `What was kept ${ageOf(kept.keptAt, now)} counts instead.` : 'Nothing of it is kept.';
  const said = skip(url, 'registry-unreadable', `${problem} ${instead}`).skipped;
  if (!kept) return { state: 'none', skipped: [...skipped, said] };
  return withDropped(url, { state: 'kept', index: kept.index, keptAt: kept.keptAt, skipped: [...skipped, said] });
}

/** Shape: `on 2026-01-02 (3 days ago)`; without the days where the clock was set back since. */
function ageOf(keptAt: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(keptAt)) / 86_400_000);
  const ago = days === 0 ? ' (today)' : days > 0 ? ` (${days} ${days === 1 ? 'day' : 'days'} ago)` : '';
  return `on ${keptAt.slice(0, 10)}${ago}`;
}

function withDropped(url: string, refreshed: RefreshedIndex): RefreshedIndex {
  const count = refreshed.index?.dropped ?? 0;
  if (count === 0) return refreshed;
  const reason = `${count} of its entries cannot be read and do not count.`;
  return { ...refreshed, skipped: [...refreshed.skipped, skip(url, 'registry-index', reason).skipped] };
}

async function loadKept(
  file: string,
): Promise<{ readonly kept?: KeptIndex | undefined; readonly skipped: readonly SkippedTool[] }> {
  try {
    return { kept: await loadKeptIndex(file), skipped: [] };
  } catch (error) {
    return { skipped: [systemProblem(file, 'unreadable', error)] };
  }
}

async function keep(file: string, index: Omit<KeptIndex, 'index'>): Promise<SkippedTool[]> {
  try {
    await saveKeptIndex(file, index);
    return [];
  } catch (error) {
    return [systemProblem(file, 'not-saved', error)];
  }
}

/** Says what the system had against keeping something. @throws the error when it is none of the system's. */
export function systemProblem(file: string, code: 'unreadable' | 'not-saved', error: unknown): SkippedTool {
  const system = systemErrorCode(error);
  if (system === undefined) throw error;
  return skip(file, code, `What a registry says is not kept: ${describeSystemError(system)} (${system}).`).skipped;
}
