import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { readTable } from './read-table.ts';
import type { Source } from './sources.ts';
import type { ToolStructure } from './structure.ts';
import type { TableRow } from './table-row.ts';

/** All rows of `effects/*.tsv`, file after file. @param folder of the package */
export function readRows(folder: string): TableRow[] {
  return filesOf(folder, 'effects', '.tsv').flatMap((file) =>
    readTable(readFileSync(join(folder, file), 'utf8'), file),
  );
}

/** What is said by hand in `structure/*.json`, by tool. @throws Error for a tool that two files have */
export function readStructures(folder: string): ReadonlyMap<string, ToolStructure> {
  const structures = new Map<string, ToolStructure>();
  for (const file of filesOf(folder, 'structure', '.json')) {
    const tools: Record<string, ToolStructure> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [name, structure] of Object.entries(tools)) {
      if (structures.has(name)) throw new Error(`${file}: a second ${name}`);
      structures.set(name, structure);
    }
  }
  return structures;
}

/** What the help of an installed program came to when `scripts/snapshot-shims.mjs` was last run for it. */
export function helpSource(folder: string, name: string): Source {
  const path = join(folder, 'sources', `${name}.json`);
  if (!existsSync(path)) throw new Error(`${path} is missing: run "node scripts/snapshot-shims.mjs ${name}"`);
  const tool: AtipTool = JSON.parse(readFileSync(path, 'utf8'));
  return { label: `help of ${name} ${tool.version}`, tool };
}

function filesOf(folder: string, below: string, ending: string): string[] {
  const names = readdirSync(join(folder, below)).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => `${below}/${name}`);
}
