/** Bytes. */
const MAX_BODY = 4 * 1024 * 1024;

export type JsonBody = { readonly value: unknown } | { readonly refused: Response };

/** Reads a request's body as JSON, up to 4 MiB; more is not read, and what is no JSON is refused. */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) break;
    size += next.value.byteLength;
    if (size > MAX_BODY) {
      await reader?.cancel();
      return refuse(413, -32600, `The body is larger than ${MAX_BODY} bytes.`);
    }
    chunks.push(next.value);
  }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(join(chunks, size))) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return refuse(400, -32700, 'The body is not JSON in UTF-8.');
  }
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function refuse(status: number, code: number, message: string): JsonBody {
  return { refused: Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status }) };
}
