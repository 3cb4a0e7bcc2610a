import { basename, dirname, extname, join } from 'node:path';
import { asRecord, isRecord } from '@atip/core/internal';
import { parseJson } from '../files/parse-json.ts';
import { readBoundedFile, readStart } from '../files/read-bounded-file.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import type { Executable } from '../executables/find-executable.ts';

/** A program that Node runs. */
export interface NodeProgram {
  /** Its name when called: for a script the name under which its package installs it. */
  readonly name: string;
  /** The package that contains its file. Absent: none. */
  readonly package?: NodePackage | undefined;
}

export interface NodePackage {
  readonly directory: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

const SCRIPTS: readonly string[] = ['.js', '.mjs', '.cjs'];

/**
 * Checks whether Node runs a program: by its first line, because its file is a script, or because it is a shell wrapper
 * that starts Node, such as npm's and pnpm's.
 */
export async function nodeProgramAt({ path, foundAs }: Executable): Promise<NodeProgram | undefined> {
  const start = readStart(path);
  const [first = ''] = start.split('\n', 1);
  const isScript = /^#!.*[\s/]node(?:\s|$)/.test(first) || SCRIPTS.includes(extname(path));
  const isWrapper = /^#!.*\b(?:ba|da)?sh\b/.test(first) && /\bexec\b.*\bnode\b|\bnode"? +"\$basedir/.test(start);
  if (!isScript && !isWrapper) return undefined;
  const found = await packageAbove(path);
  return { name: nameOf(path, basename(foundAs), found), package: found };
}

function nameOf(path: string, called: string, found: NodePackage | undefined): string {
  if (found === undefined || !SCRIPTS.includes(extname(called))) return called;
  const { directory, name, fields } = found;
  const { bin } = fields;
  const files = typeof bin === 'string' ? { [basename(name)]: bin } : asRecord(bin);
  const own = Object.entries(files).find(([, file]) => typeof file === 'string' && join(directory, file) === path);
  return own?.[0] ?? called;
}

/** Bytes of a package.json or a manifest; the largest manifests have 5 MB. */
const MAX_JSON = 16_000_000;

/** Parses a JSON file; undefined for a missing, damaged or huge one. */
export async function readJsonAt(path: string): Promise<unknown> {
  const reading = await unlessRefusedLater(readBoundedFile(path, MAX_JSON), () => undefined);
  return reading?.bytes === undefined ? undefined : parseJson(Buffer.from(reading.bytes).toString('utf8'));
}

/** The nearest package with a name: others only set the kind of modules. */
async function packageAbove(file: string): Promise<NodePackage | undefined> {
  for (let at = dirname(file); at !== dirname(at) && basename(at) !== 'node_modules'; at = dirname(at)) {
    const fields = await readJsonAt(join(at, 'package.json'));
    if (!isRecord(fields) || typeof fields['name'] !== 'string') continue;
    const { name, version } = asRecord(fields);
    return {
      directory: at,
      name: String(name),
      version: typeof version === 'string' ? version : undefined,
      fields,
    };
  }
  return undefined;
}
