import type { ShimTool } from '../src/shim-tool.ts';
import { buildShim } from './build-shim.ts';
import { helpSource, readRows, readStructures } from './read-files.ts';
import type { Source, ToolStructure } from './sources.ts';
import { fromFig } from '../../importers/src/fig/from-fig.ts';
import { type LoadModule, packageVersion, readSpec } from './fig-files.ts';

/**
 * Builds all shims from the package's folder and from `@withfig/autocomplete`; nothing is executed.
 *
 * @param folder absolute path of `packages/shims`
 * @param load imports a module
 * @throws Error with all contradictions
 */
export async function buildShims(folder: string, load: LoadModule): Promise<ReadonlyMap<string, ShimTool>> {
  const rows = readRows(folder);
  const structures = readStructures(folder);
  const strangers = rows.filter(({ command }) => !structures.has(toolOf(command)));
  const problems = strangers.map(({ at, command }) => `${at}: no structure for ${command}`);
  const shims = new Map<string, ShimTool>();
  for (const name of [...structures.keys()].sort()) {
    const structure = structures.get(name);
    if (structure === undefined) continue;
    const sources = await sourcesOf(folder, name, structure, load);
    shims.set(
      name,
      buildShim(
        name,
        structure,
        sources,
        rows.filter(({ command }) => toolOf(command) === name),
        (message) => problems.push(message),
      ),
    );
  }
  if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
  return shims;
}

/** A tool's name has no space. */
function toolOf(command: string): string {
  return command.split(' ')[0] ?? '';
}

async function sourcesOf(
  folder: string,
  name: string,
  { sources = [], fig, figParts = [] }: ToolStructure,
  load: LoadModule,
): Promise<Source[]> {
  const found: Source[] = [];
  for (const source of sources)
    found.push(source === 'help' ? helpSource(folder, name) : await figSource(name, fig ?? name, figParts, load));
  return found;
}

/**
 * The structure of a tool from its specification in `@withfig/autocomplete`.
 *
 * @param file of the specification, such as `az/2.53.0`
 * @param parts further files to join, such as `aws/s3`; others stay out @param load imports a module: it may run after
 * the importing module has ended
 */
export async function figSource(
  name: string,
  file: string,
  parts: readonly string[],
  load: LoadModule,
): Promise<Source> {
  const specs = new Map<string, unknown>();
  for (const part of [file, ...parts]) specs.set(part, await readSpec(part, load));
  const { tool } = fromFig(specs.get(file), { name, file, load: (part) => specs.get(part), whole: true });
  return { label: `@withfig/autocomplete ${packageVersion()}, ${file}`, tool };
}
