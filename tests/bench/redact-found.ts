import { kindsOfSecrets, type PlantedLog } from './planted-secrets.ts';
import type { Row, Table } from './row.ts';

type Filter = (text: string) => string | Promise<string>;

/** What each filter takes out of a log with planted secrets, kind by kind, and out of one that has none. */
export async function foundTable(
  { text, secrets }: PlantedLog,
  clean: string,
  ways: Readonly<Record<'ours' | 'patterns' | 'secretlint', Filter>>,
): Promise<Table> {
  const outputs = [await ways.ours(text), await ways.patterns(text), await ways.secretlint(text)];
  const found = (output: string, kind?: string): string => {
    const some = secrets.filter((one) => kind === undefined || one.kind === kind);
    return `${some.filter(({ secret }) => !output.includes(secret)).length} of ${some.length}`;
  };
  const taken = [await ways.ours(clean), await ways.patterns(clean), await ways.secretlint(clean)];
  const marks = (output: string): string => (output.split('[REDACTED]').length - 1).toLocaleString('en');
  return {
    head: ['planted secret', 'named by the rules of', 'every rule of ours', 'the eleven patterns', 'secretlint'],
    rows: [
      ...kindsOfSecrets().map(([kind, namedBy]) => [kind, namedBy, ...outputs.map((output) => found(output, kind))]),
      ['**all**', '', ...outputs.map((output) => `**${found(output)}**`)],
      [
        `stretches taken out of ${clean.length.toLocaleString('en')} bytes that hold no secret`,
        '',
        ...taken.map(marks),
      ],
    ],
  };
}

/** The slowest of 5 KB of one repeated character, of those that ASCII prints: the median of nine times each. */
export function worstOfOneCharacter(filter: (text: string) => string): Row {
  let worst = { value: 0, character: '' };
  for (let code = 0x20; code < 0x7f; code += 1) {
    const character = String.fromCharCode(code);
    const text = character.repeat(5_000);
    const times = Array.from({ length: 9 }, () => {
      const started = performance.now();
      filter(text);
      return performance.now() - started;
    });
    const value = times.toSorted((a, b) => a - b)[4] ?? Number.NaN;
    if (value > worst.value) worst = { value, character };
  }
  const detail = `the slowest is ${JSON.stringify(worst.character)}`;
  return { id: 'one-character', what: '5 KB of one repeated character', value: worst.value, unit: 'ms', detail };
}
