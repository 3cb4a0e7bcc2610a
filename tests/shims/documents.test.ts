import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type AtipCommand,
  type AtipTool,
  checkProviderTools,
  checkTool,
  compile,
  flattenCommands,
  parseTool,
  PROVIDERS,
} from '@atip/core';
import { fitTools } from '@atip/core/internal';
import { listShims, loadShim } from '@atip/catalog';
import { expect, test, vi } from 'vitest';
import { conditionalOf, effectsOfWords, splitValue } from '../../packages/catalog/build/effects-of-words.ts';
import { readRows } from '../../packages/catalog/build/read-files.ts';
import { DIALECTS, nameOf } from '../providers/compiled-tool.ts';
import { allShims, factsOf } from './shims.ts';

// Hundreds of documents are loaded, on a machine that may do other things too.
vi.setConfig({ testTimeout: 180_000 });

/** Those that a workbench without them would be empty without. */
const EVERYDAY =
  'apt apt-get awk aws az brew cargo cat chmod chown cmake cp curl cut date df diff docker docker-compose du echo env ffmpeg file find gcloud gh git go gpg grep head helm journalctl jq kill kubectl ln ls magick make mkdir mv node npm npx openssl pip pnpm ps psql python3 redis-cli rg rm rsync rustc scp sed sort sqlite3 ssh stat systemctl tail tar tee terraform touch tr uniq unzip uv wc wget which xargs yarn zip';

test('there is one for each of the everyday tools', () => {
  expect(EVERYDAY.split(' ').filter((name) => !listShims().includes(name))).toStrictEqual([]);
  expect(listShims().length).toBeGreaterThanOrEqual(160);
});

test('each is named as it is asked for, is loaded once, and others are not known', async () => {
  for (const name of listShims()) expect((await loadShim(name))?.name).toBe(name);
  expect(await loadShim('git')).toBe(await loadShim('git'));
  for (const name of ['nothing', '', '__proto__', 'constructor', '../src/index'])
    expect(await loadShim(name)).toBeUndefined();
});

test('our own checker has neither errors nor warnings about any, and each says where it comes from', async () => {
  const problems: string[] = [];
  for (const tool of await allShims()) {
    const issues = [...parseTool(JSON.stringify(tool)).issues, ...checkTool(tool)];
    for (const { code, severity, path } of issues)
      if (severity !== 'info') problems.push(`${tool.name}: ${code} ${path}`);
    if (tool.trust?.source !== 'community' || tool['x-source'] === '') problems.push(`${tool.name}: of nowhere`);
  }
  expect(problems).toStrictEqual([]);
});

/** Most commands of daily use, and most tokens of what a request gets. */
const MOST: Readonly<Record<string, number>> = { git: 45, docker: 40, gh: 60, kubectl: 40, npm: 35 };
const TOKENS = 15_000;

test('what models are offered is a phrase that says more than the name, and the commands of daily use fit into a request', async () => {
  const problems: string[] = [];
  for (const tool of await allShims()) {
    const { compilation, tokens } = fitTools(tool, 'openai', {});
    if (tokens > TOKENS && Object.hasOwn(MOST, tool.name)) problems.push(`${tool.name}: ${tokens} tokens`);
    if (compilation.issues.some(({ severity }) => severity === 'error')) problems.push(`${tool.name} is refused`);
    const everyday = flattenCommands(tool).filter(({ metadata }) => metadata['x-everyday']);
    const most = MOST[tool.name] ?? 25;
    if (everyday.length > most) problems.push(`${tool.name}: ${everyday.length} everyday commands`);
    for (const { function: compiled } of compile(tool, 'openai').tools)
      for (const [key, { description = '' }] of Object.entries(compiled.parameters.properties))
        if (description.split(' ').length < 3) problems.push(`${compiled.name} ${key}: ${description}`);
  }
  expect(problems).toStrictEqual([]);
});

test('the dialects cover every provider', () => {
  expect(new Set(DIALECTS.map(([provider]) => provider))).toStrictEqual(new Set(PROVIDERS));
});

/** As many tools as any provider takes in one request. */
const REQUEST = 100;

test('each compiles for every provider without a rule broken, to one tool for each command', async () => {
  const problems: string[] = [];
  let count = 0;
  for (const tool of await allShims()) {
    const commands = flattenCommands(tool);
    const [daily, others] = [true, false].map((wanted) =>
      commands.filter(({ metadata }) => (metadata['x-everyday'] === true) === wanted),
    );
    const expected = [...(daily ?? []), ...(others ?? [])].map(({ name }) => name);
    count += expected.length;
    for (const [provider, settings] of DIALECTS) {
      const { tools } = compile([tool], provider, settings);
      if (tools.map(nameOf).join() !== expected.join()) problems.push(`${tool.name}: ${provider} has other names`);
      for (let from = 0; from < tools.length; from += REQUEST) {
        const { geminiSchema = 'openapi' } = settings;
        for (const { code, severity, path } of checkProviderTools(provider, tools.slice(from, from + REQUEST), {
          geminiSchema,
        }))
          if (severity === 'error') problems.push(`${tool.name}, from ${from}: ${provider} ${code} ${path}`);
      }
    }
    if (new Set(expected.map((name) => name.toLowerCase())).size < expected.length)
      problems.push(`${tool.name}: two commands have one name`);
  }
  expect(problems).toStrictEqual([]);
  expect(count).toBeGreaterThan(800);
});

test('every argument and every command says what it is', async () => {
  const silent = (await allShims()).flatMap((tool: AtipTool) =>
    flattenCommands(tool).flatMap(({ path, metadata }) => {
      const texts = [metadata.description, ...(metadata.arguments ?? []).map(({ description }) => description)];
      return texts.some((text) => text.trim() === '') ? [[tool.name, ...path].join(' ')] : [];
    }),
  );
  expect(silent).toStrictEqual([]);
});

test('none is so large that loading it is felt', () => {
  const sizeOf = (name: string): number =>
    statSync(new URL(`../../packages/catalog/documents/${name}.json`, import.meta.url)).size;
  const large = listShims().filter((name) => sizeOf(name) > 650_000);
  expect(large).toStrictEqual([]);
});

const ROWS = readRows(fileURLToPath(new URL('../../packages/catalog', import.meta.url)));

test('every row stands in the shim that it is about, and what was inferred besides takes nothing back', async () => {
  const tools = (await allShims()).map((tool) => ({ tool, commands: flattenCommands(tool) }));
  // Rows that replace, hold under a condition or depend on values are checked by the invocations.
  const plain = ROWS.filter(
    ({ words, parameters }) => !/^mode | unless:/.test(`${words.join(' ')} `) && !/[^-]=/.test(parameters.join(' ')),
  );
  const lost = plain.flatMap(({ command, everywhere, parameters, words, at }) => {
    const { tool, commands = [] } = tools.find((one) => one.tool.name === command.split(' ')[0]) ?? {};
    const found = commands.find(({ path }) => [tool?.name, ...path].join(' ') === command);
    const globals = command === tool?.name ? (tool.globalOptions ?? []) : [];
    const nodes = everywhere ? commands.map(({ metadata }) => metadata) : [found?.metadata ?? {}];
    const isAbout = parameters.length > 0;
    const { isMode, effects: said } = isAbout
      ? conditionalOf(words, at)
      : { isMode: false, effects: effectsOfWords(words, at) };
    const stated = parameters.flatMap((parameter) => {
      const { owner: name, match } = splitValue(parameter);
      const all = [...nodes, { options: globals }].flatMap((node: Pick<AtipCommand, 'options' | 'arguments'>) => [
        ...(node.options ?? []).filter(({ flags }) => flags.includes(name)),
        ...(node.arguments ?? []).filter((argument) => argument.name === name),
      ]);
      // The command's own come before the global ones.
      const places = everywhere ? all : all.slice(0, 1);
      const ruleOf = (place: (typeof places)[number]) => place['x-values']?.find((value) => value.match === match);
      return places.length === 0
        ? [undefined]
        : places.map((place) =>
            match === undefined ? place[isMode ? 'x-mode' : 'x-effects'] : ruleOf(place)?.[isMode ? 'mode' : 'effects'],
          );
    });
    const places = isAbout ? stated : [found?.metadata.effects];
    const wanted = factsOf(said).filter((fact) => !isAbout || isMode || isHarm(fact));
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
