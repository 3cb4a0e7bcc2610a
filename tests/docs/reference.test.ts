// The help and the pages name everything that there is: variables of `atip`, fields of a policy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { POLICY_FIELDS } from '@atip/core/internal';
import { runCli } from 'atip';
import { expect, test } from 'vitest';
import { ROOT, readSources } from '../architecture/read-imports.ts';

/** Set by ourselves, or by a build. */
const OURS = /^ATIP_(?:DIGESTS|FIRST|HOLDER|RUN|START_COMMAND|VERSION)$/;

test('every variable of ours that the sources read is in `atip config --help`', async () => {
  let help = '';
  const output = { write: (text: string) => (help += text) };
  const host = { cwd: '/', env: {}, stdin: Readable.from([]), stdout: output, stderr: output };
  const { signal } = new AbortController();
  expect(await runCli({ ...host, args: ['config', '--help'], signal })).toBe(0);
  const names = ['packages/node/src', 'packages/cli/src', 'packages/mcp/src', 'server/src']
    .flatMap((folder) => readSources(folder))
    .flatMap(({ text }) => text.match(/\b(?:ATIP|XDG)_[A-Z_]*[A-Z]\b/g) ?? [])
    .filter((name) => !OURS.test(name));
  expect(new Set(names).size).toBeGreaterThan(4);
  expect([...new Set(names)].filter((name) => !help.includes(`  ${name} `))).toStrictEqual([]);
});

test('every field of a policy is in docs/concepts/effects-and-policy.md', () => {
  const page = readFileSync(join(ROOT, 'docs/concepts/effects-and-policy.md'), 'utf8');
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => [code, ...code.split(/[\s,|=]+/)]);
  const names = Object.keys(POLICY_FIELDS).map((key) => key.replace('levels/', ''));
  expect(names.filter((name) => !spans.includes(name))).toStrictEqual([]);
});
