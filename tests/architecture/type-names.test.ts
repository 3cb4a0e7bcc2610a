import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readSources } from './read-imports.ts';

const FOLDERS = [...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`), 'server/src', 'web/src'];
const SOURCES = FOLDERS.flatMap(readSources);

test('the name of an exported type means one thing in the whole repository', () => {
  const homes = typesBy(/^export (?:declare )?(?:interface|type|class) (\w+)/gm);
  const twice = [...homes].filter(([, files]) => files.length > 1).map(([name]) => name);
  expect(twice).toStrictEqual([]);
});

test('no module has a second type, exported or not, with the name of a stop on the way of a call', () => {
  const homes = typesBy(/^(?:export )?(?:declare )?(?:interface|type|class) (\w+)/gm);
  for (const [name, home] of Object.entries({
    Check: 'packages/core/src/types/validation.ts',
    LineCheck: 'packages/shell/src/line/types.ts',
    Plan: 'packages/node/src/run/run-call.ts',
    Approval: 'packages/node/src/run/run-call.ts',
    Run: 'packages/node/src/run/run-call.ts',
    Host: 'packages/node/src/run/host.ts',
  }))
    expect({ [name]: homes.get(name) }).toStrictEqual({ [name]: [home] });
});

function typesBy(definition: RegExp): Map<string, string[]> {
  const homes = new Map<string, string[]>();
  for (const { path, text } of SOURCES)
    for (const [, name = ''] of text.matchAll(definition)) homes.set(name, [...(homes.get(name) ?? []), path]);
  return homes;
}
