import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askExample, namesOffered } from './ask-example.ts';
import type { RecordedTurn } from './recorded-provider.ts';
import { ROOT } from './run-example.ts';

const ask = (answers: readonly RecordedTurn[]) =>
  askExample({
    ...{ runtime: 'node', cwd: tmpdir(), answers },
    args: () => [join(ROOT, 'examples/worker-agent/main.mjs'), 'Which settings are there?'],
  });

test('what reads runs with its secret redacted, what destroys is refused, and the model is told both', async () => {
  const end = await ask([
    [
      { id: '1', name: 'settings_list', arguments: {} },
      { id: '2', name: 'settings_show', arguments: { name: 'github-token' } },
    ],
    [{ id: '3', name: 'settings_remove', arguments: { name: 'banner' } }],
    'Two settings.\u001b[2J',
  ]);
  const { code, stdout, stderr, told } = end;
  const refusal = 'settings_remove permanently destroys data. settings_remove cannot be undone.';
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    [
      'ran      ["settings","list"]',
      'ran      ["settings","show","github-token"]',
      `refused  "settings_remove": ${refusal}`,
      'answer   Two settings.[2J',
      'stored   banner, github-token',
      '',
    ],
  ]);
  expect(told).toStrictEqual({
    '1': 'banner\ngithub-token\n[Exit code: 0]',
    '2': '[REDACTED]\n[Exit code: 0]',
    '3': `Nothing ran. ${refusal}`,
  });
  expect(namesOffered(end)).toStrictEqual(['settings_list', 'settings_show', 'settings_remove']);
});
