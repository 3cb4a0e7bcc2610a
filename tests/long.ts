// The files that `npm run test:long` runs in full and `npm test` leaves out, or tries in part.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** `npm run test:long` sets it. */
export const IS_LONG: boolean = process.env['ATIP_LONG'] !== undefined;

/** Folders that only the long run has: real shells, runtimes and machines, whose minutes few changes need. */
export const LONG_FOLDERS: readonly string[] = ['tests/bare', 'tests/faults', 'tests/runtimes'];

/** Cases of a property that tries `all` in the long run, else a tenth of them. */
export function cases(all: number): number {
  return IS_LONG ? all : Math.ceil(all / 10);
}

/** The files of the long run, from the root: its folders, and every file that has a property or asks how many cases to try. */
export function longFiles(): readonly string[] {
  const files = ['packages', 'server/src', 'web/src', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files.filter(
    (file) =>
      /\.test\.ts$/.test(file) &&
      !/\/(?:node_modules|dist)\//.test(file) &&
      (LONG_FOLDERS.some((folder) => file.startsWith(`${folder}/`)) ||
        /from '(?:fast-check|[./]*\/long\.ts)'/.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
}
