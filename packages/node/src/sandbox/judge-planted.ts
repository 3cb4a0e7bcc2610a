import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../files/real-path.ts';
import { allowedOr } from '../files/system-error.ts';
import { readGitConfiguration, runsProgram } from './git-configuration.ts';
import type { SurveyEntry, PlaceGroup } from './find-guarded-files.ts';

/** The purpose of a command, as far as it changes files that other programs obey. */
export interface Purpose {
  /** True: it works in Git directories, whose objects, references and index are then writable. */
  readonly git: boolean;
  /** Kinds of places that it is meant to make or change. */
  readonly makes: ReadonlySet<PlaceGroup>;
}

const NOTHING: Purpose = { git: false, makes: new Set() };

/** By program and the beginning of a command's path. The first match counts. */
const PURPOSES: readonly (readonly [commands: string, git: boolean, makes: readonly PlaceGroup[]])[] = [
  ['git clone|git init|gh repo clone|gh repo fork|gh repo create|glab repo clone|hub clone', true, ['repository']],
  ['cargo new|cargo init|uv init', true, ['repository']],
  ['git submodule', true, ['repository', 'config', 'links']],
  ['git worktree', true, ['repository', 'links']],
  ['git config|git remote', true, ['config']],
  ['git rebase|git am|git pull|git cherry-pick|git revert', true, ['operations']],
  ['git', true, []],
  ['npm|pnpm|yarn|bun|pip|pip3|uv|poetry|pipenv|virtualenv|bundle', false, ['packages']],
];

/**
 * The purpose of commands, from our own table, so that no document can declare itself a maker of repositories. @param
 * started each with its program first: `["git", "commit"]`; several if a shell starts them for one line
 */
export function purposeOf(started: readonly (readonly string[])[]): Purpose {
  const purposes = started.map(purposeOfOne);
  return { git: purposes.some(({ git }) => git), makes: new Set(purposes.flatMap(({ makes }) => [...makes])) };
}

function purposeOfOne(words: readonly string[]): Purpose {
  for (const [commands, git, makes] of PURPOSES) {
    const fits = commands
      .split('|')
      .some((command) => command.split(' ').every((word, index) => word === words[index]));
    if (fits) return { git, makes: new Set(makes) };
  }
  return NOTHING;
}

/** A remark on a place that was left unchanged. */
export interface PlantedFinding {
  readonly path: string;
  readonly runs: string;
  /** The directory in which nothing may run because of it; absent if only a person's own action runs it. */
  readonly holds?: string;
}

interface Judgement {
  /** In this order. */
  readonly aside: readonly { readonly path: string; readonly why: string }[];
  readonly findings: readonly PlantedFinding[];
}

/**
 * Decides about new places: they are moved aside, unless the command is meant to make them. The contents of a new
 * repository stay, and those that run programs are reported.
 */
export function judgePlanted(made: readonly SurveyEntry[], purpose: Purpose): Judgement {
  const ordered = made.toSorted((one, other) => one.path.length - other.path.length);
  const territories = purpose.makes.has('repository') ? territoriesOf(ordered) : [];
  const aside = new Map<string, string>();
  const findings: PlantedFinding[] = [];
  for (const place of ordered) {
    const territory = territories.find((directory) => isInside(place.path, directory));
    if (isWithin(place.path, aside)) continue;
    if (territory !== undefined) findings.push(...findingsIn(place, territory));
    else if (purpose.makes.has(place.group)) findings.push(...findingsIn(place, workTreeOf(place.path)));
    else for (const path of partsOf(place)) aside.set(path, place.runs);
  }
  return { aside: [...aside].map(([path, why]) => ({ path, why })), findings };
}

/** True when a directory above a path is in the map. */
function isWithin(path: string, directories: ReadonlyMap<string, string>): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (directories.has(at)) return true;
  return false;
}

/** The new repositories' directories, except nested ones, which arrived with the outer one. */
function territoriesOf(made: readonly SurveyEntry[]): string[] {
  const territories: string[] = [];
  const repositories = made.filter(({ group }) => group === 'repository');
  // Git itself makes a `.git`; a directory of another name may only imitate one.
  for (const { path } of [
    ...repositories.filter(({ path }) => basename(path) === '.git'),
    ...repositories.filter(({ path }) => basename(path) !== '.git'),
  ]) {
    const territory = basename(path) === '.git' ? dirname(path) : path;
    if (!territories.some((other) => isInside(territory, other))) territories.push(territory);
  }
  return territories;
}

/** The files that activate a place. A directory that only looks like a repository keeps its other files. */
function partsOf(place: SurveyEntry): string[] {
  if (place.group !== 'repository' || place.kind !== 'directory' || basename(place.path) === '.git')
    return [place.path];
  return ['HEAD', 'config', 'config.worktree', 'hooks', 'commondir'].map((name) => join(place.path, name));
}

export function workTreeOf(path: string): string {
  const index = path.lastIndexOf('/.git/');
  return index === -1 ? dirname(path) : path.slice(0, index);
}

function findingsIn(place: SurveyEntry, holds: string): PlantedFinding[] {
  const { path, group } = place;
  const isOwn = path === join(holds, '.git') || isInside(path, join(holds, '.git/modules')) || path === holds;
  const plain: Readonly<Record<PlaceGroup, () => PlantedFinding[]>> = {
    config: () => programsOf(path).map((runs) => ({ path, runs, holds })),
    fixed: () => (hasContent(place) ? [{ path, runs: place.runs, holds }] : []),
    // `git worktree` makes those of a linked work tree.
    links: () => (/\/worktrees\/[^/]+\/(?:commondir|gitdir)$/.test(path) ? [] : [{ path, runs: place.runs, holds }]),
    operations: () => (path.startsWith(`${holds}/.git/`) ? [] : [{ path, runs: place.runs, holds }]),
    repository: () => {
      if (basename(path) === '.git' || isOwn || isInside(path, join(holds, '.git'))) return [];
      return [{ path, runs: 'a repository among the files: git obeys the configuration in it', holds }];
    },
    packages: () => [{ path, runs: place.runs }],
    settings: () => [{ path, runs: place.runs }],
  };
  return plain[group]();
}

/** One sentence for each setting of a configuration that runs something. */
export function programsOf(config: string): string[] {
  return readGitConfiguration(config)
    .filter(runsProgram)
    .map(({ key, value }) => `git runs or obeys what it names: ${key} = ${JSON.stringify(value.slice(0, 200))}`);
}

/** Sample hooks are not run, and an empty directory runs nothing. */
function hasContent({ path, kind }: SurveyEntry): boolean {
  if (kind !== 'directory') return true;
  return allowedOr(true, () => readdirSync(path).some((name) => !name.endsWith('.sample')));
}
