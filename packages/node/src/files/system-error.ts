import { getSystemErrorMap } from 'node:util';

/** Code of a system error, for example `"ENOENT"`; absent for every other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What the system says about a code, for example `"ENOENT"` → `"no such file or directory"`. */
export function describeSystemError(code: string): string {
  for (const [name, text] of getSystemErrorMap().values()) {
    if (name === code) return text;
  }
  return code;
}
