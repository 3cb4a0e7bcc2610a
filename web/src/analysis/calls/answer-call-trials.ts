import { type CallCheck, checkCall, flattenCommands, parametersOf, type Provider, type ToolCall } from '@atip/core';
import type { AskedCall } from '../../state/response-text.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';
import { readSubject, type Subject } from '../subject.ts';
import { answerResponse } from './answer-response.ts';
import { badCalls } from './bad-calls.ts';

export interface TrialsQuestion {
  readonly subject: Subject;
  readonly policy?: PlainPolicy;
  readonly provider: Provider;
  /** What the broken ones are made from. */
  readonly call: AskedCall;
}

export interface Trial {
  readonly title: string;
  /** The stage that caught it. Absent: none, and `said` tells what that means. */
  readonly stage?: 'Parse' | 'Map' | 'Validate' | 'Policy' | 'argv';
  readonly said: string;
  /** Absent where there was no call to be made of it. */
  readonly call?: AskedCall;
}

/** Sends broken variants of a call through the stages; `undefined` when there is no such document or command. */
export function answerCallTrials({ subject, policy, provider, call }: TrialsQuestion): readonly Trial[] | undefined {
  const read = readSubject(subject);
  const command = read.ok ? flattenCommands(read.tool).find(({ name }) => name === call.name) : undefined;
  if (!read.ok || command === undefined) return undefined;
  return badCalls(call, parametersOf(command), provider).map(({ title, sent }): Trial => {
    if (typeof sent === 'string') return { title, ...parsed(sent, provider) };
    const made: ToolCall = { id: 'call_trial', name: sent.name, arguments: { ...sent.arguments } };
    return { title, ...outcomeOf(checkCall(made, [read.tool], policy)), call: sent };
  });
}

type Outcome = Pick<Trial, 'stage' | 'said'>;

function parsed(text: string, provider: Provider): Outcome {
  const read = answerResponse({ text, provider });
  return read.kind === 'unreadable' ? { stage: 'Parse', said: read.message } : { said: 'Reads as a whole response.' };
}

const STAGES = { command: 'Map', arguments: 'Validate', argv: 'argv' } as const;

function outcomeOf({ stoppedAt, decision, reasons, warnings }: CallCheck): Outcome {
  const said = reasons.join(' ');
  if (stoppedAt) return { stage: STAGES[stoppedAt], said };
  if (decision === 'deny') return { stage: 'Policy', said };
  if (warnings.length > 0) return { said: `Goes through: ${warnings.map(({ message }) => message).join(' ')}` };
  return { said: 'Goes through: the value is one element of the command line, which no shell reads.' };
}
