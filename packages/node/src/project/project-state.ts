import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { parseJson } from '../files/cache-file.ts';
import { digestOf } from '../files/digest.ts';
import { isInside } from '../files/is-inside.ts';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** What a person's state says about projects. It lies outside of them, where no agent writes. */
export interface ProjectState {
  /** The first directory in which a session was seen: `directory`, if it is new. */
  firstSeen(session: string, directory: string): string;
  isTrusted(root: string): boolean;
  /** Absolute places of a project whose content came from elsewhere, and that are still there. */
  fetched(root: string): readonly string[];
  /** Adds places; those that stand there already are left out. */
  remember(root: string, places: readonly string[]): void;
  trust(root: string): void;
  /** @returns false if it was not trusted */
  distrust(root: string): boolean;
  /** All trusted roots. */
  trusted(): readonly string[];
  /** Forgets the places in a directory. @returns those */
  release(root: string, directory: string): Promise<readonly string[]>;
}

/** The state cannot be believed: another user can write it, or it is damaged. */
export class ProjectStateError extends Error {
  override readonly name = 'ProjectStateError';
}

/** Bytes of one file; a place has some hundred. */
const MAX_BYTES = 4_194_304;

/**
 * Opens what the person's state says about projects. Each fact is a file of its own, made at once or appended to, so that hooks
 * need no lock and never wait for each other.
 *
 * Shape: `projects/sessions/DIGEST` has a directory, `projects/DIGEST/trusted` a root, `projects/DIGEST/fetched` a JSON text a line.
 *
 * @throws ProjectStateError, from its functions, when a file is not this person's
 */
export function openProjectState(env: Environment): ProjectState {
  const base = join(xdgPaths(env).state, 'projects');
  const of = (root: string, name: string): string => join(base, keyOf(root), name);
  const places = (root: string): readonly string[] =>
    read(of(root, 'fetched'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => placeOf(line, of(root, 'fetched')));
  return {
    firstSeen(session, directory) {
      const file = join(base, 'sessions', keyOf(session));
      const known = read(file);
      if (known !== '') return known;
      makeDirectory(join(base, 'sessions'));
      // Of two hooks at once the first one writes.
      return createFile(file, directory) ? directory : read(file) || directory;
    },
    isTrusted: (root) => read(of(root, 'trusted')) === root,
    fetched: (root) => places(root).filter((place) => existsSync(place)),
    remember(root, more) {
      const known = new Set(places(root));
      const fresh = more.filter((place) => !known.has(place));
      if (fresh.length === 0) return;
      makeDirectory(join(base, keyOf(root)));
      appendFileSync(of(root, 'fetched'), fresh.map((place) => `${JSON.stringify({ place })}\n`).join(''), {
        mode: 0o600,
      });
    },
    trust(root) {
      makeDirectory(join(base, keyOf(root)));
      createFile(of(root, 'trusted'), root);
    },
    distrust(root) {
      const was = read(of(root, 'trusted')) === root;
      rmSync(of(root, 'trusted'), { force: true });
      return was;
    },
    trusted: () =>
      allowedOr([], () => readdirSync(base))
        .map((name) => read(join(base, name, 'trusted')))
        .filter((root) => root !== ''),
    async release(root, directory) {
      const all = places(root);
      const released = all.filter((place) => isInside(place, directory));
      const kept = all.filter((place) => !released.includes(place));
      if (released.length > 0)
        await writeFileAtomically(of(root, 'fetched'), kept.map((place) => `${JSON.stringify({ place })}\n`).join(''));
      return released;
    },
  };
}

function keyOf(text: string): string {
  return digestOf(text).slice(0, 32);
}

function placeOf(line: string, file: string): string {
  const value = parseJson(line);
  const place = isRecord(value) ? value['place'] : undefined;
  if (typeof place !== 'string') throw new ProjectStateError(`${file} is damaged. \`atip trust\` writes it anew.`);
  return place;
}

/** @returns an empty text for a missing file */
function read(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return '';
  const isOurs = stats.isFile() && (process.getuid === undefined || stats.uid === process.getuid());
  if (!isOurs || (stats.mode & 0o022) !== 0 || stats.size > MAX_BYTES)
    throw new ProjectStateError(`${file} is no file that only you can write. Remove it.`);
  return readFileSync(file, 'utf8');
}

function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** @returns false if it is there already */
function createFile(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}
