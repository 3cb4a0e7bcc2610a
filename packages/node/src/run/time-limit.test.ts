import { expect, test } from 'vitest';
import { createLineJudge } from './judge-line.ts';
import { limitTime, OutOfTime } from './time-limit.ts';

test.each<[string, () => unknown]>([
  [
    'a loop that catches everything',
    () => {
      for (;;) {
        try {
          for (;;);
        } finally {
          // The next round.
        }
      }
    },
  ],
  ['a regular expression', () => /^(?:[^/]*a){30}[^/]*b$/.test('a'.repeat(120))],
  ['a wait for another thread', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)],
])('%s is stopped', (_name, work) => {
  expect(() => limitTime(20)(work)).toThrow(OutOfTime);
});

test('work that is fast enough says what it says, also inside of other work', () => {
  const within = limitTime(600_000);
  expect(within(() => within(() => 7) + 1)).toBe(8);
  expect(() =>
    within(() => {
      throw new RangeError('its own');
    }),
  ).toThrow(new RangeError('its own'));
});

test.each([
  [{}, 'confirm'],
  [{ denyUnknown: true }, 'deny'],
] as const)('a line that keeps the thread busy is not run: %j', async (given, decision) => {
  let hasBlocked = false;
  const policy = {
    ...given,
    get rules() {
      if (hasBlocked) return [];
      hasBlocked = true;
      for (;;);
    },
  };
  const settings = { policy, writable: [] };
  const judge = createLineJudge({ env: {}, cwd: '/', configuration: { settings }, limit: 1000 });
  const { reasons, ...check } = await judge('ls');
  expect([hasBlocked, check.decision, reasons[0]]).toStrictEqual([
    true,
    decision,
    'The line was not judged within 1 s.',
  ]);
});
