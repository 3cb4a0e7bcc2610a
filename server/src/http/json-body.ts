import type { MiddlewareHandler } from 'hono';
import type { SchemaFor } from '../schemas/json-schema.ts';
import { answerBytes } from './json-answer.ts';
import { ProblemError } from './problem.ts';
import { schemaReader } from './schema-reader.ts';

/** Bytes of a request body, 4 MiB. */
const MAX_BODY = 4_194_304;

/** What a route gets from `jsonBody`, and what the typed client must send. */
export type JsonInput<Body> = { in: { json: Body }; out: { json: Body } };

/** Answers by the whole text of the bodies that they belong to. */
export interface KeptAnswers {
  get(body: string): Uint8Array<ArrayBuffer> | undefined;
  set(body: string, answer: Uint8Array<ArrayBuffer>): void;
}

/**
 * Reads a request's JSON body, checks it, and hands it on as `c.req.valid('json')`.
 *
 * Answers 415 for another content type, which also keeps out forms of other sites; 413 beyond 4 MiB, reading no further;
 * 400 for what is not JSON, and for what the schema refuses. What the schema does not name is left out.
 * @param answers for a route whose answer follows from the body alone: a body that was answered before gets the same answer,
 * unread; the others' answers are kept by `jsonAnswer`.
 */
export function jsonBody<Body extends object>(
  schema: SchemaFor<Body>,
  answers?: KeptAnswers,
): MiddlewareHandler<object, string, JsonInput<Body>> {
  const read = schemaReader(schema, 'The body');
  return async (c, next) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new ProblemError(415, 'json-required', 'Send the body with "Content-Type: application/json".');
    }
    const text = await readBody(c.req.raw);
    const kept = answers?.get(text);
    if (kept !== undefined) return answerBytes(c, kept);
    c.req.addValidatedData('json', read(parseJson(text)));
    if (answers !== undefined) c.set('keepAnswer', (answer) => answers.set(text, answer));
    await next();
    return undefined;
  };
}

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body-too-large', `A body may have at most ${MAX_BODY} bytes.`);
}

async function readBody(request: Request): Promise<string> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > MAX_BODY) throw tooLarge();
  if (stated === null) return request.body === null ? '' : readChunks(request.body.getReader());
  // The server holds a body to the length that it states; read whole, it needs no stream of its own, which costs more than
  // all the rest that a request needs here.
  const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff));
  if (bytes.byteLength > MAX_BODY) throw tooLarge();
  return decodeBody(new TextDecoder('utf-8', { fatal: true }), bytes);
}

/** A chunked body does not say how long it is, so its bytes are counted. */
async function readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return text + decodeBody(decoder);
    size += value.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    text += decodeBody(decoder, value);
  }
}

/** Nobody is left to read this answer; it only must not count as a failure of ours. */
function brokenOff(cause: unknown): never {
  throw new ProblemError(400, 'body-broken-off', 'The connection ended before the body did.', { cause });
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
