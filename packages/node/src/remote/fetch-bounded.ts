import { systemErrorCode } from '../files/system-error.ts';

export interface FetchLimits {
  /** Bytes of the body, inflated. */
  readonly maxBytes: number;
  /** Ms until the last byte must be there. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** `reason` is a sentence; nothing that the server said is in it but numbers. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Fetches a file, with an end to its bytes and its time, and without ever going anywhere else.
 *
 * Limits: a redirect is not followed, since it could lead to services of this machine or its network. Bytes are counted as
 * they come out of their compression, so that a small body cannot become a giant. No proxy of the environment counts.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchBounded(url: string, limits: FetchLimits): Promise<Fetched> {
  const { timeout, signal } = limits;
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    return await readAnswer(response, limits);
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return failed(`It took longer than ${timeout / 1000} s.`);
    const reason = networkFailure(error);
    if (reason === undefined) throw error;
    return failed(reason);
  }
}

async function readAnswer(response: Response, { maxBytes }: FetchLimits): Promise<Fetched> {
  const { status, body } = response;
  if (status === 200) {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (size > maxBytes) return failed(`It is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return { kind: 'bytes', bytes: Buffer.concat(chunks) };
  }
  await body?.cancel();
  return failed(
    status >= 300 && status < 400
      ? `It leads elsewhere (${status}), and redirects are not followed.`
      : `It answers with status ${status}.`,
  );
}

function failed(reason: string): Fetched {
  return { kind: 'failed', reason };
}

/** What `fetch` throws is a TypeError whose cause has a code. @returns undefined for what is no failure of the network. */
function networkFailure(error: unknown): string | undefined {
  const code = systemErrorCode(error) ?? (error instanceof Error ? systemErrorCode(error.cause) : undefined);
  if (code !== undefined) return `It cannot be reached or read (${code}).`;
  return error instanceof TypeError ? 'It cannot be reached or read.' : undefined;
}
