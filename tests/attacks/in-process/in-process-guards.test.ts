import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { bundleSource } from '../companion/bundle-source.ts';
import * as core from './core-attacks.ts';
import { IN_PROCESS_GUARDS, type InProcessGuard } from './in-process-guards.ts';
import * as node from './node-attacks.ts';
import * as web from './web-attacks.ts';

const FILES = { 'core-attacks': core, 'node-attacks': node, 'web-attacks': web };
const directory = mkdtempSync(join(tmpdir(), 'atip-threats-'));

afterAll(() => rmSync(directory, { recursive: true }));

async function carryOut(attacks: object, name: string): Promise<unknown> {
  const attack: unknown = Reflect.get(attacks, name);
  if (typeof attack !== 'function') throw new Error(`There is no attack ${name}.`);
  return attack();
}

/** The attack over sources without the guard. */
async function without({ attack: [file, name], mutations }: InProcessGuard): Promise<unknown> {
  const target = mkdtempSync(join(directory, 'open-'));
  const bundle = await bundleSource(`tests/attacks/in-process/${file}.ts`, target, mutations);
  return carryOut(await import(/* @vite-ignore */ pathToFileURL(bundle).href), name);
}

test.each(IN_PROCESS_GUARDS)('without it, an attack gets through: $name', { timeout: 30_000 }, async (guard) => {
  const [file, name] = guard.attack;
  const held = await carryOut(FILES[file], name);
  expect({ held, open: await without(guard) }).toStrictEqual({ held: guard.held, open: guard.open });
});
