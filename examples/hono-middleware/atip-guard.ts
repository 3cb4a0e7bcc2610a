import {
  AtipExecuteError,
  type AtipErrorCode,
  type AtipTool,
  checkCall,
  type ExecutionPolicy,
  type ToolCall,
} from '@atip/core';
import { isComplete, refusalOf, timeoutFor, withPolicyDefaults } from '@atip/core/internal';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

/** Everything that a route behind the guard gets. */
export interface CheckedCall {
  readonly call: ToolCall;
  /** The allowed argv, element by element; never a shell string. */
  readonly argv: readonly string[];
  /** In ms. */
  readonly timeout: number;
}

export type GuardVariables = { Variables: { checked: CheckedCall } };

const STATUS: Partial<Record<AtipErrorCode, 403 | 404 | 409 | 422>> = {
  UNKNOWN_COMMAND: 404,
  VALIDATION_FAILED: 422,
  REQUIRES_CONFIRMATION: 409,
};

/**
 * Lets a request `{ id, name, arguments }` through to its route only if that call of a model may run now.
 *
 * Everything else is answered here, as `{ error: { code, message } }`: 400 what is no call, 404 a name that no command has, 422
 * arguments that do not fit, 409 what a person did not agree to, 403 what the policy forbids.
 *
 * @param policy over the defaults: what destroys is asked about. Without a `confirmationHandler` there is nobody to ask.
 */
export function atipGuard(tools: readonly AtipTool[], policy: ExecutionPolicy = {}): MiddlewareHandler<GuardVariables> {
  const rules = withPolicyDefaults(policy);
  return createMiddleware<GuardVariables>(async (c, next) => {
    const call = readCall(await c.req.json().catch(() => undefined));
    if (!call) return refuse(c, 400, 'NO_CALL', 'The body is not { "id": text, "name": text, "arguments": { … } }.');
    try {
      c.set('checked', await decide(call, tools, rules));
    } catch (error) {
      if (!(error instanceof AtipExecuteError)) throw error;
      return refuse(c, STATUS[error.code] ?? 403, error.code, error.message);
    }
    return next();
  });
}

/** Which command, do the arguments fit it, what does the policy say, does a person agree: the first "no" is thrown. */
async function decide(call: ToolCall, tools: readonly AtipTool[], policy: ExecutionPolicy): Promise<CheckedCall> {
  const check = checkCall(call, tools, policy);
  if (!isComplete(check) || check.decision === 'deny') throw refusalOf(check);
  const { mapping, argv, reasons } = check;
  if (check.decision === 'confirm') {
    const agreed = await policy.confirmationHandler?.({ call, mapping, argv, reasons });
    if (agreed !== true) throw refusalOf(check, agreed === false);
  }
  return { call, argv, timeout: timeoutFor(mapping.effects, undefined) };
}

function readCall(body: unknown): ToolCall | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { id, name, arguments: args } = body as Record<string, unknown>; // an object: any field may be absent
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  return { id, name, arguments: { ...args } };
}

function refuse(c: Context, status: 400 | 403 | 404 | 409 | 422, code: string, message: string): Response {
  return c.json({ error: { code, message } }, status);
}
