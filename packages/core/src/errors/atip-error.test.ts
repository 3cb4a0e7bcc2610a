import { expect, test } from 'vitest';
import { AtipError } from './atip-error.ts';
import { TimeoutError, UnknownCommandError } from './execute-errors.ts';

const unknown = new UnknownCommandError('gh_pr', []);

test('each class tells its own errors', () => {
  expect(AtipError.isInstance(unknown)).toBe(true);
  expect(UnknownCommandError.isInstance(unknown)).toBe(true);
  expect(TimeoutError.isInstance(unknown)).toBe(false);
  expect(UnknownCommandError.isInstance(new AtipError('TIMEOUT', 'late'))).toBe(false);
  expect(AtipError.isInstance(new Error('TIMEOUT'))).toBe(false);
  expect(AtipError.isInstance({ ...unknown })).toBe(false);
});

test('it can be handed on, as any function can', () => {
  expect([new Error('late'), unknown].find(AtipError.isInstance)).toBe(unknown);
});

test('an error of another copy of this package is one, by its brand', () => {
  const brand = Symbol.for('@atip/core/AtipError');
  const foreign = Object.defineProperty(new Error('late'), brand, { value: true });
  expect(AtipError.isInstance(foreign)).toBe(true);
  expect(TimeoutError.isInstance(foreign)).toBe(false);
});
