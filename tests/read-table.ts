import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The bench sets it: there this file is in a bundle that lies elsewhere. */
const ROOT = process.env['ATIP_ROOT'] ?? resolve(import.meta.dirname, '..');

/** The rows of a table that tabs separate, without its head; `path` is from the repository's root. */
export function readTable(path: string): string[][] {
  const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}
