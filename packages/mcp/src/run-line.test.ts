import { existsSync } from 'node:fs';
import { createAuditLog } from '@atip/node';
import { readAuditLog } from '@atip/node/internal';
import { CallToolResultSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../node/src/testing/temporary-directory.ts';
import { connect } from './testing/demo-server.ts';

/** A client of a server that offers only lines; `answer` is its person's reply. */
async function begin(line: boolean, answer?: ElicitResult) {
  const { path: root, at, write } = await createTemporaryDirectory();
  await write('work/a.txt', 'one\n');
  const log = await createAuditLog(at('record.jsonl'));
  onTestFinished(() => log.close());
  const asked: string[] = [];
  const env = { PATH: '/usr/bin:/bin', HOME: root };
  const client = await connect(
    { found: [], cwd: at('work'), env, line, record: { log, who: 'test' } },
    answer &&
      ((message) => {
        asked.push(message);
        return answer;
      }),
  );
  const run = async (text: unknown): Promise<readonly [text: string, isError: boolean | undefined]> => {
    const result = await client.callTool({ name: 'run_line', arguments: { line: text } });
    const { content, isError } = CallToolResultSchema.parse(result);
    return [content[0]?.type === 'text' ? content[0].text : '', isError];
  };
  return { client, run, asked, at };
}

test('lines are offered only where that is wanted', async () => {
  const names = async (line: boolean): Promise<readonly string[]> =>
    (await (await begin(line)).client.listTools()).tools.map(({ name }) => name);
  expect(await names(false)).toStrictEqual([]);
  expect(await names(true)).toStrictEqual(['run_line']);
  const { run } = await begin(false);
  await expect(run('ls')).rejects.toThrow('run_line');
});

test('a harmless line runs at once, redacted, and on record with its parts', async () => {
  const { run, at } = await begin(true);
  expect(await run('cat a.txt | tr o O')).toStrictEqual(['One\n[Exit code: 0]', false]);
  expect((await run(`echo ghp_${'a1B2'.repeat(9)}; exit 3`))[0]).toBe('[REDACTED]\n[Exit code: 3]');
  const decided: unknown[] = [];
  for await (const entry of readAuditLog(at('record.jsonl')))
    if (entry['event'] === 'decision') decided.push([entry['decision'], entry['parts']]);
  expect(decided[0]).toStrictEqual([
    'allow',
    [
      { program: 'cat', command: [], decision: 'allow' },
      { program: 'tr', command: [], decision: 'allow' },
    ],
  ]);
});

test('what the documents of its commands call secret is redacted', async () => {
  const { run } = await begin(true);
  expect((await run('true || pip list; echo PIP_INDEX_URL=some-value-1'))[0]).toBe(
    'PIP_INDEX_URL=[REDACTED]\n[Exit code: 0]',
  );
});

test('a line that does harm is asked about, and not run without a yes', async () => {
  const { run, asked, at } = await begin(true, { action: 'decline' });
  const [refused, isError] = await run('ls && rm a.txt');
  expect([
    isError,
    refused.includes('rm deletes a.txt, which is in a project that nobody has trusted.'),
    existsSync(at('work/a.txt')),
  ]).toStrictEqual([true, true, true]);
  expect(asked.map((text) => text.includes('ls && rm a.txt'))).toStrictEqual([true]);
  const agreed = await begin(true, { action: 'accept' });
  expect(await agreed.run('rm a.txt')).toStrictEqual(['[Exit code: 0]', false]);
  expect(existsSync(agreed.at('work/a.txt'))).toBe(false);
});

test('a client that cannot ask is told how a person would run it', async () => {
  const { run, at } = await begin(true);
  expect((await run('rm a.txt'))[0]).toContain("atip run --line 'rm a.txt'");
  expect(existsSync(at('work/a.txt'))).toBe(true);
});

test('what is no line is refused', async () => {
  const { run } = await begin(true);
  await expect(run(7)).rejects.toThrow('run_line takes one argument, "line": a text.');
});
