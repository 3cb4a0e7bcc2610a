import type { AtipOption, AtipTool } from '@atip/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalHash } from '@atip/node';
import { answerCheck } from './check-request.ts';
import { DEMO_TOOL, LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { createTestPorts } from '../testing/test-ports.ts';

const PORTS = await createTestPorts();
const IDENTITY = { path: '/real/demo', hash: `sha256:${'0'.repeat(64)}`, stamp: '1' } as const;

async function check(text: string) {
  return answerCheck({ call: { id: '1', name: 'demo_say', arguments: { text } } }, PORTS);
}

test.each([
  ['an assignment that looks like a secret', 'TOKEN=$(touch x) ls'],
  ['a key that is none', ': -----BEGIN RSA PRIVATE KEY-----\ntouch x\n-----END RSA PRIVATE KEY-----\n'],
  ['a token', LEAKED_TOKEN],
  ['hidden characters', 'safe\u202etxt\u200b\u00a0\u{e0041}\u2800'],
  ['as much as one argument may have', `${' '.repeat(32_760)}touch x`],
])('what a person approves is the argv itself: %s', async (_name, text) => {
  const { argv, validation } = await check(text);
  expect(argv).toStrictEqual(['/bin/demo', 'say', text]);
  expect(validation.arguments).toStrictEqual({ text });
});

test('a dry run that the model made up is not a real one', async () => {
  const call = { id: '1', name: 'demo_wipe', arguments: { 'dry-run-only': true } };
  const { validation, argv, hash } = await answerCheck({ call }, PORTS);
  expect([validation.valid, argv, hash]).toStrictEqual([false, undefined, undefined]);
  expect(validation.errors).toStrictEqual([
    {
      code: 'EXTRA_PARAMETER',
      message: '"dry-run-only" is no parameter of "demo wipe". It has none.',
      parameter: 'dry-run-only',
    },
  ]);
});

test('metadata cannot name a blind spot', async () => {
  const tool: AtipTool = {
    ...DEMO_TOOL,
    authentication: { required: true, methods: [{ type: 'token', envVar: 'IFS' }] },
  };
  const found = { tool, origin: 'shims', source: '/shims/demo.json', hash: IDENTITY.hash, issues: [] } as const;
  const scan = { found: [found], skipped: [] };
  const ports = await createTestPorts({ catalogue: { refresh: async () => scan, current: () => scan } });
  const call = { id: '1', name: 'demo_say', arguments: { text: 'IFS=$(touch x)' } };
  expect((await answerCheck({ call }, ports)).argv?.at(-1)).toBe('IFS=$(touch x)');
});

test('what an option adds is denied, shown, hashed and kept', async () => {
  const all: AtipOption = { name: 'all', flags: ['--all'], type: 'boolean', description: 'All' };
  const tool: AtipTool = {
    ...DEMO_TOOL,
    commands: {
      list: {
        description: 'List',
        effects: { filesystem: { write: false }, network: false },
        options: [{ ...all, 'x-effects': { network: true, destructive: true } }],
      },
    },
  };
  const found = { tool, origin: 'shims', source: '/shims/demo.json', hash: IDENTITY.hash, issues: [] } as const;
  const scan = { found: [found], skipped: [] };
  const ports = await createTestPorts({ catalogue: { refresh: async () => scan, current: () => scan } });
  const prepare = (args: Record<string, unknown>) =>
    answerCheck({ call: { id: '1', name: 'demo_list', arguments: args }, policy: { allowNetwork: false } }, ports);
  const [plain, raised] = [await prepare({}), await prepare({ all: true })];
  expect([plain.decision.decision, raised.decision.decision]).toStrictEqual(['allow', 'deny']);
  const effects = { filesystem: { write: false }, network: true, destructive: true };
  expect(raised.effects).toStrictEqual(effects);
  const { argv = [], cwd, hash } = raised;
  expect(hash).toBe(approvalHash({ executable: IDENTITY, argv, cwd, effects }));
});

test('the shown argv is the one that the hash is over, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
      const { argv, hash, cwd, effects } = await check(text);
      // Refused arguments, such as a leading "-", have neither.
      if (argv === undefined) return hash === undefined;
      return hash === approvalHash({ executable: IDENTITY, argv, cwd, effects }) && argv.at(-1) === text;
    }),
    { numRuns: 300 },
  );
});
