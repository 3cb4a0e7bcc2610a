// needs: bwrap
import { createSandbox, probeTool } from '@atip/node';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../node/src/testing/temporary-directory.ts';
import { createMcpServer } from './create-mcp-server.ts';

const QUIET = { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } };
const COMMANDS = {
  fetch: { description: 'Fetches', effects: QUIET },
  count: { description: 'Counts', effects: QUIET, 'x-stdin': { description: 'Text' } },
  run: { description: 'Runs', effects: QUIET, 'x-stdin': { 'x-effects': { destructive: true, 'x-runs': 'call' } } },
};
const SCRIPT = 'case "$1" in fetch) echo "{}" ;; count) wc -c ;; run) sh ;; esac';

async function connect(questions: string[] = []) {
  const { path, at, write, script } = await createTemporaryDirectory();
  const whole = { atip: { version: '0.4' }, name: 'demo', version: '1', description: 'Demo', commands: COMMANDS };
  await write('document.json', JSON.stringify(whole));
  const program = await script(
    'demo',
    `#!/bin/sh\n[ "$1" = --agent ] && exec cat "${path}/document.json"\n${SCRIPT}\n`,
  );
  const env = { PATH: '/usr/bin:/bin', HOME: at('home') };
  const sandbox = await createSandbox();
  const reading = await probeTool(program, { env, sandbox });
  if (reading.found === undefined) throw new Error(JSON.stringify(reading));
  const server = createMcpServer({
    version: '1',
    sandbox,
    found: [reading.found],
    cwd: path,
    env,
    policy: { byTrust: false },
  });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { run: true } };
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  onTestFinished(async () => client.close());
  return async (name: string, args: Record<string, unknown>) => {
    const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
    return result.content.map((one) => (one.type === 'text' ? one.text : ''));
  };
}

test('a client gives text, or the output of an earlier call of its session, and of no other', async () => {
  const call = await connect();
  expect(await call('demo_fetch', {})).toStrictEqual(['{}\n[Output 1]\n[Exit code: 0]']);
  expect(await call('demo_count', { stdin_from: 1 })).toStrictEqual(['3\n[Output 2]\n[Exit code: 0]']);
  expect(await call('demo_count', { stdin: 'four' })).toStrictEqual(['4\n[Output 3]\n[Exit code: 0]']);
  const another = await connect();
  expect((await another('demo_count', { stdin_from: 1 }))[0]).toContain('There is no output 1.');
});

test('a person sees the text that would be run', async () => {
  const questions: string[] = [];
  const call = await connect(questions);
  expect(await call('demo_run', { stdin: 'echo $((6 * 7))' })).toStrictEqual(['42\n[Output 1]\n[Exit code: 0]']);
  expect(questions[0]?.split('\n')[4]).toBe('  stdin     "echo $((6 * 7))"');
});
