import { getSystemErrorMap } from 'node:util';

/** Code of a system error, for example `"ENOENT"`; absent for every other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function describeSystemError(code: string): string {
  for (const [name, text] of getSystemErrorMap().values()) {
    if (name === code) return text;
  }
  return code;
}

/** Asks the system, and gives another answer when it refuses with a code such as `"EACCES"`. Throws other errors. */
export function unlessRefused<Value, Other>(ask: () => Value, otherwise: (code: string) => Other): Value | Other {
  try {
    return ask();
  } catch (error) {
    return otherwise(codeOrThrow(error));
  }
}

/** The same where every refusal has one answer. */
export function allowedOr<Value, Other>(otherwise: Other, ask: () => Value): Value | Other {
  return unlessRefused(ask, () => otherwise);
}

/** `unlessRefused` for work that takes its time. */
export async function unlessRefusedLater<Value, Other>(
  work: Promise<Value>,
  otherwise: (code: string) => Other,
): Promise<Value | Other> {
  return work.catch((error: unknown) => otherwise(codeOrThrow(error)));
}

/** Waits for what may need a file that is not there; then it is undefined. */
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
