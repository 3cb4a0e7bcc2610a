import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { distScript } from '../testing/dist-script.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadRegistry } from './registry.ts';
import { updateRegistry } from './save-registry.ts';

/** `ATIP_KILLS=1000` for the full figure; every kill needs a process. */
const KILLS = Number(process.env['ATIP_KILLS'] ?? 24);
/** Registries that are written at once; every second one has two writers. */
const LANES = 4;
/** Milliseconds within which the kill comes, counted from a confirmed write. */
const LONGEST_LIFE = 40;

/** Adds one to its own entry for ever, and says each number once it is confirmed. */
const WRITER = `
  import { writeSync } from 'node:fs';
  import { updateRegistry, upsertEntries } from './registry/save-registry.ts';
  const [path, own] = process.argv.slice(2);
  const at = '2026-01-01T00:00:00.000Z';
  const hash = 'sha256:' + '0'.repeat(64);
  for (;;) {
    let next = 0;
    await updateRegistry(path, (registry) => {
      next = Number(registry.tools.find((tool) => tool.path === own)?.stamp ?? 0) + 1;
      return upsertEntries(registry, [{ name: 'tool', path: own, foundAs: own, hash, stamp: String(next),
        source: 'native', document: own, discoveredAt: at, verifiedAt: at }]);
    });
    writeSync(1, next + '\\n');
  }
`;

interface Writer {
  readonly child: ChildProcess;
  readonly own: string;
  /** The last number that it confirmed. */
  confirmed(): number;
}

async function startWriter(script: string, path: string, own: string): Promise<Writer> {
  const child = spawn(process.execPath, [script, path, own], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return { child, own, confirmed: () => Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1)) };
}

/** Kills the writers and looks at what they left. @returns what is wrong with it. */
async function killAndCheck(writers: readonly Writer[], path: string): Promise<string[]> {
  await delay(Math.random() * LONGEST_LIFE);
  const ends = writers.map(({ child }) => once(child, 'close'));
  for (const { child } of writers) child.kill('SIGKILL');
  await Promise.all(ends);
  const { registry, dropped, problem } = await loadRegistry(path);
  const wrong = [
    ...dropped.map(({ field }) => `dropped by ${field}`),
    ...(problem === undefined ? [] : [problem.code]),
  ];
  for (const { own, confirmed } of writers) {
    const stored = Number(registry.tools.find((tool) => tool.path === own)?.stamp);
    // Killed between the write and the word about it, a writer has stored one more.
    if (stored !== confirmed() && stored !== confirmed() + 1) wrong.push(`stored ${stored}, confirmed ${confirmed()}`);
  }
  // No lock that a dead process holds may make the next writer wait.
  await updateRegistry(path, (same) => same, { timeout: 0 });
  return wrong;
}

test(`${KILLS} writers killed at any moment leave a registry that is readable and not older than the last confirmed write`, {
  timeout: 120_000 + KILLS * 1000,
}, async () => {
  const { path: root } = await createTemporaryDirectory();
  const script = distScript(root, WRITER);
  const wrong: string[] = [];
  let kills = 0;
  const lane = async (number: number): Promise<void> => {
    const path = join(root, `lane ${number}`, 'registry.json');
    const owners = number % 2 === 0 ? ['/a'] : ['/a', '/b'];
    await mkdir(join(root, `lane ${number}`));
    while (kills < KILLS) {
      kills += owners.length;
      const writers = await Promise.all(owners.map((own) => startWriter(script, path, own)));
      wrong.push(...(await killAndCheck(writers, path)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  expect(wrong).toStrictEqual([]);
  expect(kills).toBeGreaterThanOrEqual(KILLS);
});
