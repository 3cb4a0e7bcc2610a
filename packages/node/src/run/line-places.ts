import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathsIn } from '@atip/core/internal';
import type { LinePart } from '@atip/shell';
import { stampOf } from '../executables/executable-identity.ts';
import { createRealPath } from '../files/real-path.ts';
import { allowedOr } from '../files/system-error.ts';
import type { LineCallCheck } from './line-programs.ts';

/** More files in one directory than a build has. */
const MAX_FILES = 5000;
/** Written all the time, and loaded by no builder. */
const IS_WRITTEN = /\.(?:log|out|err|pid|tmp|sw[opx]|db|sqlite3?)(?:-\w+)?$|~$/i;

/**
 * The state of the places where a call works, by path; for a line also where the paths lead that it names. In a line that a person
 * is asked about, the files count, too, that a part names which runs code, and those directly in its directories, because builders
 * load them unnamed. Files that those load in turn are not looked at.
 */
export function placesOf(cwd: string, { decision, line }: LineCallCheck): ReadonlyMap<string, string> {
  const real = createRealPath();
  const places = new Map<string, string>();
  const look = (path: string, depth: number): void => {
    const at = real(path) ?? path;
    const stats = allowedOr(undefined, () => statSync(at, { bigint: true, throwIfNoEntry: false }));
    if (!stats?.isDirectory()) places.set(path, `${at} ${stats && stampOf(stats)}`);
    else {
      places.set(path, `${at} ${stats.dev}:${stats.ino}`);
      const entries = depth === 0 ? [] : allowedOr([], () => readdirSync(at, { withFileTypes: true }));
      const files = entries.filter((entry) => !entry.isDirectory() && !IS_WRITTEN.test(entry.name));
      for (const { name } of files.slice(0, MAX_FILES)) look(join(path, name), 0);
    }
  };
  look(cwd, 0);
  for (const part of line?.parts ?? []) {
    const { words, redirects, kind, effects } = part;
    const isCode = decision === 'confirm' && (kind === 'program' || kind === 'builtin') && effects.subprocess !== false;
    for (const start of startsOf(part, cwd)) {
      look(start, isCode ? 1 : 0);
      for (const { text, unknown } of [...words, ...redirects.map(({ target }) => target)]) {
        for (const path of unknown ? [] : [text, ...pathsIn(text)].map((one) => resolve(start, one)))
          if (isCode) look(path, 1);
          else if (!places.has(path)) places.set(path, real(path) ?? path);
      }
    }
  }
  return places;
}

/** The directories in which a part may start, as far as they are known before it runs; absolute. */
export function startsOf({ directories = [], elsewhere = [] }: LinePart, cwd: string): readonly string[] {
  return [directories, ...elsewhere].flatMap((words) =>
    words.some(({ unknown }) => unknown === true) ? [] : [resolve(cwd, ...words.map(({ text }) => text))],
  );
}
