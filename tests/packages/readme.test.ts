import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseTool } from '@atip/core';
import { runCli } from 'atip';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

test('the table of `atip serve` has every option that it takes, and no other', async () => {
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const host = { cwd: '/', env: {}, stdin: Readable.from([]), stdout: output, stderr: output };
  const args = ['--agent', '--commands=serve'];
  expect(await runCli({ ...host, args, signal: new AbortController().signal })).toBe(0);
  const { tool } = parseTool(said);
  const flags = tool?.commands?.['serve']?.options?.flatMap((option) => option.flags) ?? [];
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const rows = /\| option \| what \|\n([\s\S]*?)\n\n/.exec(readme)?.[1] ?? '';
  expect(flags).toContain('--port');
  expect((rows.match(/--[a-z]+(?:-[a-z]+)*/g) ?? []).sort()).toStrictEqual([...flags].sort());
});
