import { join } from 'node:path';
import { writeFile, mkdir } from 'node:fs/promises';
import { loadConfiguration } from '@atip/node';
import { expect, test } from 'vitest';
import { connect, prepare, textOf } from './testing/demo-server.ts';

async function begin(limits: object) {
  const { root, cwd, env, found } = await prepare();
  await mkdir(join(root, '.config/agent-tools'), { recursive: true });
  await writeFile(join(root, '.config/agent-tools/config.json'), JSON.stringify({ limits }));
  const configuration = await loadConfiguration({ env, cwd, system: '/nowhere' });
  const client = await connect({ found: [found], cwd, env, configuration, line: true });
  return async (name: string, args: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: args }));
}

test('out of time by the configuration: tools and lines say which limit, and where it is set', async () => {
  const call = await begin({ timeout: '500ms' });
  const said = '[The time limit of 500 ms is set by "limits" in …/config.json:1.]\n[TIMEOUT after 500ms]';
  expect(await call('demo_wait', {})).toBe(`up\n${said}`);
  expect(await call('run_line', { line: 'echo up; sleep 60' })).toBe(`up\n${said}`);
});

test('a program that writes more than the limit is not ended, and the model gets both ends', async () => {
  const call = await begin({ maxOutput: 20 });
  expect(await call('run_line', { line: 'seq 200000; echo done >&2' })).toBe(
    [
      '1\n2\n3\n4\n5\n\n[1288875 characters are left out here.]\n99\n200000\n[stderr]\ndone',
      '[The first and the last 10 bytes of a stream are kept: the limit of 20 bytes is set by "limits" in …/config.json:1.]',
      '[TRUNCATED - output exceeded 20 bytes]\n[Exit code: 0]',
    ].join('\n'),
  );
});
