import type { Context } from 'hono';
import { ProblemError } from './problem.ts';
import type { JsonSchema } from './schema.ts';

/** Bytes of a request body, 4 MiB. */
const MAX_BODY = 4_194_304;

/** Letters of a field's name in a refusal. */
const MAX_NAME = 80;

/** A schema as Ajv compiled it. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

/** What Ajv says of a value that its schema refuses. */
interface Fault {
  /** JSON Pointer, such as `/sources/1`. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/**
 * Reads a request's JSON body and checks it.
 *
 * @throws ProblemError 415 for another content type, which also keeps out forms of other sites; 413 beyond 4 MiB, reading no
 * further; 400 for what is not JSON, and for what the schema refuses.
 */
export async function readBody({ req }: Context, check: Check): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(req.header('content-type') ?? '')) {
    throw new ProblemError(415, 'json-required', 'Send the body with "Content-Type: application/json".');
  }
  const body = parseJson(await readText(req.raw));
  assertValid(body, check, 'The body');
  return body;
}

/**
 * Reads a request's query by the schema of an object: each field is a name of the query.
 *
 * A list is one text with commas, or several of the name; a number is written in at most 15 digits. Anything else is given
 * once. A name that the schema does not have is passed over.
 * @throws ProblemError 400 `invalid-request`.
 */
export function readQuery({ req }: Context, { properties = {} }: JsonSchema, check: Check): unknown {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const given = req.queries(name);
    return given === undefined ? [] : [[name, readField(field, given)] as const];
  });
  const query = Object.fromEntries(fields);
  assertValid(query, check, 'The query');
  return query;
}

/** What cannot be read stays as it is, so that the schema refuses it. */
function readField(field: JsonSchema, given: readonly string[]): unknown {
  if (field.type === 'array') return given.flatMap((text) => text.split(','));
  const [text = ''] = given;
  if (given.length !== 1) return given;
  return field.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** @throws ProblemError 400 `invalid-request`, which names the field and what it must be, and never its value. */
function assertValid(value: unknown, check: Check, whole: string): void {
  if (check(value)) return;
  const [fault] = check.errors ?? [];
  throw new ProblemError(400, 'invalid-request', fault ? describeFault(fault, whole) : `${whole} is invalid.`);
}

/** Shape: → `sources[1] must be string,object.`; `policy has no field "allow".` */
function describeFault({ instancePath, keyword, params, message }: Fault, whole: string): string {
  // The names of our schemas have nothing that a JSON Pointer would escape.
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

async function readText(request: Request): Promise<string> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > MAX_BODY) throw tooLarge();
  if (stated === null) return request.body === null ? '' : readChunks(request.body.getReader());
  // The server holds a body to the length that it states; reading it whole is much faster than by a stream.
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

function tooLarge(): ProblemError {
  return new ProblemError(413, 'body-too-large', `A body may have at most ${MAX_BODY} bytes.`);
}

/** The client is gone, so nobody reads this answer; it keeps the failure from being reported as ours. */
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
