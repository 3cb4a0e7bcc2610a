import type { ShimTool } from '../src/shim-tool.ts';
import { buildShim } from './build-shim.ts';
import { readRows, readSource, readStructures } from './read-files.ts';

/**
 * Builds the documents of all programs from the rows and sources in the package's folder; nothing is executed.
 *
 * @param folder absolute path of `packages/catalog`
 * @throws Error with all contradictions
 */
export function buildDocuments(folder: string): Map<string, ShimTool> {
  const rows = readRows(folder);
  const structures = readStructures(folder);
  const strangers = rows.filter(({ command }) => !structures.has(toolOf(command)));
  const problems = strangers.map(({ at, command }) => `${at}: no structure for ${command}`);
  const documents = new Map<string, ShimTool>();
  for (const [name, structure] of [...structures].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const sources = (structure.sources ?? []).map((kind) => readSource(folder, kind, name));
    const fail = (message: string): number => problems.push(message);
    const own = rows.filter(({ command }) => toolOf(command) === name);
    documents.set(name, buildShim(name, structure, sources, own, fail));
  }
  if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
  return documents;
}

/** A tool's name has no space. */
function toolOf(command: string): string {
  return command.split(' ')[0] ?? '';
}
