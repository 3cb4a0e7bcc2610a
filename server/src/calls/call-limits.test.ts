import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { startCall } from './call-routes.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { createTestPorts, TEST_OUTCOME } from '../testing/test-ports.ts';

const CUT = { ...TEST_OUTCOME, exitCode: null, truncated: true, timedOut: true };

test('the notices of a result name the bounds that the run had', async () => {
  const tool: AtipTool = { ...DEMO_TOOL, effects: { duration: { timeout: '90s' } } };
  const found = {
    tool,
    origin: 'shims',
    source: '/shims/demo.json',
    hash: `sha256:${'0'.repeat(64)}`,
    issues: [],
  } as const;
  const scan = { found: [found], skipped: [] };
  const bounds: object[] = [];
  const ports = await createTestPorts({
    catalogue: { refresh: async () => scan, current: () => scan },
    machine: {
      run: async (_argv, _program, { timeout, maxOutput }) => {
        bounds.push({ timeout, maxOutput });
        return CUT;
      },
    },
  });
  const request = { call: { id: '1', name: 'demo_say', arguments: { text: 'x' } } };
  const from = { accept: 'application/json', clientGone: new AbortController().signal };
  const answer: unknown = await (await startCall(request, from, ports)).json();
  expect(bounds).toStrictEqual([{ timeout: 90_000, maxOutput: 1_048_576 }]);
  expect(answer).toMatchObject({
    result: { content: '[TRUNCATED - output exceeded 1MB]\n[TIMEOUT after 90s]', success: false },
  });
});
