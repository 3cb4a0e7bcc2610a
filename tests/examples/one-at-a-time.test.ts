import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { afterAll, expect, test, vi } from 'vitest';
import * as langchain from '../../examples/langchain/langchain-tools.ts';
import * as openaiAgents from '../../examples/openai-agents/openai-agents-tools.ts';
import * as vercelAi from '../../examples/vercel-ai/vercel-ai-tools.ts';

// Processes of their own, on a machine that may be busy; quiet, each test takes about a second.
vi.setConfig({ testTimeout: 60_000 });

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'alone',
  version: '1.0.0',
  description: 'Fails while another one runs',
  commands: {
    '': {
      description: 'Write',
      effects: { filesystem: { write: true, delete: false }, network: false, destructive: false },
    },
  },
};

const directory = mkdtempSync(join(tmpdir(), 'atip-alone-'));
afterAll(() => rmSync(directory, { recursive: true }));
// Counts for a while, so that one that is started at the same time finds the lock.
const COUNT = 'i=0; while [ $i -lt 80000 ]; do i=$((i+1)); done';
writeFileSync(join(directory, 'alone'), `#!/bin/sh\nmkdir lock || exit 9\n${COUNT}\nrmdir lock\n`, { mode: 0o755 });

const SETTINGS = {
  env: { PATH: `${directory}:${process.env['PATH']}` },
  execution: { cwd: directory },
  policy: { sandbox: 'off' as const },
};

const SDKS: Record<string, () => (id: string) => unknown> = {
  'vercel-ai': () => {
    const { alone } = vercelAi.toolsFor(TOOL, SETTINGS).tools;
    return (id) => alone?.execute?.({}, { toolCallId: id, messages: [] });
  },
  'openai-agents': () => {
    const [alone] = openaiAgents.toolsFor(TOOL, SETTINGS).tools;
    if (alone?.type !== 'function') throw new Error('No function tool was made.');
    const context: unknown = {};
    // The tool hands its context on and looks at nothing of it.
    return (id) =>
      alone.invoke(context as never, '{}', {
        toolCall: { type: 'function_call', callId: id, name: 'alone', arguments: '{}' },
      });
  },
  langchain: () => {
    const [alone] = langchain.toolsFor(TOOL, SETTINGS);
    return async (id) => (await alone?.invoke({ type: 'tool_call', id, name: 'alone', args: {} }))?.content;
  },
};

test.each(Object.keys(SDKS))('%s: of calls that come together, each waits for the one before', async (sdk) => {
  const call = SDKS[sdk]?.();
  expect(await Promise.all(['1', '2'].map(async (id) => call?.(id)))).toStrictEqual([
    '[Exit code: 0]',
    '[Exit code: 0]',
  ]);
});
