import { flattenCommands, type AtipTool } from '@atip/core';
import type { ShimTool } from '../../shims/src/shim-tool.ts';
import type { KnownTool } from '../src/load-known.ts';
import type { LoadModule } from '../../shims/build/fig-files.ts';
import { figTools } from './fig-tools.ts';
import { guessedDocument, judgedDocument } from './known-document.ts';

/** A document of the registry. */
export interface KnownDocument {
  readonly name: string;
  /** The stored form of the document. */
  readonly text: string;
  readonly tool: KnownTool;
  /** False: a newer version exists. */
  readonly isNewest: boolean;
  /** Complete tools that exceed a document's size; the document is only their overview. */
  readonly whole?: KnownTool;
}

/** Programs with more commands than a document may have. Their overview comes from our shims. */
const CLOUDS: readonly string[] = ['aws', 'az', 'gcloud'];

/** Keywords of the shell, which `@withfig/autocomplete` describes like programs. Builtins are in our shims. */
const KEYWORDS: readonly string[] = ['do', 'elif', 'else', 'for', 'if', 'then', 'until', 'while'];

/**
 * All documents of programs, one after the other, by name: those of `@withfig/autocomplete`, with our tables' effects
 * and the harm guessed from words; and the shims of other programs. @param load imports a module of the specifications
 * @param shims from `buildShims`
 */
export async function* knownDocuments(
  load: LoadModule,
  shims: ReadonlyMap<string, ShimTool>,
): AsyncGenerator<KnownDocument> {
  const judged = new Map(shims);
  const builtins = Object.keys(shims.get('builtins')?.commands ?? {}).filter((name) => !shims.has(name));
  const words = new Set([...KEYWORDS, ...builtins]);
  judged.delete('builtins');
  const others = otherNames(shims);
  for await (const { tool, source, isNewest } of figTools(load)) {
    const { name } = tool;
    const shim = judged.get(name);
    if (isNewest) judged.delete(name);
    // An alias of a program with a table, or no program.
    if (others.has(name) || words.has(name)) continue;
    if (CLOUDS.includes(name) && shim) {
      yield { ...ofShim(shim), whole: { ...guessedDocument(tool), 'x-source': source } };
      continue;
    }
    const guessed = guessedDocument(tool);
    const known = shim === undefined ? guessed : judgedDocument(shim, guessed);
    const from = shim
      ? `${shim['x-source']}; effects from our tables; the rest from ${source}, with the harm that words tell`
      : `${source}; with the harm that words tell`;
    yield documentOf({ ...known, 'x-source': from }, isNewest);
  }
  for (const shim of judged.values()) yield ofShim(shim);
}

function ofShim(shim: ShimTool): KnownDocument {
  return documentOf({ ...shim, 'x-source': `${shim['x-source']}; effects from our tables` }, true);
}

function documentOf(tool: KnownTool, isNewest: boolean): KnownDocument {
  // A document with ambiguous commands stops the build.
  flattenCommands(tool);
  return { name: tool.name, text: `${JSON.stringify(tool)}\n`, tool, isNewest };
}

/** Other names of programs, such as `python` of `python3`, if no shim has them. */
export function otherNames(shims: ReadonlyMap<string, AtipTool>): ReadonlyMap<string, string> {
  const pairs = [...shims].flatMap(([name, { commands }]) =>
    (commands?.['']?.['x-aliases'] ?? []).map((other): [string, string] => [other, name]),
  );
  return new Map(pairs.filter(([other]) => !shims.has(other)));
}
