import { CALLS } from '../providers/list.ts';
import type { AnswerStep, CallStep, Fail } from '../types/call.ts';
import { CallAssembly } from './create-tool-call-stream.ts';
import { expect, test } from 'vitest';

const fail: Fail = (what) => new Error(what);
const assemble = (...steps: (CallStep | AnswerStep)[]): CallAssembly => {
  const assembly = new CallAssembly(CALLS.openai);
  for (const step of steps) assembly.add(step, fail);
  return assembly;
};
const begun: CallStep = { answer: 1, key: 'a', start: 'call', id: 'c', name: 'x', ends: true };

test('a call whose answer nothing was said of is not lost: that answer did not end', () => {
  expect(() => assemble(begun, { answer: 0, reason: 'stop' }).finish(fail)).toThrow('did not reach its end');
});

test('answers come in their order, calls in the order in which they began', () => {
  const assembly = assemble(
    begun,
    { answer: 0, key: 'b', start: 'call', id: 'd', name: 'y', text: '{}', ends: true },
    { answer: 1, key: null, start: 'call', id: 'e', name: 'z', whole: { a: 1 }, ends: true },
    { answer: 1, reason: 'stop' },
    { answer: 0, reason: 'length' },
    { answer: 0, reason: 'stop' },
  );
  expect(assembly.finish(fail)).toStrictEqual([
    { reason: 'length', calls: [{ id: 'd', name: 'y', arguments: '{}' }] },
    {
      reason: 'stop',
      calls: [
        { id: 'c', name: 'x', arguments: '' },
        { id: 'e', name: 'z', arguments: { a: 1 } },
      ],
    },
  ]);
});
