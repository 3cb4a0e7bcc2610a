import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killGroup } from './process-group.ts';
import { endWatchedRuns, watchRun } from './watch-run.ts';

/** A leader that has one child in its group, and a way to wait for the leader's end. */
function startGroup() {
  const leader = spawn('/bin/sh', ['-c', 'sleep 60 & wait'], { detached: true, stdio: 'ignore' });
  const { pid } = leader;
  if (pid === undefined) throw new Error('sh could not be started.');
  return { end: (signal: 'SIGTERM' | 'SIGKILL') => killGroup(pid, signal), ended: once(leader, 'exit') };
}

test('runs on the watch end together, others go on', async () => {
  const [first, second, other] = [startGroup(), startGroup(), startGroup()];
  const unwatch = [first, second, other].map(({ end }) => watchRun(() => end('SIGKILL')));
  unwatch[2]?.();
  endWatchedRuns();
  expect(await Promise.all([first.ended, second.ended])).toStrictEqual([
    [null, 'SIGKILL'],
    [null, 'SIGKILL'],
  ]);
  for (const stop of unwatch) stop();
  other.end('SIGTERM');
  expect(await other.ended).toStrictEqual([null, 'SIGTERM']);
});

test('a group that is gone is no error', async () => {
  const group = startGroup();
  group.end('SIGKILL');
  await group.ended;
  group.end('SIGKILL');
});
