import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeShare } from '@atip/share';
import { afterEach, expect, test, vi } from 'vitest';
import document from '../../examples/worker-agent/settings.json' with { type: 'json' };
import { startWorker } from '../edge/start-worker.ts';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { type ExampleEnd, ROOT, runExample } from './run-example.ts';

// Whole runtimes are started; on a busy machine each takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const HINT = 'Did you mean settings_list or settings_show or settings_remove?';

let provider: FakeProvider | undefined;

afterEach(async () => {
  await provider?.stop();
  provider = undefined;
});

async function ask(answers: readonly FakeAnswer[], env: Record<string, string> = {}) {
  provider = await startFakeProvider(answers);
  const { url, requests } = provider;
  const end: ExampleEnd = await runExample({
    runtime: 'node',
    args: [join(ROOT, 'examples/worker-agent/main.mjs'), 'Which settings are there?'],
    cwd: tmpdir(),
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-of-the-test', MODEL: 'fake-model', ...env },
  });
  const last = requests.at(-1);
  return { ...end, told: (last?.messages ?? []).flatMap((one) => (one.role === 'tool' ? [one] : [])) };
}

const offered = (): unknown[] =>
  // As the tools of OpenAI are, which the fake provider has checked.
  (provider?.requests[0]?.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name);

test('what reads runs with its secret redacted, what destroys is refused, and the model is told both', async () => {
  const { code, stdout, stderr, told } = await ask([
    [
      { id: '1', name: 'settings_list', arguments: {} },
      { id: '2', name: 'settings_show', arguments: { name: 'github-token' } },
    ],
    [{ id: '3', name: 'settings_remove', arguments: { name: 'banner' } }],
    'Two settings.\u001b[2J',
  ]);
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
  expect(told).toStrictEqual([
    { role: 'tool', tool_call_id: '1', content: 'banner\ngithub-token\n[Exit code: 0]' },
    { role: 'tool', tool_call_id: '2', content: '[REDACTED]\n[Exit code: 0]' },
    { role: 'tool', tool_call_id: '3', content: `Nothing was run. ${refusal}` },
  ]);
  expect(offered()).toStrictEqual(['settings_list', 'settings_show', 'settings_remove']);
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
    const { code, stdout } = await ask(
      [
        [
          { id: '1', name: 'settings_remove', arguments: { name: 'banner' } },
          { id: '2', name: 'settings_wipe', arguments: { name: 'banner' } },
        ],
        'I could not.',
      ],
      { TOOLS_URL: `${url}/openai.json` },
    );
    expect(offered()).toStrictEqual(['settings_list', 'settings_remove', 'settings_wipe']);
    expect([code, stdout.split('\n')]).toStrictEqual([
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
