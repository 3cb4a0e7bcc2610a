import { type ArgvReading, type AtipEffects, POLICY_PRESETS, readArgv } from '@atip/core';
import { argumentsOf, decideCall, effectsOf } from '@atip/core/internal';
import { ArgumentValidationError, buildCommandArray } from '@atip/core/execute';
import { loadShim, type ShimTool } from '@atip/catalog';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { effectsOfWords } from '../../packages/catalog/build/effects-of-words.ts';
import { readTable } from '../read-table.ts';
import { factsOf } from './shims.ts';

/** Lines as people write them, each with what the policy `standard` decides and effects that it has at least. */
const TABLES = readdirSync(new URL('./invocations', import.meta.url)).sort();

/** Words as a shell splits them, for lines that have nothing but words and quotes. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/gs) ?? [];
  const plain = (word: string): string =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
    );
  return words.map(plain);
}

interface Judged {
  readonly decision: string;
  readonly effects: AtipEffects;
  readonly unknown: readonly string[];
}

/** A line's argv, and the document that reads it. */
async function readLine(line: string): Promise<{ argv: readonly string[]; tools: readonly ShimTool[] }> {
  const words = wordsOf(line);
  const own = await loadShim(words[0] ?? '', words[1]);
  // All builtins of a shell have one document.
  const [tool, argv] = own ? [own, words] : [await loadShim('builtins'), ['builtins', ...words]];
  return { argv, tools: tool ? [tool] : [] };
}

async function judge(line: string): Promise<Judged> {
  const { argv, tools } = await readLine(line);
  const { mapping, unknown, problems, ...reading } = readArgv(argv, tools);
  if (!mapping || unknown.length > 0)
    return { decision: 'confirm', effects: {}, unknown: [...problems, ...unknown.map(({ word }) => argv[word] ?? '')] };
  const args = argumentsOf(reading);
  const call = { id: '1', name: reading.name ?? '', arguments: args };
  const { decision } = decideCall(call, mapping, args, POLICY_PRESETS.standard);
  return { decision, effects: effectsOf(mapping, args), unknown: [] };
}

test.each(TABLES)('lines of %s are decided as their rows say', async (file) => {
  const rows = readTable(`tests/shims/invocations/${file}`);
  const wrong: string[] = [];
  for (const [line = '', decision = '', words = ''] of rows) {
    const judged = await judge(line);
    const wanted = factsOf(effectsOfWords(words.split(' ').filter(Boolean), line));
    const missing = wanted.filter((fact) => !factsOf(judged.effects).includes(fact));
    const isAsWanted = judged.decision === decision && missing.length === 0 && judged.unknown.length === 0;
    if (!isAsWanted)
      wrong.push([line, judged.decision, ...missing, ...judged.unknown.map((word) => `? ${word}`)].join('\t'));
  }
  expect(rows.length).toBeGreaterThan(5);
  expect(wrong).toStrictEqual([]);
});

/** The call of a reading, built again; undefined where the builder refuses a value that could be read as something else. */
function builtAgain({ mapping, unknown, given }: ArgvReading): readonly string[] | undefined {
  if (!mapping || unknown.length > 0) return undefined;
  try {
    return buildCommandArray(mapping, argumentsOf({ given }));
  } catch (error) {
    if (error instanceof ArgumentValidationError) return undefined;
    throw error;
  }
}

/** The call without what the builder writes in another way: `./` before a path, a switch that is off, a value that may be empty. */
function callOf(reading: ArgvReading): string {
  const said = Object.entries(argumentsOf(reading)).filter(([, value]) => value !== false);
  const plain = said.map(([name, value]) => [name, value === '' ? true : value]);
  return JSON.stringify([reading.path, plain, reading.unknown]).replaceAll('"./', '"');
}

test('the call of a line, built again, reads as the same call', async () => {
  const wrong: string[] = [];
  let built = 0;
  for (const [line = ''] of TABLES.flatMap((file) => readTable(`tests/shims/invocations/${file}`))) {
    const { argv, tools } = await readLine(line);
    const reading = readArgv(argv, tools);
    const again = builtAgain(reading);
    if (!again) continue;
    built += 1;
    const second = readArgv(again, tools);
    if (callOf(second) !== callOf(reading)) wrong.push([line, again.join(' '), callOf(second)].join('\t'));
  }
  expect(built).toBeGreaterThan(2500);
  expect(wrong).toStrictEqual([]);
});
