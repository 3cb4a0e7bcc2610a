import { effectsOfWords } from '../../packages/shims/build/build-shim.ts';
import { readRows } from '../../packages/shims/build/read-files.ts';
import { allShims, factsOf } from './shims.ts';
import { type AtipCommand, flattenCommands } from '@atip/core';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROWS = readRows(fileURLToPath(new URL('../../packages/shims', import.meta.url)));

test('every row stands in the shim that it is about, and what was inferred besides takes nothing back', {
  timeout: 60_000,
}, async () => {
  const tools = (await allShims()).map((tool) => ({ tool, commands: flattenCommands(tool) }));
  const lost = ROWS.flatMap(({ command, everywhere, parameters, words, at }) => {
    const { tool, commands = [] } = tools.find((one) => one.tool.name === command.split(' ')[0]) ?? {};
    const found = commands.find(({ path }) => [tool?.name, ...path].join(' ') === command);
    const globals = command === tool?.name ? (tool.globalOptions ?? []) : [];
    const nodes = everywhere ? commands.map(({ metadata }) => metadata) : [found?.metadata ?? {}];
    const stated = parameters.flatMap((name) => {
      const places = [{ options: globals }, ...nodes].flatMap((node: Pick<AtipCommand, 'options' | 'arguments'>) => [
        ...(node.options ?? []).filter(({ flags }) => flags.includes(name)),
        ...(node.arguments ?? []).filter((argument) => argument.name === name),
      ]);
      return places.length === 0 ? [undefined] : places.map((place) => place['x-effects']);
    });
    const places = parameters.length === 0 ? [found?.metadata.effects] : stated;
    const wanted = factsOf(effectsOfWords(words, at)).filter((fact) => parameters.length === 0 || isHarm(fact));
    return places.every((effects) => wanted.every((fact) => factsOf(effects).includes(fact))) ? [] : [at];
  });
  expect(lost).toStrictEqual([]);
});

function isHarm(fact: string): boolean {
  return fact.endsWith('=true') !== fact.startsWith('reversible') && !fact.startsWith('idempotent');
}

test('every row has a reason, and every command of every shim a row', async () => {
  expect(ROWS.filter(({ reason }) => reason.trim().split(' ').length < 2).map(({ at }) => at)).toStrictEqual([]);
  const known = new Set(ROWS.filter(({ parameters }) => parameters.length === 0).map(({ command }) => command));
  const commands = (await allShims()).flatMap((tool) =>
    flattenCommands(tool).map(({ path }) => [tool.name, ...path].join(' ')),
  );
  expect(commands.filter((command) => !known.has(command))).toStrictEqual([]);
  expect(ROWS.length).toBeGreaterThan(1_000);
});
