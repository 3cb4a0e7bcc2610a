import { type AtipEffects, flattenCommands, type Parameter, parametersOf } from '@atip/core';
import { readSubject, type Subject } from '../subject.ts';

export interface CommandQuestion {
  readonly subject: Subject;
  /** Its compiled name, for example `"git_log"`. */
  readonly name: string;
}

/** What a form for one command is made of. */
export interface CallableDetail {
  readonly name: string;
  readonly description: string;
  readonly effects: AtipEffects;
  readonly parameters: readonly Parameter[];
}

/** One command with its parameters; `undefined` when the document has errors or no such command. */
export function answerCallCommand({ subject, name }: CommandQuestion): CallableDetail | undefined {
  const read = readSubject(subject);
  const command = read.ok ? flattenCommands(read.tool).find((candidate) => candidate.name === name) : undefined;
  if (command === undefined) return undefined;
  const { metadata, effects } = command;
  return { name, description: metadata.description, effects, parameters: parametersOf(command) };
}
