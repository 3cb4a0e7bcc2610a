import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { AtipTool } from '@atip/core';
import { withInferredEffects } from '@atip/core/importers';
import { listShims, loadShim } from '@atip/shims';
import { readToolDocument, type ToolReading } from '../documents/tool-document.ts';
import { trustedAt } from '../documents/trust-at.ts';
import type { Environment } from '../environment/child-environment.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { mergeDescription } from './merge-description.ts';
import { listDescriptions, readDescription } from './saved-description.ts';

/**
 * Describes programs of the PATH that nobody else describes: by the metadata that we bring along, by what their help was
 * found to say (`atip describe --save`), or by both, one laid over the other.
 *
 * They come last: what a program says of itself, and what the user wrote, is worth more. Without a saved description the
 * installed version may be another than the one described; a flag that it does not have, it refuses.
 * @param env with `ATIP_SHIMS=off` none of ours counts, for whoever wants nothing but what they looked at themselves.
 * @param taken names that are described already.
 */
export async function readBundledShims(env: Environment, taken: ReadonlySet<string>): Promise<ToolReading[]> {
  const described = await listDescriptions(env);
  const names = new Set([...(isOff(env) ? [] : listShims()), ...described.names]);
  const missing = [...names].filter((name) => !taken.has(name)).sort();
  const find = createExecutableFinder(env);
  const readings = await Promise.all(missing.map((name) => readShim(name, env, find)));
  const found = readings.filter((reading) => reading !== undefined);
  return described.skipped === undefined ? found : [...found, { skipped: described.skipped }];
}

async function readShim(
  name: string,
  env: Environment,
  find: ReturnType<typeof createExecutableFinder>,
): Promise<ToolReading | undefined> {
  const executable = await find(name);
  if (executable === null) return undefined;
  const shim = isOff(env) ? undefined : await loadShim(name);
  const described = await readDescription(name, executable, env);
  if (described === undefined) return shim && ownReading(shim);
  const source = `${executable.foundAs} --help`;
  return readToolDocument(JSON.stringify(merged(shim, described)), name, {
    origin: 'bundled',
    source,
    place: 'bundled',
  });
}

/** One for each of ours, which nobody changes: a companion lists its tools again and again. */
const OWN = new WeakMap<AtipTool, ToolReading>();

/** Not parsed: a test has done so with each of ours, and with sixty of them it would be a third of what a command takes. */
function ownReading(tool: AtipTool): ToolReading {
  const known = OWN.get(tool);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(JSON.stringify(tool)).digest('hex');
  const found = {
    tool: trustedAt(tool, 'bundled'),
    ...(tool.trust && { claims: tool.trust }),
    origin: 'bundled' as const,
    source: `@atip/shims/${tool.name}`,
    hash: `sha256:${hash}` as const,
    issues: [],
  };
  const reading: ToolReading = { found };
  OWN.set(tool, reading);
  return reading;
}

function isOff({ ATIP_SHIMS }: Environment): boolean {
  return ATIP_SHIMS === 'off';
}

/** Effects of what only the installed version has are inferred; what ours states stays. */
function merged(shim: AtipTool | undefined, described: AtipTool): AtipTool {
  return withInferredEffects(shim === undefined ? described : mergeDescription(shim, described)).tool;
}

/** The names that readings describe. */
export function namesOf(readings: readonly ToolReading[]): ReadonlySet<string> {
  return new Set(readings.flatMap(({ found }) => (found === undefined ? [] : [found.tool.name])));
}

/** The names that readings describe, and those of files that were to describe one and cannot be used: those are theirs too. */
export function claimedNames(readings: readonly ToolReading[]): ReadonlySet<string> {
  const files = readings.flatMap(({ skipped }) => (skipped?.source.endsWith('.json') === true ? [skipped.source] : []));
  return new Set([...namesOf(readings), ...files.map((file) => basename(file, '.json'))]);
}
