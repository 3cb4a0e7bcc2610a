import type { AtipTool } from '@atip/core';
import { describeProgram, type DescribedProgram } from '../frameworks/read-program.ts';
import type { EffectsByWords, FactsOfRun } from '../document/write-document.ts';
import { type Asked, readAsked } from './asked.ts';

/** The output and exit code of a program that was asked for its document. */
export interface AgentAnswer {
  /** 0, or 2 for an unknown command or an invalid depth. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program's own side of the document. */
export type OwnFacts = FactsOfRun & { readonly effects: EffectsByWords };

/** Chooses a part of a document. @throws an error of core whose message is for a person */
export type SelectCommands = (
  tool: AtipTool,
  filter: { readonly commands?: readonly string[] | undefined; readonly depth?: number | undefined },
) => AtipTool;

/** Answers words that begin with `--agent`; undefined for other words. */
export async function answerWords(
  program: unknown,
  facts: OwnFacts,
  words: readonly string[],
): Promise<AgentAnswer | undefined> {
  const asked = readAsked(words);
  if (asked === undefined) return undefined;
  const described = describeOrFail(program, facts);
  return answerAsked(described, asked, isPartial(asked) ? (await import('@atip/core')).selectCommands : undefined);
}

/** @throws TypeError unless it is a program of a known framework */
export function describeOrFail(program: unknown, facts: OwnFacts): DescribedProgram {
  const described = describeProgram(program, facts);
  if (described === undefined) throw new TypeError('This is not a program of commander or yargs.');
  return described;
}

/** True if only a part of the document is requested. */
export function isPartial({ commands, depth }: Asked): boolean {
  return commands !== undefined || depth !== undefined;
}

/**
 * Answers with the document, and reports undescribed parts of the program on standard error. @param select for a part
 * of it
 */
export function answerAsked(
  { tool, issues }: DescribedProgram,
  { commands, depth }: Asked,
  select: SelectCommands | undefined,
): AgentAnswer {
  const notes = issues
    .filter(({ severity }) => severity !== 'info')
    .map(({ message }) => `${tool.name}: ${message}\n`)
    .join('');
  const levels = depth === undefined ? undefined : readDepth(depth);
  if (levels === 0) return fail(tool, `--depth=${depth} is no whole number above 0.`, notes);
  const names = commands?.split(',').map((name) => name.trim());
  try {
    const filter = { commands: names, depth: levels };
    const part = select ? select(tool, filter) : tool;
    return { code: 0, stdout: `${JSON.stringify(part, null, 2)}\n`, stderr: notes };
  } catch (error) {
    if (error instanceof Error) return fail(tool, error.message, notes);
    throw error;
  }
}

/** 0 for an invalid depth. */
function readDepth(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function fail({ name }: AtipTool, message: string, notes: string): AgentAnswer {
  // Words of the command line are shown, and could contain terminal sequences.
  return { code: 2, stdout: '', stderr: `${notes}${name}: ${message.replaceAll(/\p{Cc}/gu, '?')}\n` };
}
