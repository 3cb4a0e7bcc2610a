import { type SkippedTool, skip } from '../documents/tool-document.ts';
import type { ExecutableIdentity, IdentifyExecutable } from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';

export type Identified =
  | { readonly identity: ExecutableIdentity; readonly skipped?: undefined }
  | { readonly skipped: SkippedTool; readonly identity?: undefined };

/** Identifies a program that may be gone by now, or that we may execute and not read. */
export async function identifyProgram(
  { path, foundAs }: Executable,
  identify: IdentifyExecutable,
): Promise<Identified> {
  try {
    return { identity: await identify(path) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return skip(foundAs, 'changed', 'It is no longer there. Discover again.');
    }
    return skip(foundAs, 'unreadable', `It cannot be read: ${describeSystemError(code)}.`);
  }
}
