import { resolve } from 'node:path';
import { asRecord } from '@atip/core/internal';
import { readBoundedFile, unlessMissing, writeFileAtomically } from '@atip/node/internal';
import { type CliHost, CliError, EXIT, orFail } from '../cli-host.ts';

/** Bytes that we read of one project file. */
const MAX_FILE = 4 * 1024 * 1024;

/** Reads a file of the project as text. @returns undefined without a file. @throws CliError `io` */
export async function readText(path: string): Promise<string | undefined> {
  const read = await orFail(`${path} cannot be read`, unlessMissing(readBoundedFile(path, MAX_FILE)));
  if (read === undefined) return undefined;
  if (read.bytes === undefined)
    throw new CliError(EXIT.io, `${path} cannot be read: it is ${read.refused.replaceAll('-', ' ')}.`);
  return new TextDecoder().decode(read.bytes);
}

/** Writes a file of the project. @throws CliError `io` */
export function writeText(file: string, text: string, { cwd }: Pick<CliHost, 'cwd'>): Promise<void> {
  return orFail(`${file} cannot be written`, writeFileAtomically(resolve(cwd, file), text, 0o644));
}

/** The fields of a package.json; empty without one. @throws CliError `invalid` when it is not a JSON object */
export async function readManifest(cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const path = resolve(cwd, 'package.json');
  const text = await readText(path);
  if (text === undefined) return {};
  try {
    return asRecord(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CliError(EXIT.invalid, `${path} is not JSON: ${cause.message}`, { cause });
  }
}
