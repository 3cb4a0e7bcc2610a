import type { ToolScan } from '../documents/read-tool-directories.ts';
import { type ToolReading, type SkippedTool, skip } from '../documents/tool-document.ts';
import { type XdgPaths, xdgPaths } from '../process/xdg-paths.ts';
import { resolveExecutable } from '../executables/find-executable.ts';
import { stampNow } from '../executables/executable-identity.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { loadScanCache, NO_SCAN, type ScanCache, saveScanCache, scanFile } from './scan-cache.ts';
import { type ScreenCounts, type Screening, screenPath } from './screen-path.ts';
import {
  type Answers,
  type AskingMany,
  askCandidates,
  type Candidate,
  isWorthAsking,
  SLOW,
  TRANSIENT,
} from './ask-candidates.ts';
import { asFoundTool } from './probe-tool.ts';
import { type KnownTools, readKnownTools, orderByPath } from './known-tools.ts';
import { assembleTools } from './list-tools.ts';
import { type BundledSelection, namesOf, readBundledShims } from './read-bundled-shims.ts';
import { attempt, saveDiscovery } from './save-discovery.ts';

interface ScanCounts extends ScreenCounts {
  readonly asked: number;
  /** Processes started for it; each program is asked at most twice. */
  readonly started: number;
}

export type ScanEvent =
  | {
      readonly event: 'progress';
      /** First programs are read, then those with a marker are asked. */
      readonly phase: 'screening' | 'asking';
      readonly done: number;
      /** Absent while it is not known. */
      readonly total?: number;
    }
  | {
      readonly event: 'done';
      readonly scan: ToolScan;
      readonly counts: ScanCounts;
      /** In ms. */
      readonly duration: number;
    };

export interface ScanSettings extends AskingMany {
  /** Absolute paths of programs that a person wants asked, even without marker or sandbox. */
  readonly named?: readonly string[];
  /** True: ignores saved results, and reads and asks all programs again. */
  readonly refresh?: boolean | undefined;
  /** The bundled documents that are read and reported. Absent: all whose program is here. */
  readonly bundled?: BundledSelection;
  /** By default the system's. */
  readonly clock?: () => Date;
}

/**
 * Finds the tools of this machine: in the registry, in directories of documents, on the PATH, and among
 * shims.
 *
 * Programs on the PATH are read, not run; those whose bytes suggest that they describe themselves are asked, in the
 * sandbox. Results are saved, so that the next scan reads and asks only changed programs.
 * Limits: POSIX; elsewhere directories and named programs only.
 * Programs that other users could change are skipped, and reported.
 * @throws the signal's reason once it is aborted.
 * @see ATIP 0.3 §5.1, §5.2
 * @example
 * import { scanTools } from '@atip/node';
 *
 * for await (const event of scanTools({ env: process.env })) {
 *   if (event.event === 'done') console.log(event.scan.found.map(({ tool }) => tool.name));
 * }
 */
export async function* scanTools(settings: ScanSettings): AsyncGenerator<ScanEvent, void, undefined> {
  const begun = performance.now();
  const paths = xdgPaths(settings.env);
  const known = await readKnownTools(paths);
  const cacheFile = scanFile(settings.env);
  const loaded = settings.refresh === true ? { cache: NO_SCAN, skipped: [] } : await loadScanCache(cacheFile);
  const { cache } = loaded;
  const named = await namedCandidates(settings.named ?? []);
  const screening = yield* reported(screenPath(settings, cache.files), 'screening');
  const screened = screening.programs.length;
  yield { event: 'progress', phase: 'screening', done: screened, total: screened };
  const asking = candidatesOf(named.candidates, screening).filter(({ foundAs, named, state }) => {
    const isKnown = known.answers.has(foundAs) || known.canonical.has(foundAs);
    // The program itself is unchanged; only this cache knows the files that it starts.
    const isSame = (cache.outcomes.get(foundAs)?.stamp ?? state) === state;
    return named || settings.refresh === true || !isKnown || !isSame;
  });
  const { answers, started, isNew } = yield* ask(asking, settings, cache);

  const undecided = new Set(answers.skipped.filter(({ code }) => TRANSIENT.includes(code)).map(({ source }) => source));
  const asked = new Set(asking.map(({ foundAs }) => foundAs).filter((foundAs) => !undecided.has(foundAs)));
  const own = [...answers.found.map((found): ToolReading => ({ found })), ...kept(known.answers, asked)];
  const canonical = [...answers.canonical, ...kept(known.canonical, asked).map(({ found }) => found)];
  const functions = orderByPath(canonical.map(asFoundTool), settings.env);
  const described = [...orderByPath(own, settings.env), ...functions, ...known.tools, ...known.shims];
  const bundled = await readBundledShims(settings.env, namesOf(described), undefined, settings.bundled);
  const scan = await assembleTools([...described, ...bundled], settings.env);
  const outcomes = new Map([...cache.outcomes, ...answers.outcomes]);
  const remember = () => saveScanCache(cacheFile, { files: screening.files, outcomes });
  const isChanged = screening.isChanged || isNew || settings.refresh === true;
  const skipped = [
    ...loaded.skipped,
    ...named.skipped,
    ...screening.skipped,
    ...known.skipped.filter(({ source }) => !asked.has(source)),
    ...answers.skipped,
    ...scan.skipped,
    ...(isChanged ? await attempt(cacheFile, remember) : []),
    ...(await save(paths, settings, known, answers)),
  ];
  yield {
    event: 'done',
    scan: { found: scan.found, skipped },
    counts: { ...screening.counts, skipped: skipped.length, asked: answers.asked, started },
    duration: performance.now() - begun,
  };
}

async function* ask(
  candidates: readonly Candidate[],
  settings: ScanSettings,
  { outcomes: before }: ScanCache,
): AsyncGenerator<
  ScanEvent,
  { readonly answers: Answers; readonly started: number; readonly isNew: boolean },
  undefined
> {
  const isNew = candidates.some((candidate) => isWorthAsking(candidate, before.get(candidate.foundAs)));
  let started = 0;
  const onStart = (args: readonly string[]): void => {
    started += 1;
    settings.onStart?.(args);
  };
  // Making a sandbox tests it, which takes longer than a scan without questions.
  const make = settings.sandbox ?? (() => createSandbox(settings));
  const sandbox = typeof make !== 'function' ? make : isNew ? await make() : undefined;
  const asking = askCandidates(candidates, { ...settings, sandbox, before, onStart });
  const answers = yield* reported(asking, 'asking', candidates.length);
  return { answers, started, isNew };
}

/** Reports the numbers of a stage. */
async function* reported<Result>(
  stage: AsyncGenerator<number, Result, undefined>,
  phase: 'screening' | 'asking',
  total?: number,
): AsyncGenerator<ScanEvent, Result, undefined> {
  for (;;) {
    const next = await stage.next();
    if (next.done === true) return next.value;
    const progress = { event: 'progress', phase, done: next.value } as const;
    yield total === undefined ? progress : { ...progress, total };
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

/** Programs that a person named, then those of the PATH in its order. */
function candidatesOf(named: readonly Candidate[], { programs }: Screening): readonly Candidate[] {
  const candidates = new Map(named.map((candidate) => [candidate.foundAs, candidate]));
  for (const { executable, verdict, state } of programs) {
    const { foundAs } = executable;
    const question = verdict === 'canonical' ? 'schema' : 'agent';
    if (verdict !== 'unmarked') candidates.set(foundAs, { foundAs, state, question, named: candidates.has(foundAs) });
  }
  return [...candidates.values()];
}

async function namedCandidates(
  named: readonly string[],
): Promise<{ readonly candidates: Candidate[]; readonly skipped: SkippedTool[] }> {
  const candidates: Candidate[] = [];
  const skipped: SkippedTool[] = [];
  for (const foundAs of named) {
    const executable = await resolveExecutable(foundAs);
    if (executable === null) {
      skipped.push(skip(foundAs, 'not-executable', 'It is not the absolute path of an executable file.').skipped);
    } else {
      candidates.push({ foundAs, state: (await stampNow(executable.path)) ?? '', question: 'agent', named: true });
    }
  }
  return { candidates, skipped };
}
