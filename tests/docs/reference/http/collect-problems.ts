import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../architecture/read-imports.ts';

/** What the companion's sources refuse with. */
export interface CollectedProblems {
  /** `status code` of each that is written where it is thrown. */
  readonly literal: ReadonlySet<string>;
  /** Files that throw a code which they got from elsewhere, with how often. */
  readonly dynamic: Readonly<Record<string, number>>;
}

const THROWN = /new ProblemError\(\s*([^,]+?),\s*([^,]+?),/g;

/** Reads every `new ProblemError(status, code, …)` in the sources of the server. */
export function collectProblems(): CollectedProblems {
  const literal = new Set<string>();
  const dynamic: Record<string, number> = {};
  const folder = join(ROOT, 'server/src');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.startsWith('testing/')) continue;
    for (const [, status = '', code = ''] of readFileSync(join(folder, name), 'utf8').matchAll(THROWN)) {
      if (/^'[a-z-]+'$/.test(code)) literal.add(`${status} ${code.slice(1, -1)}`);
      else dynamic[name] = (dynamic[name] ?? 0) + 1;
    }
  }
  return { literal, dynamic };
}
