import { flattenCommands, parametersOf } from '@atip/core';
import { exampleArguments } from '../../state/example-arguments.ts';
import type { AskedCall } from '../../state/response-text.ts';
import { type Risk, riskMarks } from '../../state/risks.ts';
import { readSubject, type Subject } from '../subject.ts';

export interface CallableCommand {
  readonly name: string;
  readonly description: string;
  /** The gravest. */
  readonly risk?: { readonly risk: Risk; readonly word: string };
}

/** What of a document can be called. */
export interface CallIndex {
  readonly tool: string;
  /** In document order; at least one. */
  readonly commands: readonly CallableCommand[];
  /** A call of the first command that would be accepted. */
  readonly example: AskedCall;
}

/** Longest description that a list of commands shows, in UTF-16 units. */
const MAX_DESCRIPTION = 160;

/** The commands of a document by name; `undefined` when it has errors or no command. */
export function answerCallIndex(subject: Subject): CallIndex | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const commands = flattenCommands(read.tool);
  const [first] = commands;
  if (first === undefined) return undefined;
  return {
    tool: read.tool.name,
    commands: commands.map(({ name, metadata, effects }) => {
      const [mark] = riskMarks(effects);
      const description = metadata.description.slice(0, MAX_DESCRIPTION);
      return { name, description, ...(mark && { risk: { risk: mark.risk, word: mark.word } }) };
    }),
    example: { name: first.name, arguments: exampleArguments(parametersOf(first)) },
  };
}
