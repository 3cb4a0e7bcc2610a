import { expect, test } from 'vitest';
import { createActiveDiscovery } from './tool-catalogue.ts';

const code = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (error) {
    return error instanceof Error && 'problem' in error ? error.problem : error;
  }
};

test('shutting down ends the one that runs and waits for it; none begins after', async () => {
  const discovery = createActiveDiscovery();
  const running = discovery.begin();
  let ended = false;
  running.signal.addEventListener('abort', () => {
    queueMicrotask(() => {
      ended = true;
      running.finish();
    });
  });
  await discovery.shutdown();
  expect(ended).toBe(true);
  expect(code(() => discovery.begin())).toMatchObject({ status: 503, code: 'shutting-down' });
  await discovery.shutdown();
});
