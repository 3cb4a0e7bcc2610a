import { expect, test } from 'vitest';
import { NEW_DISCOVERY } from './discovery.ts';
import { endLine, progressLine } from './discovery-lines.ts';

test.each([
  [{ phase: 'starting' }, 'Asking the companion…'],
  [{ phase: 'screening' }, 'Reading programs'],
  [{ phase: 'screening', progress: { done: 1050 } }, 'Reading programs: 1,050'],
  [{ phase: 'screening', progress: { done: 812, total: 1288 } }, 'Reading programs: 812 of 1,288'],
  [{ phase: 'asking', progress: { done: 0, total: 2 } }, 'Asking programs about themselves: 0 of 2'],
  [{ phase: 'done' }, undefined],
] as const)('%j under way', (discovery, line) => {
  expect(progressLine(discovery)).toBe(line);
});

const counts = (read: number, cached: number, asked: number) => ({
  directories: 9,
  executables: read + cached,
  skipped: 0,
  cached,
  read,
  bytes: 1,
  marked: 1,
  canonical: 0,
  asked,
  started: asked,
});

test.each([
  [24, counts(1288, 0, 1), 612, '24 tools; 1,288 programs read, 1 asked, 0.6 s'],
  [1, counts(1, 1287, 0), 84, '1 tool; 1 program read, 1,287 remembered, 0 asked, 84 ms'],
])('%i found', (found, numbers, duration, line) => {
  expect(endLine({ ...NEW_DISCOVERY, phase: 'done', summary: { found, counts: numbers, duration } })).toBe(line);
});

test.each([
  ['discovery-running', 'T. D. Perhaps another page started it; “Look again” then shows what it found.'],
  ['unreachable', 'T. D. Run "npm start" in the project folder, then open the link that it prints.'],
  ['token-required', 'T. D. Press Enter in the terminal where the companion runs to get a new link, then open it.'],
  ['internal-error', 'T. D.'],
])('%s says what to do', (code, line) => {
  expect(endLine({ ...NEW_DISCOVERY, phase: 'failed', problem: { code, title: 'T', detail: 'D.' } })).toBe(line);
});

test('before its end there is none, and giving up is no failure', () => {
  expect(endLine(NEW_DISCOVERY)).toBeUndefined();
  expect(endLine({ ...NEW_DISCOVERY, phase: 'cancelled' })).toBe('Cancelled before the end.');
});
