import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOutcome } from '@atip/core';
import { SECRET, type Scene } from './scene.ts';
import type { Harm } from './trick.ts';

/**
 * What a run did that it should not have, by what is left of it: a file called `pwned…`, a victim that is gone or another, the
 * secret in its output or on the network, a request called `pwned` or more requests than one, or the trick's own sign.
 */
export async function findHarm(scene: Scene, run: Pick<RunOutcome, 'stdout' | 'stderr'>, sign?: RegExp): Promise<Harm> {
  const files = await readdir(scene.root, { recursive: true });
  if (files.some((file) => /(?:^|\/)pwned[^/]*$/.test(file))) return 'wrote';
  const victim = files.includes('work/victim.txt') ? await readFile(join(scene.work, 'victim.txt'), 'utf8') : '';
  if (victim !== 'victim\n') return 'changed';
  const { requests } = scene.server;
  const output = run.stdout + run.stderr;
  if ([output, ...requests].some((text) => text.includes(SECRET))) return 'leaked';
  if (requests.length > 1 || requests.some((text) => /pwned/i.test(text))) return 'sent';
  return sign?.test(output) ? 'reached' : 'nothing';
}
