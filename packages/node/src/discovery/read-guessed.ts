import { trustedAt } from '../documents/trust-at.ts';
import { skip, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { digestOf } from '../files/digest.ts';
import { describeSystemError, unlessRefusedLater } from '../files/system-error.ts';

/**
 * Describes programs of the PATH without another document by the registry of everything, which guesses their effects:
 * trusted as `inferred`, so that a person is asked about each call that may change something. It comes last of all.
 * @param env with `ATIP_SHIMS=off` all bundled documents are ignored @param taken names with a document @param only
 * names to read. Absent: all
 */
export async function readGuessed(
  env: Environment,
  taken: ReadonlySet<string>,
  only: (name: string) => boolean = () => true,
): Promise<ToolReading[]> {
  if (env['ATIP_SHIMS'] === 'off') return [];
  // A program that bundles us may have left out the file of documents: everything else still works.
  return unlessRefusedLater(readPresent(env, taken, only), (code) => [
    skip(
      '@atip/registry',
      'unreadable',
      `What is known of other programs cannot be read: ${describeSystemError(code)}.`,
    ),
  ]);
}

async function readPresent(...[env, taken, only]: Required<Parameters<typeof readGuessed>>): Promise<ToolReading[]> {
  // Loaded only here: most commands ask for a tool with another document.
  const { listKnown, loadKnown } = await import('@atip/registry');
  const find = createExecutableFinder(env);
  const readings = await Promise.all(
    listKnown()
      .filter((name) => !taken.has(name) && only(name))
      .map(async (name) => ((await find(name)) === null ? [] : [readingOf(name, loadKnown)])),
  );
  return readings.flat();
}

/** One object for each tool, which never changes: a companion lists its tools again and again. */
const READINGS = new Map<string, ToolReading>();

/** Not parsed, because a test parses each. */
function readingOf(name: string, load: typeof import('@atip/registry').loadKnown): ToolReading {
  const known = READINGS.get(name);
  if (known !== undefined) return known;
  const document = load(name);
  if (document === undefined) throw new TypeError(`${name} is listed and has no document.`);
  const { trust } = document;
  const reading: ToolReading = {
    found: {
      tool: trustedAt(document, 'known'),
      ...(trust && { claims: trust }),
      origin: 'bundled',
      source: `@atip/registry/${name}`,
      hash: `sha256:${digestOf(JSON.stringify(document))}`,
      issues: [],
    },
  };
  READINGS.set(name, reading);
  return reading;
}
