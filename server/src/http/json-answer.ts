import type { Context, TypedResponse } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import { encodeJson } from './encode-json.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Set where answers of this route are kept: keeps the one to this request. */
    readonly keepAnswer?: (answer: Uint8Array<ArrayBuffer>) => void;
  }
}

/** Answers with JSON as `c.json` does, and keeps the answer where `jsonBody` was given a cache. */
export function jsonAnswer<Value extends object>(
  c: Context,
  value: Value,
): Response & TypedResponse<JSONParsed<Value>, ContentfulStatusCode, 'json'> {
  const bytes = encodeJson(value);
  c.var.keepAnswer?.(bytes);
  // What the bytes are JSON of is what the type says.
  return answerBytes(c, bytes) as Response & TypedResponse<JSONParsed<Value>, ContentfulStatusCode, 'json'>;
}

/** Answers with JSON that is encoded already. */
export function answerBytes(c: Context, bytes: Uint8Array<ArrayBuffer>): Response {
  return c.body(bytes, 200, { 'content-type': 'application/json' });
}
