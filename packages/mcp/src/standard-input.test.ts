import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { connect, prepare, QUIET } from './testing/demo-server.ts';

const COMMANDS = {
  fetch: { description: 'Fetches', effects: QUIET },
  count: { description: 'Counts', effects: QUIET, 'x-stdin': { description: 'Text' } },
  run: { description: 'Runs', effects: QUIET, 'x-stdin': { 'x-effects': { destructive: true, 'x-runs': 'call' } } },
};
const SCRIPT = 'case "$1" in fetch) echo "{}" ;; count) wc -c ;; run) sh ;; esac';

async function begin(questions: string[] = []) {
  const { found, cwd, env } = await prepare(COMMANDS, {}, SCRIPT);
  const client = await connect({ found: [found], cwd, env }, (message) => {
    questions.push(message);
    return { action: 'accept', content: { run: true } };
  });
  return async (name: string, args: Record<string, unknown>) => {
    const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
    return result.content.map((one) => (one.type === 'text' ? one.text : ''));
  };
}

test('a client gives text, or the output of an earlier call of its session, and of no other', async () => {
  const call = await begin();
  expect(await call('demo_fetch', {})).toStrictEqual(['{}\n[Output 1]\n[Exit code: 0]']);
  expect(await call('demo_count', { stdin_from: 1 })).toStrictEqual(['3\n[Output 2]\n[Exit code: 0]']);
  expect(await call('demo_count', { stdin: 'four' })).toStrictEqual(['4\n[Output 3]\n[Exit code: 0]']);
  const another = await begin();
  expect((await another('demo_count', { stdin_from: 1 }))[0]).toContain('There is no output 1.');
});

test('a person sees the text that would be run', async () => {
  const questions: string[] = [];
  const call = await begin(questions);
  expect(await call('demo_run', { stdin: 'echo $((6 * 7))' })).toStrictEqual(['42\n[Output 1]\n[Exit code: 0]']);
  expect(questions[0]?.split('\n')[4]).toBe('  stdin     "echo $((6 * 7))"');
});
