import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { symlink, chmod, cp, lstat, rename, rm } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';
import type { PlantedReport } from '@atip/core';
import { isInside } from '../files/real-path.ts';
import { describeSystemError, systemErrorCode, unlessRefusedLater } from '../files/system-error.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { heldDirectories } from './held-directories.ts';
import { type PlantedFinding, type Purpose, judgePlanted, programsOf, workTreeOf } from './judge-planted.ts';
import { type SurveyEntry, placeAt, type Survey, survey, type PlaceGroup } from './find-guarded-files.ts';

export interface WatchedRoot {
  readonly root: string;
  /** Includes the places in configurations. */
  readonly before: Survey;
  readonly configured: ReadonlyMap<string, string>;
}

interface WatchedRun {
  readonly roots: readonly WatchedRoot[];
  readonly purpose: Purpose;
  /** Our state directory, which no tool can read. */
  readonly state: string;
  readonly skipped: ReadonlySet<string>;
  /** Most entries checked in each directory after the run. */
  readonly limit: number;
}

interface PlantedWatch {
  /**
   * Compares, moves files aside, and closes directories; call it when every process of the run has ended, even after a
   * failure. @returns null when the run left nothing that other programs run @throws the system's error when the list
   * of closed directories cannot be written
   */
  finish(): Promise<PlantedReport | null>;
}

/** Most new places judged after one run; more would flood the person. */
const MAX_JUDGED = 1_000;

/** Most entries of each kind in a report, which is recorded; the manifest of moved files is complete. */
const MAX_LISTED = 200;

/** Watches in progress in this process: a command is not blamed for the files that another is meant to make. */
const underWay = new Set<{ readonly settings: WatchedRun; readonly makes: Set<PlaceGroup> }>();

export function watchPlanted(settings: WatchedRun): PlantedWatch {
  if (settings.roots.length === 0) return { finish: async () => null };
  const mine = { settings, makes: new Set(settings.purpose.makes) };
  for (const other of underWay) {
    if (!overlaps(other.settings, settings)) continue;
    for (const group of settings.purpose.makes) other.makes.add(group);
    for (const group of other.settings.purpose.makes) mine.makes.add(group);
  }
  underWay.add(mine);
  const named = namedPrograms(settings);
  return {
    async finish() {
      try {
        return await compare({ ...settings, purpose: { ...settings.purpose, makes: mine.makes } }, named);
      } finally {
        underWay.delete(mine);
      }
    },
  };
}

function overlaps(one: WatchedRun, other: WatchedRun): boolean {
  return one.roots.some(({ root }) =>
    other.roots.some((them) => isInside(root, them.root) || isInside(them.root, root)),
  );
}

function namedPrograms({ roots, purpose }: WatchedRun): ReadonlySet<string> {
  if (!purpose.makes.has('config')) return new Set();
  const configurations = roots.flatMap(({ before }) => before.places.filter(({ group }) => group === 'config'));
  return new Set(configurations.flatMap(({ path }) => programsOf(path)));
}

async function compare(settings: WatchedRun, named: ReadonlySet<string>): Promise<PlantedReport | null> {
  const found = settings.roots.map((root) => compareRoot(root, settings));
  const made = found.flatMap((one) => one.made);
  const changed = found.flatMap((one) => one.changed);
  const replaced = changed.filter((place) => place.isReplaced && !settings.purpose.makes.has(place.group));
  const judgement = judgePlanted([...made, ...replaced].slice(0, MAX_JUDGED), settings.purpose);
  const outcomes = await moveAside(judgement.aside, join(settings.state, 'moved-aside'));
  await putLinksBack(replaced);
  const findings: PlantedFinding[] = [
    ...judgement.findings,
    ...changed
      .filter(({ group }) => group === 'config' && settings.purpose.makes.has(group))
      .flatMap(({ path }) => newPrograms(path, named)),
    ...changed
      .filter((place) => leadsElsewhere(place) && settings.purpose.makes.has(place.group))
      .map(({ path, runs }) => ({ path, runs, holds: workTreeOf(path) })),
    ...found.flatMap((one) => one.sealed),
    ...outcomes.flatMap(({ path, why, problem }) =>
      problem === undefined
        ? []
        : [{ path, runs: `${why}; it could not be moved: ${problem}`, holds: workTreeOf(path) }],
    ),
  ];
  const isFlood = made.length + replaced.length > MAX_JUDGED;
  const cut = settings.roots.filter((_root, index) => isFlood || found[index]?.cut).map(({ root }) => root);
  const held = await holdAll(findings, cut, settings.state);
  const moved = outcomes.flatMap(({ path, movedTo, why }) => (movedTo === undefined ? [] : [{ path, movedTo, why }]));
  const different = changed.filter(({ group }) => !settings.purpose.makes.has(group));
  const isLong = [moved, different, findings].some((list) => list.length > MAX_LISTED);
  const report: PlantedReport = {
    movedAside: moved.slice(0, MAX_LISTED),
    changed: different.slice(0, MAX_LISTED).map(({ path, runs }) => ({ path, runs })),
    named: findings.slice(0, MAX_LISTED).map(({ path, runs }) => ({ path, runs })),
    held,
  };
  const isEmpty = report.movedAside.length + report.changed.length + report.named.length + held.length === 0;
  if (isEmpty) return null;
  if (cut.length > 0)
    return { ...report, incomplete: `The run left more files in ${cut.join(', ')} than are checked.` };
  return isLong ? { ...report, incomplete: `Of each kind only the first ${MAX_LISTED} are listed here.` } : report;
}

/** True when it sets where Git finds a repository; that of a linked work tree is Git's own. */
function leadsElsewhere({ path, group, kind }: SurveyEntry): boolean {
  return (group === 'repository' && kind !== 'directory') || path.endsWith('/commondir');
}

/** @param isReplaced whether another file is in its place */
type ChangedEntry = SurveyEntry & { readonly isReplaced: boolean; readonly old: SurveyEntry };

function compareRoot({ root, before, configured }: WatchedRoot, { skipped, limit }: WatchedRun) {
  const after = survey(root, limit, skipped);
  const places = withConfigured(after, configured);
  const known = new Map(before.places.map((place) => [place.path, place]));
  const made = places.filter(({ path }) => !known.has(path));
  const changed = places.flatMap((place): ChangedEntry[] => {
    const old = known.get(place.path);
    if (old === undefined || (old.state === place.state && old.identity === place.identity)) return [];
    return [{ ...place, isReplaced: old.identity !== place.identity, old }];
  });
  const sealed = after.sealed
    .filter((path) => !before.sealed.includes(path))
    .map((path) => ({ path, runs: 'it cannot be looked into', holds: path }));
  return { made, changed, sealed, cut: after.cut };
}

export function withConfigured({ places }: Survey, configured: ReadonlyMap<string, string>): SurveyEntry[] {
  const all = new Map(places.map((place) => [place.path, place]));
  for (const [path, runs] of configured) {
    const place = all.has(path) ? null : placeAt(path, 'settings', runs);
    if (place !== null) all.set(path, place);
  }
  return [...all.values()];
}

/** A mount cannot protect a link itself; if one was replaced and the new one moved away, the old one is restored. */
async function putLinksBack(replaced: readonly ChangedEntry[]): Promise<void> {
  for (const { path, old } of replaced) {
    if (old.target === undefined) continue;
    // If moving failed or the directory is missing, the report says so.
    await unlessRefusedLater(symlink(old.target, path), () => undefined);
  }
}

function newPrograms(path: string, named: ReadonlySet<string>): PlantedFinding[] {
  return programsOf(path)
    .filter((runs) => !named.has(runs))
    .map((runs) => ({ path, runs, holds: workTreeOf(path) }));
}

async function holdAll(findings: readonly PlantedFinding[], cut: readonly string[], state: string): Promise<string[]> {
  const reasons = new Map<string, string[]>(
    cut.map((root) => [root, ['A run left more files in it than are checked.']]),
  );
  for (const { path, runs, holds } of findings) {
    if (holds !== undefined) reasons.set(holds, [...(reasons.get(holds) ?? []), `${path}: ${runs}`]);
  }
  for (const [directory, why] of reasons) await heldDirectories(state).hold(directory, why);
  return [...reasons.keys()];
}

export function plantedNotes(report: PlantedReport): string[] {
  return [
    ...shortened(
      report.movedAside.map(({ path, movedTo, why }) => `The run made ${path} (${why}). It was moved to ${movedTo}.`),
    ),
    ...shortened(
      report.changed.map(({ path, runs }) => `${path} was changed by the run (${runs}). Look at it before you go on.`),
    ),
    ...shortened(report.named.map(({ path, runs }) => `The run made ${path}: ${runs}.`)),
    ...report.held.map((path) => `No tool runs in ${path} until you have looked at it and released it.`),
    ...(report.incomplete === undefined ? [] : [report.incomplete]),
  ];
}

const MAX_NAMED = 20;

function shortened(sentences: readonly string[]): string[] {
  const more = sentences.length - MAX_NAMED;
  return more <= 0 ? [...sentences] : [...sentences.slice(0, MAX_NAMED), `And ${more} more of this kind.`];
}

interface Planted {
  readonly path: string;
  readonly why: string;
}

/** `movedTo` is absent when moving failed. */
interface MoveOutcome extends Planted {
  readonly movedTo?: string;
  readonly problem?: string;
}

/**
 * Moves files to a place where nothing runs them, with a manifest for restoring them. Links are moved, not followed;
 * files lose their execute permission. Shape: `moved-aside/2026-11-22T21-30-00-1f3a/manifest.json` and `1/.envrc`,
 * `2/commondir` beside it. Limits: between two file systems pipes, sockets and devices are not copied, only removed.
 */
export async function moveAside(
  planted: readonly Planted[],
  directory: string,
  now: Date = new Date(),
): Promise<MoveOutcome[]> {
  if (planted.length === 0) return [];
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const place = join(directory, `${time}-${randomBytes(3).toString('hex')}`);
  const planned = await Promise.all(
    planted.map(async ({ path, why }, index) => {
      const movedTo = join(place, String(index + 1), basename(path));
      return { path, movedTo, why, mode: await modeOf(path) };
    }),
  );
  const there = planned.filter(({ mode }) => mode !== undefined);
  if (there.length === 0) return [];
  await ensureDirectory(place);
  // Written first, so that moved files can be restored even if we are killed.
  await writeFileAtomically(join(place, 'manifest.json'), `${JSON.stringify(there, null, 2)}\n`);
  const outcomes: MoveOutcome[] = [];
  for (const { path, movedTo, why } of there) {
    const problem = await unlessRefusedLater(move(path, movedTo), (code) => `${describeSystemError(code)} (${code})`);
    outcomes.push({ path, why, ...(problem === undefined ? { movedTo } : { problem }) });
  }
  return outcomes;
}

async function modeOf(path: string): Promise<string | undefined> {
  const mode = lstat(path).then((stats) => (stats.mode & 0o7777).toString(8));
  return unlessRefusedLater(mode, (code) => (code === 'ENOENT' || code === 'ENOTDIR' ? undefined : '0'));
}

async function move(path: string, movedTo: string): Promise<undefined> {
  await ensureDirectory(dirname(movedTo));
  try {
    await rename(path, movedTo);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    await cp(path, movedTo, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    await rm(path, { recursive: true });
  }
  const { mode } = await lstat(movedTo).catch(() => ({ mode: 0 }));
  if ((mode & constants.S_IFMT) === constants.S_IFREG) await chmod(movedTo, 0o600);
}

/** Opening a pipe would block us. */
async function isCopied(from: string): Promise<boolean> {
  const stats = await lstat(from);
  return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
}
