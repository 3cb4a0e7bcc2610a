import { expect, test } from 'vitest';
import { type PatternRun, updatePatternRun } from './use-pattern-run.ts';

const REQUEST = { pattern: { name: 'p', description: 'd', steps: [{ command: 'x' }] }, tool: 'x', values: {} };
const STARTED: PatternRun = { request: REQUEST, isUnderway: true, output: '' };
const RESULT = { success: false, steps: [{ number: 1, state: 'failed' as const }] };

test('a run is followed from its question to its result', () => {
  const question = { id: '1', hash: 'h', steps: [], cwd: '/', expiresIn: 1, where: 'page' as const };
  const asked = updatePatternRun(updatePatternRun(undefined, { event: 'start', request: REQUEST }), {
    event: 'confirmation-required',
    data: question,
  });
  expect(asked).toStrictEqual({ ...STARTED, question });
  const decided = updatePatternRun(asked, { event: 'decided' });
  expect(decided).toStrictEqual(STARTED);
  const step = updatePatternRun(decided, { event: 'step', data: { id: '1', number: 1, argv: ['x'] } });
  const said = updatePatternRun(step, { event: 'stderr', data: { text: 'no\n' } });
  expect(said).toStrictEqual({ ...STARTED, step: 1, output: '[step 1]\nno\n' });
  const ended = updatePatternRun(said, { event: 'result', data: RESULT });
  expect(ended).toStrictEqual({ ...STARTED, isUnderway: false, step: 1, output: '[step 1]\nno\n', result: RESULT });
  // The end of the connection, which comes after it.
  expect(updatePatternRun(ended, { event: 'error', data: { title: 't', detail: 'd' } })).toBe(ended);
});

test('a question that is not answered ends with the problem', () => {
  const problem = { title: 't', detail: 'd' };
  expect(updatePatternRun(STARTED, { event: 'error', data: problem })).toStrictEqual({
    ...STARTED,
    isUnderway: false,
    problem,
  });
});
