import type { AtipTool } from '@atip/core';
import { formatResult } from '@atip/core/execute';
import { executeCommand } from '@atip/node';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Ask, atipGuard, type GuardVariables } from './atip-guard.ts';

/** Bytes of a call, and of a program's output per stream. */
const MAX_CALL = 131_072;
const MAX_OUTPUT = 1_048_576;

/**
 * A service that runs tools for an agent elsewhere: `POST /calls` → `{ content, success }`.
 *
 * The route knows nothing of policies: what reaches it may run. Put authentication before it when it listens.
 *
 * @param programs the file of each tool: the host decides which program a name means, and never the model.
 */
export function createService(
  tools: readonly AtipTool[],
  programs: Readonly<Record<string, string>>,
  ask: Ask,
): Hono<GuardVariables> {
  const app = new Hono<GuardVariables>();
  app.post('/calls', bodyLimit({ maxSize: MAX_CALL }), atipGuard(tools, ask), async (c) => {
    const { call, argv } = c.get('checked');
    const [name = ''] = argv;
    const executable = programs[name];
    if (!executable) return c.json({ error: { code: 'NOT_INSTALLED', message: `${name} is not installed.` } }, 501);
    // The child's environment is a chosen part of ours; a key of the provider is not in it.
    const outcome = await executeCommand(argv, { executable, timeout: 30_000, maxOutput: MAX_OUTPUT });
    const success = outcome.exitCode === 0;
    const result = { ...outcome, success, command: argv, toolCallId: call.id, toolName: call.name };
    return c.json({ content: formatResult(result, { tools: [...tools] }).content, success });
  });
  return app;
}
