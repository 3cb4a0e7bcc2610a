import { join } from 'node:path';
import {
  type Answers,
  askCandidates,
  type Candidate,
  isWorthAsking,
  SLOW,
  TRANSIENT,
  loadProbeCache,
  type ProbeCache,
  saveProbeCache,
} from './ask-candidates.ts';
import { type KnownTools, readKnownTools, orderByPath } from './known-tools.ts';
import { assembleTools } from './list-tools.ts';
import { claimedNames, namesOf, readBundledShims } from './read-bundled-shims.ts';
import { attempt, saveDiscovery } from './save-discovery.ts';
import type { ScanEvent, ScanSettings } from './scan-events.ts';
import { type LoadedCache, loadOrBegin, type Screening, screenCandidates } from './screen-candidates.ts';
import { readPatterns } from '../documents/read-patterns.ts';
import type { ToolReading } from '../documents/tool-document.ts';
import { type XdgPaths, xdgPaths } from '../environment/xdg-paths.ts';
import { type TakenReadings, takeRemoteTools } from '../remote/remote-tools.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';

/**
 * Finds the tools of this machine: in the registry, in directories of documents, on the PATH, among shims, and last, where one is set, in a registry over HTTP.
 *
 * Programs on the PATH are read, not run; those whose bytes say that they may describe themselves are asked, in the sandbox.
 * What is learned is written down, so that the next scan reads and asks only what changed. Progress comes first, then what
 * was left out, then each tool once, then `done`.
 * Limits: POSIX; elsewhere directories and named programs only. What others could change is skipped, and said.
 * @throws the signal's reason once it is aborted.
 * @see ATIP 0.3 §5.1, §5.2
 * @example
 * import { scanTools } from '@atip/node';
 *
 * for await (const event of scanTools({ env: process.env })) {
 *   if (event.event === 'found') console.log(event.found.tool.name);
 * }
 */
export async function* scanTools(settings: ScanSettings): AsyncGenerator<ScanEvent, void, undefined> {
  const begun = performance.now();
  const paths = xdgPaths(settings.env);
  const known = await readKnownTools(paths);
  const screening = yield* screenCandidates(settings, paths);
  const memory = await loadMemory(settings, paths);
  const asking = screening.candidates.filter(({ foundAs, named, state }) => {
    const isKnown = known.answers.has(foundAs) || known.canonical.has(foundAs);
    // The program itself is as it was; of what it hands over to only this memory knows.
    const isSame = (memory.cache.get(foundAs)?.stamp ?? state) === state;
    return named || settings.refresh === true || !isKnown || !isSame;
  });
  const { answers, started } = yield* ask(asking, settings, paths, memory);

  const undecided = new Set(answers.skipped.filter(({ code }) => TRANSIENT.includes(code)).map(({ source }) => source));
  const asked = new Set(asking.map(({ foundAs }) => foundAs).filter((foundAs) => !undecided.has(foundAs)));
  const own = [...answers.found.map((found): ToolReading => ({ found })), ...kept(known.answers, asked)];
  const described = [...orderByPath(own, settings.env), ...known.tools, ...known.shims];
  const bundled = await readBundledShims(settings.env, namesOf(described));
  const remote = await askRegistry(settings, screening, [...described, ...bundled]);
  const scan = await assembleTools([...described, ...bundled, ...remote.readings], paths.overrides);
  const canonical = [...answers.canonical, ...kept(known.canonical, asked).map(({ found }) => found)];
  const patterns = await readPatterns(paths);
  const skipped = [
    ...screening.skipped,
    ...known.skipped.filter(({ source }) => !asked.has(source)),
    ...answers.skipped,
    ...scan.skipped,
    ...patterns.skipped,
    ...(await save(paths, settings, known, answers)),
  ];
  for (const one of skipped) yield { event: 'skipped', skipped: one };
  for (const found of scan.found) yield { event: 'found', found };
  for (const found of canonical) yield { event: 'canonical', found };
  for (const found of patterns.found) yield { event: 'pattern', found };
  yield {
    event: 'done',
    scan: { found: scan.found, skipped },
    canonical,
    patterns: patterns.found,
    counts: { ...screening.counts, skipped: skipped.length, asked: answers.asked, started },
    ...(remote.report && { registry: remote.report }),
    duration: performance.now() - begun,
  };
}

/** Last: what anybody else says of a program stays as it is. */
function askRegistry(
  settings: ScanSettings,
  screening: Screening,
  readings: readonly ToolReading[],
): Promise<TakenReadings> {
  const { env, registry, signal } = settings;
  const described = claimedNames(readings);
  return takeRemoteTools({ env, registry, signal, programs: screening.unmarked, described });
}

function memoryFile({ cache }: XdgPaths): string {
  return join(cache, 'answers.json');
}

/** What came of asking before. */
function loadMemory({ refresh }: ScanSettings, paths: XdgPaths): Promise<LoadedCache<ProbeCache>> {
  const load = refresh === true ? async () => new Map() : loadProbeCache;
  return loadOrBegin<ProbeCache>(memoryFile(paths), load, new Map());
}

async function* ask(
  candidates: readonly Candidate[],
  settings: ScanSettings,
  paths: XdgPaths,
  { cache: before, skipped: unread }: LoadedCache<ProbeCache>,
): AsyncGenerator<ScanEvent, { readonly answers: Answers; readonly started: number }, undefined> {
  const isNew = (candidate: Candidate): boolean => isWorthAsking(candidate, before.get(candidate.foundAs));
  const { env, timeout, signal, projectDirectory } = settings;
  let started = 0;
  // Making a sandbox tries it out, which takes longer than a scan that has nobody to ask.
  const make = settings.sandbox ?? (() => createSandbox({ env }));
  const sandbox = typeof make !== 'function' ? make : candidates.some(isNew) ? await make() : undefined;
  const answering = askCandidates(candidates, {
    env,
    sandbox,
    before,
    signal,
    projectDirectory,
    ...(timeout !== undefined && { timeout }),
    onStart: () => {
      started += 1;
    },
  });
  for (;;) {
    const next = await answering.next();
    if (next.done !== true) {
      yield { event: 'progress', phase: 'asking', done: next.value, total: candidates.length };
      continue;
    }
    const answers = next.value;
    const isChanged = candidates.some(isNew) || settings.refresh === true;
    const cacheFile = memoryFile(paths);
    const save = (): Promise<void> => saveProbeCache(cacheFile, new Map([...before, ...answers.outcomes]));
    const notSaved = isChanged ? await attempt(cacheFile, save) : [];
    return { answers: { ...answers, skipped: [...unread, ...answers.skipped, ...notSaved] }, started };
  }
}

function kept<Reading>(readings: ReadonlyMap<string, Reading>, asked: ReadonlySet<string>): Reading[] {
  return [...readings].filter(([foundAs]) => !asked.has(foundAs)).map(([, reading]) => reading);
}

function save(paths: XdgPaths, settings: ScanSettings, known: KnownTools, answers: Answers) {
  const changed = known.skipped.filter(({ code }) => code === 'changed').map(({ source }) => source);
  const refused = [...answers.outcomes]
    .filter(([, { code }]) => code !== 'answered' && code !== SLOW)
    .map(([foundAs]) => foundAs);
  const gone = [...refused, ...changed].filter((foundAs) => known.registered.has(foundAs));
  const { found: answered, canonical } = answers;
  const discovery = { answered, canonical, gone: new Set(gone) };
  return saveDiscovery(paths, discovery, (settings.clock ?? (() => new Date()))());
}
