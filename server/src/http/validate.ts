import type { HonoRequest } from 'hono';
import { ProblemError } from './problem.ts';
import type { JsonSchema } from './schema.ts';

/** Bytes of a request body, 4 MiB. */
const MAX_BODY = 4_194_304;

const MAX_NAME = 80;

/** Written by Ajv. */
export interface RequestCheck {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

interface Fault {
  /** JSON Pointer, such as `/sources/1`. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** @throws ProblemError 415 for another content type, which keeps out other sites' forms; 413 beyond 4 MiB, unread; 400. */
export async function readBody(request: Request, check: RequestCheck): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError(415, 'json-required', 'Send the body with "Content-Type: application/json".');
  }
  const body = parseJson(await readBytes(request));
  assertValid(body, check, 'The body');
  return body;
}

/** Reads a query: lists with commas or repeated, numbers of at most 15 digits; unknown names are ignored. @throws ProblemError */
export function readQuery(request: HonoRequest, { properties = {} }: JsonSchema, check: RequestCheck): object {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const given = request.queries(name);
    return given === undefined ? [] : [[name, readField(field, given)] as const];
  });
  const query = Object.fromEntries(fields);
  assertValid(query, check, 'The query');
  return query;
}

/** An unreadable value stays as it is, so that the schema refuses it. */
function readField(field: JsonSchema, given: readonly string[]): unknown {
  if (field.type === 'array') return given.flatMap((text) => text.split(','));
  const [text = ''] = given;
  if (given.length !== 1) return given;
  return field.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** @throws ProblemError 400 `invalid-request`, which names the field and its type, and never its value. */
function assertValid(value: unknown, check: RequestCheck, whole: string): void {
  if (check(value)) return;
  const [fault] = check.errors ?? [];
  throw new ProblemError(400, 'invalid-request', fault ? describeFault(fault, whole) : `${whole} is invalid.`);
}

/** Shape: → `sources[1] must be string,object.`; `policy has no field "allow".` */
function describeFault({ instancePath, keyword, params, message }: Fault, whole: string): string {
  // The names in our schemas need no escaping in a JSON Pointer.
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const where = path.slice(0, MAX_NAME) || whole;
  if (keyword === 'required') return `${where} must have the field ${String(params['missingProperty'])}.`;
  if (keyword === 'additionalProperties') {
    return `${where} has no field ${JSON.stringify(String(params['additionalProperty']).slice(0, MAX_NAME))}.`;
  }
  if (keyword === 'enum') return `${where} must be one of ${[params['allowedValues']].flat().join(', ')}.`;
  return `${where} ${message}.`;
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > MAX_BODY) throw tooLarge();
  if (stated === null) return readChunks(request.body?.getReader());
  // The server enforces the stated length, and reading it whole is much faster than by a stream.
  const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff));
  if (bytes.byteLength > MAX_BODY) throw tooLarge();
  return bytes;
}

/** A chunked body does not state its length, so we count its bytes. */
async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read().catch(brokenOff)) ?? { done: true };
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.byteLength;
    if (size > MAX_BODY) throw tooLarge();
    chunks.push(value);
  }
}

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body-too-large', `A body may have at most ${MAX_BODY} bytes.`);
}

/** The client is gone, so nobody reads this answer; it keeps us from reporting the failure as ours. */
function brokenOff(cause: unknown): never {
  throw new ProblemError(400, 'body-broken-off', 'The connection ended before the body did.', { cause });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ProblemError(400, 'invalid-json', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
