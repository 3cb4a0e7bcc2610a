import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killGroup, killWatchedGroups, watchGroup } from './process-group.ts';

/** A leader that has one child in its group, and a way to wait for the leader's end. */
function startGroup() {
  const leader = spawn('/bin/sh', ['-c', 'sleep 60 & wait'], { detached: true, stdio: 'ignore' });
  if (leader.pid === undefined) throw new Error('sh could not be started.');
  return { pid: leader.pid, ended: once(leader, 'exit') };
}

test('groups on the watch end together, others go on', async () => {
  const [first, second, other] = [startGroup(), startGroup(), startGroup()];
  const unwatch = [watchGroup(first.pid), watchGroup(second.pid), watchGroup(other.pid)];
  unwatch[2]?.();
  killWatchedGroups();
  expect(await Promise.all([first.ended, second.ended])).toStrictEqual([
    [null, 'SIGKILL'],
    [null, 'SIGKILL'],
  ]);
  for (const stop of unwatch) stop();
  killGroup(other.pid, 'SIGTERM');
  expect(await other.ended).toStrictEqual([null, 'SIGTERM']);
});

test('a group that is gone is no error', async () => {
  const group = startGroup();
  killGroup(group.pid, 'SIGKILL');
  await group.ended;
  killGroup(group.pid, 'SIGKILL');
});
