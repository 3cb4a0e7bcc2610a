import { join } from 'node:path';
import type { ToolReading } from '../documents/tool-document.ts';
import { type XdgPaths, xdgPaths } from '../environment/xdg-paths.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { type Answers, askCandidates, type Candidate } from './ask-candidates.ts';
import { assembleTools } from './assemble-tools.ts';
import { type KnownTools, readKnownTools, takenDocuments } from './known-tools.ts';
import { loadOrBegin } from './load-or-begin.ts';
import { loadProbeCache, type ProbeCache, saveProbeCache } from './probe-cache.ts';
import { attempt, saveDiscovery } from './save-discovery.ts';
import type { ScanEvent } from './scan-events.ts';
import type { ScanSettings } from './scan-settings.ts';
import { screenCandidates } from './screen-candidates.ts';

/**
 * Finds the tools of this machine: in the registry, in directories of documents, on the PATH, and among shims.
 *
 * Programs on the PATH are read, not run; those whose bytes say that they may describe themselves are asked, in the sandbox.
 * What is learned is written down, so that the next scan reads and asks only what changed. Progress comes first, then what
 * was left out, then each tool once, then `done`.
 * Limits: POSIX; elsewhere directories and named programs only. What others could change is skipped, and said.
 * @throws the signal's reason once it is aborted.
 * @see ATIP 0.3 §5.1, §5.2
 */
export async function* scanTools(settings: ScanSettings): AsyncGenerator<ScanEvent, void, undefined> {
  const begun = performance.now();
  const paths = xdgPaths(settings.env);
  const known = await readKnownTools(paths);
  const screening = yield* screenCandidates(settings, paths);
  const { candidates } = screening;
  const asking = candidates.filter(({ foundAs, named }) => {
    const isKnown = known.answers.has(foundAs) || known.canonical.has(foundAs);
    return named || settings.refresh === true || !isKnown;
  });
  const { answers, started } = yield* ask(asking, settings, paths);

  const undecided = new Set(answers.skipped.filter(({ code }) => code === 'no-sandbox').map(({ source }) => source));
  const asked = new Set(asking.map(({ foundAs }) => foundAs).filter((foundAs) => !undecided.has(foundAs)));
  const own = [...answers.found.map((found): ToolReading => ({ found })), ...kept(known.answers, asked)];
  const scan = await assembleTools([...inOrder(own, candidates), ...known.tools, ...known.shims], paths.overrides);
  const canonical = [...answers.canonical, ...kept(known.canonical, asked).map(({ found }) => found)];
  const skipped = [
    ...screening.skipped,
    ...known.skipped.filter(({ source }) => !asked.has(source)),
    ...answers.skipped,
    ...scan.skipped,
    ...(await save(paths, settings, known, answers)),
  ];
  for (const one of skipped) yield { event: 'skipped', skipped: one };
  for (const found of scan.found) yield { event: 'found', found };
  for (const found of canonical) yield { event: 'canonical', found };
  yield {
    event: 'done',
    scan: { found: scan.found, skipped },
    canonical,
    counts: { ...screening.counts, skipped: skipped.length, asked: answers.asked, started },
    duration: performance.now() - begun,
  };
}

async function* ask(
  candidates: readonly Candidate[],
  settings: ScanSettings,
  paths: XdgPaths,
): AsyncGenerator<ScanEvent, { readonly answers: Answers; readonly started: number }, undefined> {
  const cacheFile = join(paths.cache, 'answers.json');
  const load = settings.refresh === true ? async () => new Map() : loadProbeCache;
  const { cache: refused, skipped: unread } = await loadOrBegin<ProbeCache>(cacheFile, load, new Map());
  const isNew = ({ foundAs, stamp, named }: Candidate): boolean => named || refused.get(foundAs)?.stamp !== stamp;
  const { env, timeout, signal } = settings;
  let started = 0;
  // Making a sandbox tries it out, which takes longer than a scan that has nobody to ask.
  const sandbox = candidates.some(isNew) ? (settings.sandbox ?? (await createSandbox({ env }))) : settings.sandbox;
  const answering = askCandidates(candidates, {
    env,
    sandbox,
    refused,
    signal,
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
    const save = (): Promise<void> => saveProbeCache(cacheFile, new Map([...refused, ...answers.refused]));
    const notSaved = isChanged ? await attempt(cacheFile, save) : [];
    return { answers: { ...answers, skipped: [...unread, ...answers.skipped, ...notSaved] }, started };
  }
}

function kept<Reading>(readings: ReadonlyMap<string, Reading>, asked: ReadonlySet<string>): Reading[] {
  return [...readings].filter(([foundAs]) => !asked.has(foundAs)).map(([, reading]) => reading);
}

/** As the PATH has them, those that are elsewhere last: of two programs with one name the PATH's runs. */
function inOrder(readings: readonly ToolReading[], candidates: readonly Candidate[]): ToolReading[] {
  const places = new Map(candidates.map(({ foundAs }, index) => [foundAs, index]));
  const place = ({ found }: ToolReading): number => places.get(found?.source ?? '') ?? candidates.length;
  return [...readings].sort((one, other) => place(one) - place(other));
}

function save(paths: XdgPaths, settings: ScanSettings, known: KnownTools, answers: Answers) {
  const changed = known.skipped.filter(({ code }) => code === 'changed').map(({ source }) => source);
  const gone = [...answers.refused.keys(), ...changed].filter((foundAs) => known.registered.has(foundAs));
  const { found: answered, canonical } = answers;
  const discovery = { answered, canonical, gone: new Set(gone), taken: takenDocuments(known) };
  return saveDiscovery(paths, discovery, (settings.clock ?? (() => new Date()))());
}
