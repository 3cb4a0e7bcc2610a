// The reference names everything that there is: commands, options and variables of `atip`, fields of a policy, losses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type AtipCommand, parseTool } from '@atip/core';
import { runCli } from 'atip';
import { expect, test } from 'vitest';
import { POLICY_FIELDS } from '@atip/core/internal';
import { ROOT, readSources } from '../architecture/read-imports.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The names that no code span of the page has. */
function missing(page: string, names: readonly string[]): string[] {
  const spans = [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const words = new Set(spans.flatMap((code) => [code, ...code.split(/[\s,|=]+/)]));
  return [...new Set(names)].filter((name) => !words.has(name));
}

test('every command and option of atip is in docs/reference/cli.md', async () => {
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const host = { cwd: '/', env: {}, stdin: Readable.from([]), stdout: output, stderr: output };
  expect(await runCli({ ...host, args: ['--agent'], signal: new AbortController().signal })).toBe(0);
  const { tool } = parseTool(said);
  const page = read('docs/reference/cli.md');
  const absent = below(tool?.commands ?? {}, []).flatMap(([name, command]) => {
    const [, section] = page.split(new RegExp(`^### atip ${name}$`, 'm'));
    const own = section?.split(/^#{2,3} /m)[0] ?? '';
    if (section === undefined) return [`atip ${name}`];
    const flags = (command.options ?? []).map((option) => option.flags?.at(-1) ?? '');
    return flags.filter((flag) => !own.includes(flag)).map((flag) => `atip ${name} ${flag}`);
  });
  expect(tool?.commands).toBeDefined();
  expect(absent).toStrictEqual([]);
});

function below(commands: Readonly<Record<string, AtipCommand>>, path: readonly string[]): [string, AtipCommand][] {
  return Object.entries(commands).flatMap(([key, command]): [string, AtipCommand][] => {
    // For the scripts of shells alone: the help does not show it either.
    if (command['x-deprecated'] === true) return [];
    const words = key === '' ? path : [...path, key];
    return [
      ...(key === '' ? [] : [[words.join(' '), command] as [string, AtipCommand]]),
      ...below(command.commands ?? {}, words),
    ];
  });
}

/** Which a build puts in, or the page's snippets only show. */
const NOT_READ = /^ATIP_(?:DIGESTS|FIRST|VERSION|RUN)$/;

test('every variable of ours that the sources read is in docs/reference/cli.md', () => {
  const folders = ['packages/node/src', 'packages/cli/src', 'packages/mcp/src', 'server/src'];
  const names = folders
    .flatMap((folder) => readSources(folder))
    .flatMap(({ text }) => text.match(/\b(?:ATIP|XDG)_[A-Z_]*[A-Z]\b/g) ?? []);
  expect(
    missing(
      'docs/reference/cli.md',
      names.filter((name) => !NOT_READ.test(name)),
    ),
  ).toStrictEqual([]);
});

test('every field of a policy is in docs/concepts/effects-and-policy.md', () => {
  expect(
    missing(
      'docs/concepts/effects-and-policy.md',
      Object.keys(POLICY_FIELDS).map((key) => key.replace('levels/', '')),
    ),
  ).toStrictEqual([]);
});
