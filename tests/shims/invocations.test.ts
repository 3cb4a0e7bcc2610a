import { type AtipEffects, POLICY_PRESETS, readArgv } from '@atip/core';
import { argumentsOf, decideCall, effectsOf } from '@atip/core/internal';
import { loadShim } from '@atip/catalog';
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

async function judge(line: string): Promise<Judged> {
  const words = wordsOf(line);
  const own = await loadShim(words[0] ?? '', words[1]);
  // All builtins of a shell have one document.
  const [tool, argv] = own ? [own, words] : [await loadShim('builtins'), ['builtins', ...words]];
  const { mapping, unknown, problems, ...reading } = readArgv(argv, tool ? [tool] : []);
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
