import type { AtipTool, Issue } from '@atip/core';
import { typesOf } from '../document/parameters.ts';
import { createTeller } from '../document/program-tree.ts';
import { type EffectsByWords, type FactsOfRun, writeDocument } from '../document/write-document.ts';
import { commander } from './commander.ts';
import type { Framework } from './framework.ts';
import { yargs } from './yargs.ts';

/** All known frameworks; the first matching one reads the program. */
const FRAMEWORKS: readonly Framework[] = [commander, yargs];

/** A document, and the undescribed parts of its program. */
export interface DescribedProgram {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
}

/**
 * Describes a program; undefined unless its framework is known.
 */
export function describeProgram(
  program: unknown,
  { effects, ...facts }: FactsOfRun & { readonly effects: EffectsByWords },
): DescribedProgram | undefined {
  const framework = FRAMEWORKS.find(({ matches }) => matches(program));
  const { tell, issues } = createTeller();
  const tree = framework?.read(program, { tell, typeOf: typesOf(facts.types ?? {}) });
  if (framework === undefined || tree === undefined) return undefined;
  return { tool: writeDocument(tree, facts, effects, tell), issues };
}
