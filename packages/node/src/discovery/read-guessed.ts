import { trustedAt } from '../documents/trust-at.ts';
import { skip, type ToolReading } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { digestOf } from '../files/digest.ts';
import { describeSystemError, unlessRefusedLater } from '../files/system-error.ts';

/**
 * Describes programs of the PATH that nobody else describes by the registry of everything, which guesses what they do: trusted as
 * `inferred`, so that each call of one that may change something is asked about. It comes last of all.
 * @param env with `ATIP_SHIMS=off` nothing that comes with us counts
 * @param taken names that are described already
 * @param only names that count. Absent: all
 */
export async function readGuessed(
  env: Environment,
  taken: ReadonlySet<string>,
  only: (name: string) => boolean = () => true,
): Promise<ToolReading[]> {
  if (env['ATIP_SHIMS'] === 'off') return [];
  // A program that was bundled with us may have left the file of documents behind: everything else is known all the same.
  return unlessRefusedLater(readPresent(env, taken, only), (code) => [
    skip(
      '@atip/registry',
      'unreadable',
      `What is known of other programs cannot be read: ${describeSystemError(code)}.`,
    ),
  ]);
}

async function readPresent(...[env, taken, only]: Required<Parameters<typeof readGuessed>>): Promise<ToolReading[]> {
  // Loaded for it alone: most commands ask for a tool that somebody has described.
  const { listKnown, loadKnown } = await import('@atip/registry');
  const find = createExecutableFinder(env);
  const readings = await Promise.all(
    listKnown()
      .filter((name) => !taken.has(name) && only(name))
      .map(async (name) => ((await find(name)) === null ? [] : [readingOf(name, loadKnown)])),
  );
  return readings.flat();
}

/** One for each, which nobody changes: a companion lists its tools again and again. */
const READINGS = new Map<string, ToolReading>();

/** Not parsed: a test has done so with each. */
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
