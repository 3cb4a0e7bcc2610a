import { type AtipTool, type ExecutionPolicy, formatResult } from '@atip/core';
import { toExecutionResult } from '@atip/core/internal';
import { executeCommand } from '@atip/node';
import { findExecutable } from '@atip/node/internal';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { atipGuard, type GuardVariables } from './atip-guard.ts';

/** Bytes of a call, and of a program's output per stream. */
const MAX_CALL = 131_072;
const MAX_OUTPUT = 1_048_576;

/**
 * A service that runs tools for an agent elsewhere: `POST /calls` → `{ content, success }`.
 *
 * The route knows nothing of policies: what reaches it may run. Put authentication before it when it listens.
 */
export function createService(tools: readonly AtipTool[], policy: ExecutionPolicy): Hono<GuardVariables> {
  const app = new Hono<GuardVariables>();
  app.post('/calls', bodyLimit({ maxSize: MAX_CALL }), atipGuard(tools, policy), async (c) => {
    const { call, argv, timeout } = c.get('checked');
    const program = await findExecutable(argv[0] ?? '', process.env);
    if (!program) return c.json({ error: { code: 'NOT_INSTALLED', message: `${argv[0]} is not installed.` } }, 501);
    // The child's environment is a chosen part of ours; a key of the provider is not in it.
    const outcome = await executeCommand(argv, { executable: program.path, timeout, maxOutput: MAX_OUTPUT });
    const { content, success } = formatResult(toExecutionResult(outcome, call, argv), { tools: [...tools] });
    return c.json({ content, success });
  });
  return app;
}
