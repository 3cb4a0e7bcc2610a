import { getSystemErrorMap } from 'node:util';

/** Code of a system error, for example `"ENOENT"`; undefined for every other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function describeSystemError(code: string): string {
  for (const [name, text] of getSystemErrorMap().values()) {
    if (name === code) return text;
  }
  return code;
}

/**
 * Runs a system call, and returns another value when it fails with a code such as `"EACCES"`. Rethrows other errors.
 */
export function unlessRefused<Value, Other>(ask: () => Value, otherwise: (code: string) => Other): Value | Other {
  try {
    return ask();
  } catch (error) {
    return otherwise(codeOrThrow(error));
  }
}

/** `unlessRefused` with one value for every refusal. */
export function allowedOr<Value, Other>(otherwise: Other, ask: () => Value): Value | Other {
  return unlessRefused(ask, () => otherwise);
}

/** `unlessRefused` for asynchronous work. */
export async function unlessRefusedLater<Value, Other>(
  work: Promise<Value>,
  otherwise: (code: string) => Other,
): Promise<Value | Other> {
  return work.catch((error: unknown) => otherwise(codeOrThrow(error)));
}

/** Waits for work on a file; undefined if the file is missing. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

function codeOrThrow(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return code;
}
