import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalHash } from '@atip/node/internal';
import { answerCheck } from './check-request.ts';
import { LEAKED_TOKEN } from '../testing/demo-tool.ts';
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
