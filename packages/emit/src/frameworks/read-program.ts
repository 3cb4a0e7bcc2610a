import type { AtipTool, Issue } from '@atip/core';
import { typesOf } from '../document/parameters.ts';
import { createTeller, type ProgramTree } from '../document/program-tree.ts';
import { type EffectsByWords, type FactsOfRun, writeDocument } from '../document/write-document.ts';
import { cac } from './cac.ts';
import { citty } from './citty.ts';
import { clipanion } from './clipanion.ts';
import { commander } from './commander.ts';
import type { Framework } from './framework.ts';
import { oclif } from './oclif.ts';
import { yargs } from './yargs.ts';

/** All known frameworks; the first matching one reads the program. */
const FRAMEWORKS: readonly Framework[] = [commander, yargs, oclif, cac, clipanion, citty];

/** A document, and the undescribed parts of its program. */
export interface DescribedProgram {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
  /** The framework, such as `commander`. */
  readonly framework: string;
}

/**
 * Describes a program; undefined unless its framework is known. Returns a promise only if the framework is
 * asynchronous.
 */
export function describeProgram(
  program: unknown,
  { effects, ...facts }: FactsOfRun & { readonly effects: EffectsByWords },
): DescribedProgram | Promise<DescribedProgram> | undefined {
  const framework = FRAMEWORKS.find(({ matches }) => matches(program));
  const { tell, issues } = createTeller();
  const tree = framework?.read(program, { tell, typeOf: typesOf(facts.types ?? {}) });
  if (framework === undefined || tree === undefined) return undefined;
  const write = (read: ProgramTree): DescribedProgram => {
    return { tool: writeDocument(read, facts, effects, tell), issues, framework: framework.id };
  };
  return tree instanceof Promise ? tree.then(write) : write(tree);
}
