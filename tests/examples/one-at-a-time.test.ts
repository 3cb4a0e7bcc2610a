import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAiSdkTools } from '@atip/agents/ai-sdk';
import { createLangChainTools } from '@atip/agents/langchain';
import { createOpenAIAgentsTools } from '@atip/agents/openai-agents';
import type { AtipTool } from '@atip/core';
import { afterAll, expect, test } from 'vitest';

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
  tools: { alone: TOOL },
  env: { PATH: `${directory}:${process.env['PATH']}` },
  cwd: directory,
  policy: { sandbox: 'off' as const, byTrust: false },
};

/** Starts a call of the tool like each SDK. */
const SDKS: Record<string, () => Promise<(id: string) => unknown>> = {
  'vercel-ai': async () => {
    const { tools } = await createAiSdkTools(SETTINGS);
    return (id) => tools['alone']?.execute({}, { toolCallId: id });
  },
  'openai-agents': async () => {
    const { tools } = await createOpenAIAgentsTools(SETTINGS);
    return (id) => tools[0]?.invoke({}, '{}', { toolCall: { callId: id } });
  },
  langchain: async () => {
    const { tools } = await createLangChainTools({ tool: (run) => run, interrupt: () => false, ...SETTINGS });
    return (id) => tools[0]?.({}, { toolCallId: id });
  },
};

test.each(Object.keys(SDKS))('%s: of calls that come together, each waits for the one before', async (sdk) => {
  const call = await SDKS[sdk]?.();
  expect(await Promise.all(['1', '2'].map(async (id) => call?.(id)))).toStrictEqual([
    '[Exit code: 0]',
    '[Exit code: 0]',
  ]);
});
