import type { AtipTool, Issue } from '@atip/core';
import { typesOf } from '../document/parameters.ts';
import { createTeller } from '../document/program-tree.ts';
import { type EffectsByWords, type FactsOfRun, writeDocument } from '../document/write-document.ts';
import { isCommander, readCommander } from './commander.ts';
import { isYargs, readYargs } from './yargs.ts';

/** A document, and the undescribed parts of its program. */
export interface DescribedProgram {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
}

/** Describes a program; undefined unless its framework is known: it is recognised by its shape, and never imported. */
export function describeProgram(
  program: unknown,
  { effects, ...facts }: FactsOfRun & { readonly effects: EffectsByWords },
): DescribedProgram | undefined {
  const { tell, issues } = createTeller();
  const reading = { tell, typeOf: typesOf(facts.types ?? {}) };
  const tree = isCommander(program)
    ? readCommander(program, reading)
    : isYargs(program)
      ? readYargs(program, reading)
      : undefined;
  if (tree === undefined) return undefined;
  return { tool: writeDocument(tree, facts, effects, tell), issues };
}
