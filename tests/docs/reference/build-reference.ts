import { commandSections, rootOptions } from './cli/command-sections.ts';
import { environmentVariables } from './cli/environment-variables.ts';
import { exitCodes } from './cli/exit-codes.ts';
import { fillSections, type Sections } from './fill-sections.ts';
import { companionLimits, workerLimits } from './http/limits.ts';
import { problemTables } from './http/problem-codes.ts';
import { routeSections } from './http/route-sections.ts';
import { shapeSections } from './http/shape-sections.ts';
import { fieldTable, presetTable, sourceTable as trustSourceTable, trustTable } from './policy/decision-tables.ts';
import { effectTable, sandboxTable } from './policy/effect-tables.ts';
import { lossCodes, lossTable } from './providers/loss-table.ts';
import { providerTable } from './providers/provider-table.ts';
import { ruleTables, sourceTable } from './providers/rule-tables.ts';
import { threatTables } from './threats/threat-tables.ts';

/** Each page with its generated parts, by its path from the repository's root. */
const PAGES: Readonly<Record<string, () => Sections>> = {
  'docs/reference/cli.md': () =>
    new Map([
      ['options', rootOptions()],
      ...commandSections(),
      ['exit codes', exitCodes()],
      ['environment', environmentVariables('user')],
      ['environment of developers', environmentVariables('developer')],
    ]),
  'docs/reference/http.md': () =>
    new Map([
      ...routeSections(),
      ['companion limits', companionLimits()],
      ['worker limits', workerLimits()],
      ['problem codes', problemTables()],
      ['shapes', shapeSections()],
    ]),
  'docs/reference/providers.md': () =>
    new Map([
      ['providers', providerTable()],
      ...ruleTables(),
      ['losses', lossTable()],
      ['loss codes', lossCodes()],
      ['sources', sourceTable()],
    ]),
  'docs/concepts/effects-and-policy.md': () =>
    new Map([
      ['effects', effectTable()],
      ['sources', trustSourceTable()],
      ['fields', fieldTable()],
      ['presets', presetTable()],
      ['by source', trustTable()],
      ['sandbox', sandboxTable()],
    ]),
  'docs/concepts/threat-model.md': threatTables,
};

/**
 * The reference pages as they should be: what people wrote, with the generated parts filled in anew.
 *
 * @param read a page as it is, by its path from the repository's root
 * @throws Error when a page has no place for a part, or a part has lost what it is about
 */
export function buildReference(
  read: (path: string) => string,
  only: (path: string) => boolean = () => true,
): ReadonlyMap<string, string> {
  const pages = Object.entries(PAGES).filter(([path]) => only(path));
  return new Map(
    pages.map(([path, sections]) => {
      try {
        return [path, fillSections(read(path), sections())];
      } catch (cause) {
        throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      }
    }),
  );
}
