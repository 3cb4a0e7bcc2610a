import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a bundled probe in a Node of its own and reads the object that it prints as its last line.
 *
 * @param flags of node. @param env the whole environment. @throws when it fails, or prints something else.
 */
export async function runProbe(
  file: string,
  flags: readonly string[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, number>>> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, ...args], { env });
    const value: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    if (isFigures(value)) return value;
    throw new Error(`The probe printed something else: ${stdout}`);
  } finally {
    rmSync(dirname(file), { recursive: true, force: true });
  }
}

function isFigures(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'number');
}
