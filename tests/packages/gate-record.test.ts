// Hooks of the built command that write the gate's record at the same time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATIP } from '../atip.ts';
import { createHome } from '../home.ts';

test('of twenty hooks that begin a new file at once none loses its line', async () => {
  const { env, cwd, put } = createHome();
  const record = put('.local/state/agent-tools/gate.jsonl', `${' '.repeat(8_388_600)}\n`);
  const names = Array.from({ length: 20 }, (_, at) => `echo ${at}`);
  const codes = await Promise.all(
    names.map(async (command) => {
      const child = spawn(process.execPath, [ATIP, 'gate', '--hook', 'claude-code'], { cwd, env });
      child.stdin.end(JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd }));
      child.stdout.resume();
      const [code] = await once(child, 'close');
      return code;
    }),
  );
  const rows = [`${record}.1`, record]
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line).line);
  expect(codes).toStrictEqual(names.map(() => 0));
  expect(rows.toSorted()).toStrictEqual(names.toSorted());
  expect(read(`${record}.1`).length).toBeGreaterThan(8_388_608);
}, 120_000);

/** All twenty may have written before the first could rename the file. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
