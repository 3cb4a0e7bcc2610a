import type { AtipEffects, AtipTool } from '@atip/core';
import type { ProgramFacts } from '../document/write-document.ts';
import { describeProgram } from '../frameworks/read-program.ts';

/** A program's document, and its reports: `error "remote add": …`. */
export async function describe(
  program: unknown,
  effects: Readonly<Record<string, AtipEffects>> = {},
  facts: ProgramFacts = {},
): Promise<{ readonly tool: AtipTool | undefined; readonly told: readonly string[] }> {
  const described = await describeProgram(program, { ...facts, effects });
  return {
    tool: described?.tool,
    told: described?.issues.map(({ severity, message }) => `${severity} ${message}`) ?? [],
  };
}
