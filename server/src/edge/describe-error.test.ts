import { expect, test } from 'vitest';
import { describeError } from './edge-app.ts';

test('the log gets the kind of an error and where it was, and nothing that was sent', () => {
  const cause = new SyntaxError('Unexpected token in "password: hunter2"');
  const error = new TypeError('v1.l.fragment of /s/AAAAAAAAAAAAAAAAAAAAAA\n    at hunter2 (a.js:1:1)', {
    cause,
  });
  const described = describeError(error);
  expect(described.split('\n')[0]).toBe('TypeError');
  expect(described).toContain('caused by SyntaxError');
  expect(described).toMatch(/describe-error\.test\.ts:\d+:\d+/);
  expect(described).not.toMatch(/hunter2|v1\.l|AAAA/);
});

test.each([
  ['a text', 'hunter2', 'Something was thrown that is no error: string'],
  ['nothing', undefined, 'Something was thrown that is no error: undefined'],
  ['a name that is a sentence', Object.assign(new Error('x'), { name: 'hunter2: no', stack: '' }), 'Error'],
])('%s is described', (_what, thrown, described) => {
  expect(describeError(thrown)).toBe(described);
});
