import { expect, test } from 'vitest';
import { maxOutputFor, timeoutFor } from './format-result.ts';

test.each([
  [undefined, undefined, 30_000],
  ['60s', undefined, 60_000],
  ['5m', undefined, 300_000],
  ['1.5s', undefined, 1500],
  ['250ms', undefined, 250],
  ['2h', undefined, 600_000],
  ['soon', undefined, 30_000],
  ['0s', undefined, 30_000],
  ['60s', 1000, 1000],
  [undefined, 3_600_000, 600_000],
  [undefined, -1, 30_000],
  [undefined, Number.NaN, 30_000],
])('declared %s, host %s: %s ms', (timeout, host, ms) => {
  expect(timeoutFor(timeout === undefined ? {} : { duration: { timeout } }, host)).toBe(ms);
});

test.each([
  [undefined, 1_048_576],
  [1000, 1000],
  [1e9, 10_485_760],
  [0, 1_048_576],
])('host output %s: %s bytes', (host, bytes) => {
  expect(maxOutputFor(host)).toBe(bytes);
});

test.each(['5000', 5n, Symbol('5'), [5], null, {}])('what is no number sets nothing', (host) => {
  // As it may come from a configuration.
  expect(timeoutFor({}, host as unknown as number)).toBe(30_000);
  expect(maxOutputFor(host as unknown as number)).toBe(1_048_576);
});
