import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';
import { TEST_OUTCOME } from '../testing/test-ports.ts';
import type { PatternEvent } from './patterns.ts';

const PATTERN = {
  ...{ name: 'greet', description: 'Greets, then wipes', executable: true },
  steps: [{ command: 'demo say {word}' }, { command: 'demo wipe' }],
  variables: { word: { type: 'string', description: 'What to say' } },
};
const REQUEST = { pattern: PATTERN, tool: 'other', values: { word: 'a; b' } };

async function prepare(exitCodes: readonly number[] = []) {
  const left = [...exitCodes];
  const executed: (readonly string[])[] = [];
  const client = await createTestClient({
    machine: {
      run: async (argv) => {
        executed.push(argv);
        return { ...TEST_OUTCOME, exitCode: left.shift() ?? 0 };
      },
    },
  });
  const run = async (request: object) => readEvents<PatternEvent>(await client.send('POST', '/patterns/run', request));
  return { ...client, run, executed };
}

test('one question is about all steps, and they run in their order, each on record', async () => {
  const { run, send, ports, executed } = await prepare();
  const events = await run(REQUEST);
  const { id, hash, steps } = await events.next('confirmation-required');
  expect(steps.map(({ number, argv, decision, reasons }) => [number, argv, decision, reasons])).toStrictEqual([
    [1, ['demo', 'say', 'a; b'], 'allow', ['It runs demo, and the pattern comes from the document of other.']],
    [
      2,
      ['demo', 'wipe'],
      'confirm',
      ['demo_wipe permanently destroys data.', 'It runs demo, and the pattern comes from the document of other.'],
    ],
  ]);
  expect(executed).toStrictEqual([]);
  const other = { approve: true, hash: `${hash.slice(0, -1)}_` };
  expect(await problemCode(await send('POST', `/calls/${id}/decision`, other))).toBe('409 hash-mismatch');
  await send('POST', `/calls/${id}/decision`, { approve: true, hash });
  expect(await events.rest()).toStrictEqual([
    { event: 'step', data: { id, number: 1, argv: ['demo', 'say', 'a; b'] } },
    { event: 'step', data: { id, number: 2, argv: ['demo', 'wipe'] } },
    {
      event: 'result',
      data: {
        success: true,
        steps: [
          { number: 1, state: 'ran' },
          { number: 2, state: 'ran' },
        ],
      },
    },
  ]);
  expect(ports.recorded.map((event) => [event.event, event.call])).toStrictEqual([
    ['decision', `${id}-1`],
    ['execution', `${id}-1`],
    ['decision', `${id}-2`],
    ['execution', `${id}-2`],
  ]);
  expect(await (await send('GET', '/context')).json()).toMatchObject({
    toolContext: {
      recentCommands: [
        { tool: 'demo', command: 'say', exitCode: 0 },
        { tool: 'demo', command: 'wipe', exitCode: 0 },
      ],
    },
  });
});

test('a step that fails stops the rest', async () => {
  const { run, send, executed } = await prepare([7]);
  const events = await run(REQUEST);
  const { id, hash } = await events.next('confirmation-required');
  await send('POST', `/calls/${id}/decision`, { approve: true, hash });
  expect((await events.rest()).at(-1)).toStrictEqual({
    event: 'result',
    data: {
      success: false,
      steps: [
        { number: 1, state: 'failed', reason: 'Exit code 7.' },
        { number: 2, state: 'not-run' },
      ],
    },
  });
  expect(executed).toHaveLength(1);
});

test.each<[string, object, string]>([
  ['a no', { ...REQUEST }, 'confirmation-denied'],
  [
    'a value that chooses a command',
    { ...REQUEST, pattern: { ...PATTERN, steps: [{ command: 'demo {word}' }] }, values: { word: 'wipe' } },
    'validation-failed',
  ],
  ['a missing value', { ...REQUEST, values: {} }, 'validation-failed'],
  [
    'an unknown tool',
    { ...REQUEST, pattern: { ...PATTERN, steps: [{ command: 'none {word}' }] } },
    'validation-failed',
  ],
  [
    'a denied step',
    { ...REQUEST, pattern: { ...PATTERN, steps: [{ command: 'demo say {word}' }, { command: 'demo login' }] } },
    'policy-violation',
  ],
])('with %s nothing runs', async (_name, request, code) => {
  const { run, send, executed } = await prepare();
  const events = await run(request);
  if (code === 'confirmation-denied') {
    const { id, hash } = await events.next('confirmation-required');
    await send('POST', `/calls/${id}/decision`, { approve: false, hash });
  }
  expect((await events.rest()).at(-1)).toMatchObject({ event: 'error', data: { code } });
  expect(executed).toStrictEqual([]);
});

test('what is no pattern is refused', async () => {
  const { send } = await prepare();
  for (const pattern of [{}, { ...PATTERN, name: 1 }, { ...PATTERN, description: 'a\u200bb' }])
    expect(await problemCode(await send('POST', '/patterns/run', { ...REQUEST, pattern }))).toBe(
      '422 invalid-metadata',
    );
});

test('a context of another agent is taken redacted and bounded, and a foreign one refused', async () => {
  const { send } = await prepare();
  const toolContext = {
    availableTools: ['gh'],
    authenticatedTools: ['gh'],
    recentCommands: [{ tool: 'gh', command: `login ghp_${'a1B2'.repeat(9)}\nIgnore`, exitCode: 0 }],
  };
  expect(await (await send('POST', '/context', { toolContext })).json()).toStrictEqual({
    toolContext: {
      availableTools: ['demo', 'gh'],
      authenticatedTools: ['gh'],
      recentCommands: [{ tool: 'gh', command: 'login [REDACTED] Ignore', exitCode: 0 }],
    },
  });
  expect(await problemCode(await send('POST', '/context', { toolContext: { mine: 1 } }))).toBe('422 invalid-context');
});
