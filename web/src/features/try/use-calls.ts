import { parseJson } from '../../text/parsed-json.ts';
import { isRecord } from '@atip/core/internal';
import type { ToolCall } from '@atip/core';
import { useEffect, useMemo, useState } from 'react';
import type { ReadResponse } from './answer-response.ts';
import type { PanelProps } from '../../page/page-context.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { onWantedPart } from '../../page/wanted-part.ts';
import type { Arguments } from './ParameterField.tsx';

type Way = 'paste' | 'fill';

const NOTHING: ReadResponse = { kind: 'empty' };
const NO_ARGUMENTS: Arguments = {};

export type CallsModel = ReturnType<typeof useCalls>;

export function useCalls({ active, copy, compilation }: PanelProps) {
  const { provider, policy, response: text = '' } = copy;
  const subject = compilation.result?.source;
  const indexed = useAnswer('call-index', active ? subject : undefined);
  const index = indexed.last?.answer;

  const [chosen, setWay] = useState<Way>();
  useEffect(() => onWantedPart('call-form', () => setWay('fill')), []);
  // A link or a draft may bring a call that was put together by hand.
  const way = chosen ?? (copy.call !== undefined && copy.response === undefined ? 'fill' : 'paste');

  const [place, setPlace] = useState(0);
  const pasted = useMemo(() => ({ text, provider }), [text, provider]);
  const read = useAnswer('call-response', active ? pasted : undefined);
  const response = read.last?.answer ?? NOTHING;

  const name = copy.call?.name ?? index?.example.name ?? '';
  const args = copy.call?.arguments ?? NO_ARGUMENTS;
  const json = useArgumentsText(args);
  const asked = useMemo(() => subject && { subject, name }, [subject, name]);
  const detail = useAnswer('call-command', active && way === 'fill' ? asked : undefined).last?.answer;

  const isBroken = json.problem !== undefined;
  const call = useMemo((): ToolCall | undefined => {
    if (way === 'fill') return isBroken ? undefined : { id: 'call_form', name, arguments: { ...args } };
    return response.kind === 'calls' ? (response.calls[place] ?? response.calls[0]) : undefined;
  }, [way, isBroken, name, args, response, place]);
  const question = useMemo(
    () => (subject && call ? { subject, call, ...(policy && { policy }) } : undefined),
    [subject, call, policy],
  );
  const staged = useAnswer('call-stages', active ? question : undefined);
  const isRead = way === 'fill' || read.last?.question === pasted;
  const failure = staged.failure ?? read.failure ?? indexed.failure;
  return {
    ...{ way, setWay, pending: indexed.pending, response, place, setPlace, json },
    formed: { name, arguments: args },
    ...(index && { index }),
    ...(detail?.name === name && { detail }),
    ...(call && staged.last?.answer && { stages: staged.last.answer }),
    settled: question !== undefined && staged.last?.question === question && isRead,
    provider: way === 'paste' && response.kind === 'calls' ? response.recognised.provider : provider,
    ...(failure !== undefined && { failure }),
  };
}

/** The form's arguments as JSON, to be read and to be written. */
export interface ArgumentsText {
  readonly text: string;
  /** Why the text cannot be read, so that there is no call. */
  readonly problem?: string;
  /** Takes what is typed. @returns the arguments it stands for */
  readonly type: (text: string) => Arguments | undefined;
}

/** Keeps the text as typed while it stands for the arguments, or cannot be read and nothing else changed them. */
function useArgumentsText(args: Arguments): ArgumentsText {
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: Arguments }>();
  const read = typed && readArguments(typed.text);
  const isMine = read?.ok ? JSON.stringify(read.value) === JSON.stringify(args) : typed?.over === args;
  return {
    text: typed && isMine ? typed.text : JSON.stringify(args, null, 2),
    ...(isMine && read?.ok === false && { problem: read.message }),
    type: (text) => {
      setTyped({ text, over: args });
      const made = readArguments(text);
      return made.ok ? made.value : undefined;
    },
  };
}

type ReadArguments =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly message: string };

/** Nothing at all is no arguments. */
function readArguments(text: string): ReadArguments {
  if (text.trim() === '') return { ok: true, value: NO_ARGUMENTS };
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, message: `This is not valid JSON: ${parsed.message}` };
  if (isRecord(parsed.value)) return { ok: true, value: parsed.value };
  return { ok: false, message: 'The arguments must be an object: { "name": value }.' };
}
