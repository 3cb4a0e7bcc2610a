/** What the Calls panel asks about a document: its commands, one command for the form, and one call stage by stage. */
import {
  type AtipEffects,
  type CallCheck,
  checkCall,
  flattenCommands,
  type Parameter,
  type SandboxAccess,
  type SandboxMode,
  type ToolCall,
} from '@atip/core';
import { parametersOf, sandboxAccess } from '@atip/core/internal';
import type { AskedCall } from './response-text.ts';
import { type RiskMark, riskMarks } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { readSubject, type Subject } from '../subject.ts';
import { exampleArguments } from './example-arguments.ts';
import { quoteForSh } from './quote-for-sh.ts';

export interface CallableCommand {
  readonly name: string;
  readonly description: string;
  /** The gravest. */
  readonly risk?: RiskMark;
}

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
      const [risk] = riskMarks(effects);
      return { name, description: metadata.description.slice(0, MAX_DESCRIPTION), ...(risk && { risk }) };
    }),
    example: { name: first.name, arguments: exampleArguments(parametersOf(first)) },
  };
}

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

export interface StagesQuestion {
  readonly subject: Subject;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy;
  readonly call: ToolCall;
}

export interface CallStages {
  /** Without the document, which would be copied to the page with each call. */
  readonly check: Omit<CallCheck, 'mapping'>;
  /** The command line for a POSIX shell. Absent without an argv, and for one that no shell can be given. */
  readonly shellLine?: string;
  /** Present with the mapping. By the same rules as the companion's own. */
  readonly sandbox?: { readonly mode: SandboxMode; readonly access: SandboxAccess };
}

/** Follows a call through every stage; `undefined` when the document has errors. */
export function answerCallStages({ subject, policy, call }: StagesQuestion): CallStages | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const { mapping: _document, ...check } = checkCall(call, [read.tool], policy);
  const { argv, effects, sandbox } = check;
  const shellLine = argv && quoteForSh(argv);
  return {
    check,
    ...(shellLine !== undefined && { shellLine }),
    ...(effects && sandbox && { sandbox: { mode: sandbox, access: sandboxAccess(effects) } }),
  };
}
