import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleSource, MUTANT } from '../companion/bundle-source.ts';
import * as core from './core-attacks.ts';
import { IN_PROCESS_GUARDS } from './in-process-guards.ts';
import * as node from './node-attacks.ts';
import * as web from './web-attacks.ts';

const directory = mkdtempSync(join(tmpdir(), 'atip-threats-'));

afterAll(() => rmSync(directory, { recursive: true }));

async function carryOut(attacks: object, name: string): Promise<unknown> {
  const attack: unknown = Reflect.get(attacks, name);
  if (typeof attack !== 'function') throw new Error(`There is no attack ${name}.`);
  return attack();
}

describe.each([
  ['core-attacks', core],
  ['node-attacks', node],
  ['web-attacks', web],
])('%s', (file, attacks) => {
  const guards = IN_PROCESS_GUARDS.filter(({ attack }) => attack[0] === file);
  const mutants = guards.map(({ mutations }) => mutations);
  let bundle: string;

  beforeAll(async () => {
    bundle = await bundleSource(`tests/attacks/in-process/${file}.ts`, mkdtempSync(join(directory, 'open-')), mutants);
  }, 60_000);

  test.each(guards)('without it, an attack gets through: $name', { timeout: 30_000 }, async (guard) => {
    const [, name] = guard.attack;
    const number = guards.indexOf(guard);
    vi.stubEnv(MUTANT, String(number));
    const without: object = await import(/* @vite-ignore */ `${pathToFileURL(bundle).href}?${number}`);
    vi.unstubAllEnvs();
    expect([await carryOut(attacks, name), await carryOut(without, name)]).toStrictEqual([guard.held, guard.open]);
  });
});
