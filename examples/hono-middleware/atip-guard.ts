import { type AtipTool, checkCall, type ConfirmationContext, type ExecutionPolicy, type ToolCall } from '@atip/core';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

/** Everything that a route behind the guard gets. */
export interface CheckedCall {
  readonly call: ToolCall;
  /** The allowed argv, element by element; never a shell string. */
  readonly argv: readonly string[];
}

export type GuardVariables = { Variables: { checked: CheckedCall } };

/** Asks a person whether a command may run. */
export type Ask = (question: Pick<ConfirmationContext, 'argv' | 'reasons'>) => Promise<boolean>;

/**
 * Lets a request `{ id, name, arguments }` through to its route only if that call of a model may run now.
 *
 * Everything else is answered here, as `{ error: { code, message } }`: 400 what is no call, 404 a name that no command has, 422
 * arguments that do not fit, 403 what the policy forbids, 409 what a person did not agree to.
 *
 * @param policy over the defaults: what destroys is asked about.
 */
export function atipGuard(
  tools: readonly AtipTool[],
  ask: Ask,
  policy?: ExecutionPolicy,
): MiddlewareHandler<GuardVariables> {
  return createMiddleware<GuardVariables>(async (c, next) => {
    const call = readCall(await c.req.json().catch(() => undefined));
    if (!call) return refuse(c, 400, 'NO_CALL', 'The body is not { "id": text, "name": text, "arguments": { … } }.');
    const { argv, decision, reasons, suggestions } = checkCall(call, tools, policy);
    const why = reasons.join(' ');
    if (suggestions) return refuse(c, 404, 'UNKNOWN_COMMAND', why);
    if (!argv) return refuse(c, 422, 'VALIDATION_FAILED', why);
    if (decision === 'deny') return refuse(c, 403, 'POLICY_VIOLATION', why);
    if (decision === 'confirm' && !(await ask({ argv, reasons })))
      return refuse(c, 409, 'REQUIRES_CONFIRMATION', `The confirmation was declined: ${why}`);
    c.set('checked', { call, argv });
    return next();
  });
}

function readCall(body: unknown): ToolCall | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (!('id' in body && 'name' in body && 'arguments' in body)) return undefined;
  const { id, name, arguments: args } = body;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  return { id, name, arguments: { ...args } };
}

function refuse(c: Context, status: 400 | 403 | 404 | 409 | 422, code: string, message: string): Response {
  return c.json({ error: { code, message } }, status);
}
