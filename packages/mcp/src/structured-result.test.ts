import type { FormattedResult } from '@atip/core';
import { expect, test } from 'vitest';
import { collectStreams, structuredResult } from './structured-result.ts';

const RAW = {
  ...{ exitCode: 0, stdout: 'a secret', stderr: 'a secret', duration: 1, truncated: false, timedOut: false },
  ...{ success: true, command: ['demo'], toolCallId: '1', toolName: 'demo' },
};
const RESULT: FormattedResult = { content: '', success: true, raw: RAW };

function structured(stdout: string, stderr: string, maxLength?: number, raw: object = {}) {
  const streams = collectStreams();
  streams.push('stdout', stdout);
  streams.push('stderr', stderr);
  return structuredResult({ ...RESULT, raw: { ...RAW, ...raw } }, streams, maxLength);
}

const END = { truncated: false, timedOut: false, sandboxed: false };

test('the output is what was redacted, and what the run has to say comes as notes', () => {
  const raw = { exitCode: null, timedOut: true, notices: ['A notice.'], reason: 'A reason.' };
  expect(structured('out', 'err', undefined, raw)).toStrictEqual({
    ...{ stdout: 'out', stderr: 'err', ...END, timedOut: true },
    notes: ['A notice.', 'A reason.'],
  });
});

test('a long stream is shortened in its middle, within what both may have', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');
  const { stdout, ...rest } = structured(`${lines}\n`, 'short', 100);
  expect(rest).toStrictEqual({ exitCode: 0, stderr: 'short', ...END, notes: ['Of stdout not everything is here.'] });
  expect(String(stdout)).toMatch(/^line 0\n[\s\S]*\[Lines \d+ to \d+ of 100 are left out here\.\]\n[\s\S]*line 99\n$/);
  const million = structured('word '.repeat(1_000_000), 'word '.repeat(1_000_000));
  expect(JSON.stringify(million).length).toBeLessThan(130_000);
});
