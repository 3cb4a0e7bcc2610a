import type { ShimTool } from '../src/shim-tool.ts';
import { type CloudGroup, withOmitted } from './build-clouds.ts';
import { applyWords, withEveryday } from './apply-words.ts';
import { buildShim } from './build-shim.ts';
import { readRows, readSource, readStructures, readWords } from './read-files.ts';

/**
 * Builds the documents of all programs from the rows and sources in the package's folder; nothing is executed.
 *
 * @param folder absolute path of `packages/catalog`
 * @param clouds the groups of documents that leave out commands, as of `buildClouds`
 * @throws Error with all contradictions
 */
export function buildDocuments(
  folder: string,
  clouds: ReadonlyMap<string, ReadonlyMap<string, CloudGroup>>,
): Map<string, ShimTool> {
  const rows = readRows(folder);
  const structures = readStructures(folder);
  const strangers = rows.filter(({ command }) => !structures.has(toolOf(command)));
  const words = readWords(folder);
  const rowsOf = byTool(rows);
  const wordsOf = byTool(words);
  const problems = strangers.map(({ at, command }) => `${at}: no structure for ${command}`);
  for (const { at, command } of words)
    if (!structures.has(toolOf(command))) problems.push(`${at}: no structure for ${command}`);
  const documents = new Map<string, ShimTool>();
  for (const [name, structure] of [...structures].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const sources = (structure.sources ?? []).map((kind) => readSource(folder, kind, name));
    const fail = (message: string): number => problems.push(message);
    const host = structure['x-plugin-of'];
    // Rows about every command of a host are also about those of its plug-ins.
    const shared = (rowsOf.get(host ?? '') ?? []).filter(({ everywhere }) => everywhere);
    const own = [...shared, ...(rowsOf.get(name) ?? [])];
    const built = buildShim(name, structure, sources, own, fail);
    const groups = clouds.get(name);
    const worded = applyWords(groups ? withOmitted(built, groups) : built, wordsOf.get(name) ?? [], fail);
    documents.set(name, withEveryday(worded, structure.everyday ?? [], fail));
  }
  if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
  return documents;
}

function byTool<Row extends { readonly command: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const name = toolOf(row.command);
    const known = found.get(name);
    if (known) known.push(row);
    else found.set(name, [row]);
  }
  return found;
}

/** A tool's name has no space. */
function toolOf(command: string): string {
  return command.split(' ')[0] ?? '';
}
