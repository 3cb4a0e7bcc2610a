import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundleSource, MUTANT } from '../companion/bundle-source.ts';
import * as attacks from './in-process-attacks.ts';
import { IN_PROCESS_GUARDS } from './in-process-guards.ts';

const directory = mkdtempSync(join(tmpdir(), 'atip-threats-'));
let bundle: string;

beforeAll(async () => {
  const mutants = IN_PROCESS_GUARDS.map(({ mutations }) => mutations);
  // Vitest would read each copy of several megabytes; what lies in `node_modules` it leaves to Node.
  const place = join(directory, 'node_modules/attacks');
  bundle = await bundleSource('tests/attacks/in-process/in-process-attacks.ts', place, mutants);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function carryOut(program: object, name: string): Promise<unknown> {
  const attack: unknown = Reflect.get(program, name);
  if (typeof attack !== 'function') throw new Error(`There is no attack ${name}.`);
  return attack();
}

test.each(IN_PROCESS_GUARDS)('without it, an attack gets through: $name', async (guard) => {
  const number = IN_PROCESS_GUARDS.indexOf(guard);
  vi.stubEnv(MUTANT, String(number));
  const without: object = await import(/* @vite-ignore */ `${pathToFileURL(bundle).href}?${number}`);
  vi.unstubAllEnvs();
  const seen = [await carryOut(attacks, guard.attack), await carryOut(without, guard.attack)];
  expect(seen).toStrictEqual([guard.held, guard.open]);
});
