import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { reportProgress } from './create-mcp-server.ts';

function prepareProgress() {
  const sent: unknown[] = [];
  const pending: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const notify = ({ params }: ServerNotification): Promise<void> => {
    sent.push(params);
    return new Promise((resolve, reject) => pending.push({ resolve, reject }));
  };
  return { sent, pending, report: reportProgress('token', notify) };
}

const told = (progress: number, message: string) => ({ progressToken: 'token', progress, message });

test('what comes while a notification is on its way is told in one', async () => {
  const { sent, pending, report } = prepareProgress();
  for (const text of ['a', 'b', 'c']) report(text);
  expect(sent).toStrictEqual([told(1, 'a')]);
  pending[0]?.resolve();
  await expect.poll(() => sent).toStrictEqual([told(1, 'a'), told(2, 'bc')]);
  pending[1]?.resolve();
  report('d');
  await expect.poll(() => sent.at(-1)).toStrictEqual(told(3, 'd'));
});

test('what waits for a client that takes nothing is bounded, and it is told that something is missing', async () => {
  const { sent, pending, report } = prepareProgress();
  report('first');
  for (let piece = 0; piece < 100; piece += 1) report('x'.repeat(8_192));
  pending[0]?.resolve();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toStrictEqual(told(2, `${'x'.repeat(65_536)}\n[Output was left out of the progress.]\n`));
});

test('a client that is gone ends nothing', async () => {
  const { sent, pending, report } = prepareProgress();
  report('a');
  report('b');
  pending[0]?.reject(new Error('gone'));
  await expect.poll(() => sent.length).toBe(2);
});
