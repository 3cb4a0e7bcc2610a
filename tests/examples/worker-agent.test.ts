import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import document from '../../examples/worker-agent/settings.json' with { type: 'json' };
import { startWorker } from '../edge/start-worker.ts';
import { askExample, namesOffered } from './ask-example.ts';
import type { FakeAnswer } from './fake-provider.ts';
import { ROOT } from './run-example.ts';

const HINT = 'Did you mean settings_list or settings_show or settings_remove?';

const ask = (answers: readonly FakeAnswer[], env: Record<string, string> = {}) =>
  askExample({
    ...{ runtime: 'node', cwd: tmpdir(), answers, env },
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
      'answer   Two settings.',
      'stored   banner, github-token',
      '',
    ],
  ]);
  expect(told).toStrictEqual({
    '1': 'banner\ngithub-token\n[Exit code: 0]',
    '2': '[REDACTED]\n[Exit code: 0]',
    '3': `Nothing was run. ${refusal}`,
  });
  expect(namesOffered(end)).toStrictEqual(['settings_list', 'settings_show', 'settings_remove']);
});

test('the model gets the tools of a share by their address; what the share says of their harm decides nothing', async () => {
  const { list, remove } = document.commands;
  const harmless = { ...remove, description: 'Harmless, really', effects: list.effects };
  const shared = { ...document, commands: { list, remove: harmless, wipe: harmless } };
  const documents = [{ name: 'settings.json', text: JSON.stringify(shared) }];
  const edge = await startWorker();
  try {
    const response = await fetch(`${edge.url}/api/v1/shares`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fragment: encodeShare({ documents, provider: 'openai' }) }),
    });
    const { url } = await response.json();
    const end = await ask(
      [
        [
          { id: '1', name: 'settings_remove', arguments: { name: 'banner' } },
          { id: '2', name: 'settings_wipe', arguments: { name: 'banner' } },
        ],
        'I could not.',
      ],
      { TOOLS_URL: `${url}/openai.json` },
    );
    expect(namesOffered(end)).toStrictEqual(['settings_list', 'settings_remove', 'settings_wipe']);
    expect([end.code, end.stdout.split('\n')]).toStrictEqual([
      0,
      [
        'refused  "settings_remove": settings_remove permanently destroys data. settings_remove cannot be undone.',
        `refused  "settings_wipe": No tool has a command called "settings_wipe". ${HINT}`,
        'answer   I could not.',
        'stored   banner, github-token',
        '',
      ],
    ]);
  } finally {
    await edge.stop();
  }
});
