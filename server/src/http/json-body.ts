import type { MiddlewareHandler } from 'hono';
import { ProblemError } from './problem.ts';

/** Bytes of a request body, 4 MiB. */
export const MAX_BODY = 4_194_304;

/** What a route gets from `jsonBody`, and what the typed client must send. */
export type JsonInput<Body> = { in: { json: Body }; out: { json: Body } };

/**
 * Reads a request's JSON body, checks it, and hands it on as `c.req.valid('json')`.
 *
 * Answers 415 for another content type, which also keeps out forms of other sites; 413 beyond 4 MiB, reading no further;
 * 400 for what is not JSON, and for what `parse` refuses.
 */
export function jsonBody<Body extends object>(
  parse: (value: unknown) => Body,
): MiddlewareHandler<object, string, JsonInput<Body>> {
  return async (c, next) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new ProblemError(415, 'json-required', 'Send the body with "Content-Type: application/json".');
    }
    c.req.addValidatedData('json', parse(parseJson(await readBody(c.req.raw))));
    await next();
  };
}

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body-too-large', `A body may have at most ${MAX_BODY} bytes.`);
}

async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) throw tooLarge();
  if (request.body === null) return '';
  // A chunked body does not say how long it is, so the bytes are counted too.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decodeBody(decoder);
    size += value.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    text += decodeBody(decoder, value);
  }
}

function decodeBody(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new ProblemError(400, 'invalid-json', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError(400, 'invalid-json', 'The body is not valid JSON.', { cause });
  }
}
