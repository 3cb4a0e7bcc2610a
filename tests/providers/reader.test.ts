import type { Loss, Provider } from '@atip/core';
import { expect, test } from 'vitest';
import { nameOf, propertiesOf } from './compiled-tool.ts';
import { DIALECTS } from './dialects.ts';
import { HARD, type Reading, readAll, readerPage } from './reader.ts';

const readings = readAll();
const [STASH, LONG, INTEGERS, PROTO] = HARD.map(({ title }) => readings.filter((reading) => reading.title === title));

test('every hard command comes back from every provider as it was meant', () => {
  expect(readings).toHaveLength(HARD.length * DIALECTS.length);
  expect(readings.map(({ provider, argv }) => [provider, argv])).toStrictEqual(
    readings.map(({ provider, expected }) => [provider, expected]),
  );
});

test('a group is called by its own path, without a trailing underscore', () => {
  expect(new Set(STASH?.map(({ tool }) => nameOf(tool)))).toStrictEqual(new Set(['git_stash']));
});

test('90 characters become 64 with a hash, which is a loss', () => {
  const expected = HARD[1]?.argv ?? [];
  expect(expected.join('_')).toHaveLength(90);
  for (const { tool, losses } of LONG ?? []) {
    expect(nameOf(tool)).toMatch(/^cloud_organizations_[\w-]*immediately-now_[0-9a-z]{8}$/);
    expect(nameOf(tool).length).toBeLessThanOrEqual(64);
    expect(renamed(losses)).toStrictEqual([`/commands/${expected.slice(1).join('/commands/')}`]);
  }
});

test('integers stay integers but for the OpenAPI subset of Gemini, which is told and says so', () => {
  const enums = INTEGERS?.map((reading) => [label(reading), propertiesOf(reading.tool)['level']?.enum]);
  expect(enums).toStrictEqual(
    DIALECTS.map(([provider, settings]) => {
      const asText = settings.geminiSchema === 'openapi';
      return [label({ provider, settings }), asText ? ['1', '6', '9'] : [1, 6, 9]];
    }),
  );
  const openapi = INTEGERS?.find(({ settings }) => settings.geminiSchema === 'openapi');
  expect(openapi?.arguments).toStrictEqual({ level: '9' });
  expect(openapi?.losses.filter(({ code }) => code === 'as-text').map(({ pointer }) => pointer)).toStrictEqual([
    '/commands//arguments/0/enum',
    '/commands//options/0/enum',
  ]);
});

test('an optional enum in strict mode offers null, and null is no argument', () => {
  const strict = INTEGERS?.filter(({ settings }) => settings.strict === true) ?? [];
  expect(strict.map(({ tool }) => propertiesOf(tool)['threads']?.enum)).toStrictEqual([
    [1, 2, 4, null],
    [1, 2, 4, null],
  ]);
  expect(strict.map(({ arguments: args }) => args)).toStrictEqual([
    { level: 9, threads: null },
    { level: 9, threads: null },
  ]);
});

test('an option called __proto__ gets another key, is a loss, and pollutes nothing', () => {
  for (const { tool, losses } of PROTO ?? []) {
    const keys = Object.keys(propertiesOf(tool));
    expect(keys).toHaveLength(1);
    expect(keys).not.toContain('__proto__');
    expect(renamed(losses)).toStrictEqual(['/commands/run/options/0/name']);
  }
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
});

test('the page shows every provider under every command', () => {
  const page = readerPage(readings);
  const providers = new Set<Provider>(DIALECTS.map(([provider]) => provider));
  for (const provider of providers) expect(page.split(`### ${provider}`).length).toBeGreaterThan(HARD.length);
  expect(page).toContain('back comes `["git","stash","--message=half done"]`');
});

function label({ provider, settings }: Pick<Reading, 'provider' | 'settings'>): string {
  return `${provider} ${JSON.stringify(settings)}`;
}

function renamed(losses: readonly Loss[]): string[] {
  return losses.filter(({ code }) => code === 'renamed').map(({ pointer }) => pointer);
}
