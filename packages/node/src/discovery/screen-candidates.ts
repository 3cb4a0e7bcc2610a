import { join } from 'node:path';
import type { Candidate } from './ask-candidates.ts';
import { attempt } from './save-discovery.ts';
import type { ScanEvent, ScanSettings } from './scan-events.ts';
import { type SkippedTool, skip } from '../documents/tool-document.ts';
import type { XdgPaths } from '../environment/xdg-paths.ts';
import { currentAccount } from '../executables/check-writers.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { resolveExecutable } from '../executables/find-executable.ts';
import { systemErrorCode, describeSystemError } from '../files/system-error.ts';
import type { PlainProgram } from '../remote/remote-tools.ts';
import { loadScreenCache, type ScreenCache, saveScreenCache } from '../screening/screen-cache.ts';
import { type ScreenCounts, type ScreenEvent, screenPath } from '../screening/screen-path.ts';

export interface Screening {
  /** Worth asking: those that a person named, then those of the PATH in its order. */
  readonly candidates: readonly Candidate[];
  /** Programs of the PATH that cannot describe themselves as far as their bytes tell, by name. */
  readonly unmarked: ReadonlyMap<string, PlainProgram>;
  readonly skipped: readonly SkippedTool[];
  readonly counts: ScreenCounts;
}

/** Programs read between two reports of progress. */
const REPORT_EVERY = 50;

const NO_COUNTS: ScreenCounts = {
  directories: 0,
  executables: 0,
  skipped: 0,
  cached: 0,
  read: 0,
  bytes: 0,
  marked: 0,
  canonical: 0,
};

/** Reads the programs on the PATH and says which are worth asking; remembers what it read for the next time. */
export async function* screenCandidates(
  settings: ScanSettings,
  paths: XdgPaths,
): AsyncGenerator<ScanEvent, Screening, undefined> {
  const named = await namedCandidates(settings.named ?? []);
  const account = currentAccount();
  if (account === null) {
    const reason =
      'Who may write to the programs on the PATH cannot be told on this system. Name those that are to be asked.';
    const skipped = [...named.skipped, skip('PATH', 'unreadable', reason).skipped];
    return { candidates: named.candidates, unmarked: new Map(), skipped, counts: NO_COUNTS };
  }
  const cacheFile = join(paths.cache, 'screen.json');
  const candidates = new Map(named.candidates.map((candidate) => [candidate.foundAs, candidate]));
  const load = settings.refresh === true ? async () => ({}) : loadScreenCache;
  const { cache, skipped: unread } = await loadOrBegin<ScreenCache>(cacheFile, load, {});
  const skipped: SkippedTool[] = [...named.skipped, ...unread];
  const unmarked = new Map<string, PlainProgram>();
  let counts = NO_COUNTS;
  let done = 0;
  for await (const event of screenPath({ ...settings, account, cache })) {
    const left = leftOut(event);
    if (left) skipped.push(left);
    if (event.kind === 'screened') {
      done += 1;
      if (done % REPORT_EVERY === 0) yield { event: 'progress', phase: 'screening', done };
      const candidate = candidateOf(event);
      const { name, path, stamp } = event.executable;
      if (!candidate) unmarked.set(name, { path, stamp });
      const isNamed = candidates.has(event.executable.foundAs);
      if (candidate) candidates.set(candidate.foundAs, { ...candidate, named: isNamed });
    } else if (event.kind === 'done') {
      counts = event.counts;
      if (event.cacheChanged)
        skipped.push(...(await attempt(cacheFile, () => saveScreenCache(cacheFile, event.cache))));
    }
  }
  yield { event: 'progress', phase: 'screening', done, total: done };
  return { candidates: [...candidates.values()], unmarked, skipped, counts };
}

/** An entry of the PATH that does not exist is nobody's concern. */
function leftOut(event: ScreenEvent): SkippedTool | undefined {
  if (event.kind === 'skipped') return event.skipped;
  if (event.kind !== 'directory' || event.directory.safe || event.directory.code === 'missing') return undefined;
  const { path, code, reason } = event.directory;
  return skip(path, code, reason).skipped;
}

function candidateOf({
  executable,
  verdict,
  state,
}: ScreenEvent & { readonly kind: 'screened' }): Candidate | undefined {
  if (verdict === 'unmarked') return undefined;
  const { foundAs } = executable;
  return { foundAs, state, question: verdict === 'canonical' ? 'schema' : 'agent', named: false };
}

async function namedCandidates(named: readonly string[]): Promise<Pick<Screening, 'candidates' | 'skipped'>> {
  const candidates: Candidate[] = [];
  const skipped: SkippedTool[] = [];
  for (const foundAs of named) {
    const executable = await resolveExecutable(foundAs);
    if (executable === null) {
      skipped.push(skip(foundAs, 'not-executable', 'It is not the absolute path of an executable file.').skipped);
    } else {
      candidates.push({ foundAs, state: await stateOf(executable.path), question: 'agent', named: true });
    }
  }
  return { candidates, skipped };
}

/** That of one that is gone by now is like no other. */
async function stateOf(path: string): Promise<string> {
  try {
    return await readStamp(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return '';
  }
}

/** A cache, or what to begin with and why. */
export interface LoadedCache<Cache> {
  readonly cache: Cache;
  readonly skipped: readonly SkippedTool[];
}

/** Loads a cache; one that the system does not let us read is an empty one, and is said. */
export async function loadOrBegin<Cache>(
  path: string,
  load: (path: string) => Promise<Cache>,
  empty: Cache,
): Promise<LoadedCache<Cache>> {
  try {
    return { cache: await load(path), skipped: [] };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const reason = `What was found before is not known: ${describeSystemError(code)} (${code}).`;
    return { cache: empty, skipped: [skip(path, 'unreadable', reason).skipped] };
  }
}
