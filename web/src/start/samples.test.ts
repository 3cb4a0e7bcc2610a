import { type AtipEffects, checkTool, flattenCommands, parseTool } from '@atip/core';
import { parametersOf } from '@atip/core/internal';
import { listShims, loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { riskMarks } from '../document/risks.ts';
import { SAMPLES } from './index.ts';
import { TOOLS_AT_HAND, WELL_KNOWN } from './well-known.ts';

const textOf = (name: string): string => SAMPLES.find((sample) => sample.name === name)?.text ?? '';

test.each(['git.json', 'hello.json'])('%s is flawless and keeps nothing back', (name) => {
  const { tool, issues } = parseTool(textOf(name));
  expect(issues).toStrictEqual([]);
  expect(tool && checkTool(tool, textOf(name))).toStrictEqual([]);
  const silent = (effects: AtipEffects): boolean => riskMarks(effects).some(({ risk }) => risk === 'not-stated');
  expect(
    tool &&
      flattenCommands(tool)
        .filter(({ effects }) => silent(effects))
        .map((command) => command.name),
  ).toStrictEqual([]);
});

test.each(WELL_KNOWN)(
  'the card of $name says what its document says',
  async ({ name, commands, of, destroy, change }) => {
    const tool = await loadShim(name);
    const flat = tool === undefined ? [] : flattenCommands(tool);
    const [only, second] = flat;
    // Of a program that is one command, its options tell one deed from another.
    const all: readonly AtipEffects[] =
      only !== undefined && second === undefined
        ? parametersOf(only).map(({ source }) => Object(source['x-effects'] ?? {}))
        : flat.map(({ effects }) => effects);
    const mild = all.filter(({ destructive }) => destructive !== true);
    const changing = mild.filter(
      ({ filesystem, reversible, idempotent }) =>
        filesystem?.write === true || filesystem?.delete === true || reversible === false || idempotent === false,
    );
    expect({ commands, of, destroy, change }).toStrictEqual({
      commands: flat.length,
      of: all.length,
      destroy: all.length - mild.length,
      change: changing.length,
    });
  },
);

test('the start panel says how many tools there are', () => {
  expect(listShims()).toHaveLength(TOOLS_AT_HAND);
});
