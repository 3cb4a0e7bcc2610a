/** Bytes. */
const MAX_BODY = 4 * 1024 * 1024;

export type JsonBody = { readonly value: unknown } | { readonly refused: Response };

/** Reads a request's body as JSON, up to 4 MiB; more is not read, and what is no JSON is refused. */
export async function readJsonBody(request: Request): Promise<JsonBody> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body?.getReader();
  let text = '';
  let size = 0;
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > MAX_BODY) {
        await reader?.cancel();
        return refuse(413, -32600, `The body is larger than ${MAX_BODY} bytes.`);
      }
      text += decoder.decode(next.value, { stream: true });
    }
    return { value: JSON.parse(text + decoder.decode()) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return refuse(400, -32700, 'The body is not JSON in UTF-8.');
  }
}

function refuse(status: number, code: number, message: string): JsonBody {
  return { refused: Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status }) };
}
