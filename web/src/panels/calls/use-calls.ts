import type { Provider, ToolCall } from '@atip/core';
import { useEffect, useMemo, useState } from 'react';
import type { CallableDetail } from '../../analysis/calls/answer-call-command.ts';
import type { CallIndex } from '../../analysis/calls/answer-call-index.ts';
import type { CallStages } from '../../analysis/calls/answer-call-stages.ts';
import type { ReadResponse } from '../../analysis/calls/answer-response.ts';
import type { Subject } from '../../analysis/subject.ts';
import type { AskedCall } from '../../state/response-text.ts';
import { WANTED_PART } from '../../state/wanted-part.ts';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';

export type Way = 'paste' | 'fill';

export interface CallsModel {
  readonly way: Way;
  readonly setWay: (way: Way) => void;
  /** Of the last document that compiled. */
  readonly subject?: Subject;
  /** Absent: nothing can be called, or the answer is not there yet (`pending`). */
  readonly index?: CallIndex;
  readonly pending: boolean;
  readonly response: ReadResponse;
  /** Which of the response's calls. */
  readonly place: number;
  readonly setPlace: (place: number) => void;
  /** What the form holds. */
  readonly formed: AskedCall;
  /** Absent: the document has no such command, or the answer is not there yet. */
  readonly detail?: CallableDetail;
  /** The form's JSON cannot be read as it stands, so that there is no call. */
  readonly broken: boolean;
  readonly setBroken: (broken: boolean) => void;
  readonly stages?: CallStages;
  /** Whether `stages` are those of what is in the fields now. */
  readonly settled: boolean;
  /** Whose call it is. */
  readonly provider: Provider;
  /** Why the last question has no answer. */
  readonly failure?: string;
}

const NOTHING: ReadResponse = { kind: 'empty' };
const NO_ARGUMENTS: Readonly<Record<string, unknown>> = {};

/** The call that a person is at, and what the analyst says of it. */
export function useCalls({ active, copy, compilation }: PanelProps): CallsModel {
  const { provider, policy, response: text = '' } = copy;
  const source = compilation.result?.source;
  const subject = useMemo(
    (): Subject | undefined => source && { text: source.text, ...(source.filter && { filter: source.filter }) },
    [source],
  );
  const indexed = useAnswer('call-index', active ? subject : undefined);
  const index = indexed.last?.answer;

  const [chosen, setWay] = useState<Way>();
  useEffect(() => WANTED_PART.listen('call-form', () => setWay('fill')), []);
  // A link or a draft may bring a call that was put together by hand.
  const way = chosen ?? (copy.call !== undefined && copy.response === undefined ? 'fill' : 'paste');

  const [place, setPlace] = useState(0);
  const pasted = useMemo(() => ({ text, provider }), [text, provider]);
  const read = useAnswer('call-response', active ? pasted : undefined);
  const response = read.last?.answer ?? NOTHING;

  const name = copy.call?.name ?? index?.example.name ?? '';
  const args = copy.call?.arguments ?? NO_ARGUMENTS;
  // Of these very arguments: whatever changes them takes it away.
  const [brokenOver, setBrokenOver] = useState<object>();
  const broken = brokenOver === args;
  const setBroken = (isBroken: boolean): void => setBrokenOver(isBroken ? args : undefined);
  const formed = useMemo(() => ({ name, arguments: args }), [name, args]);
  const asked = useMemo(() => subject && { subject, name }, [subject, name]);
  const detail = useAnswer('call-command', active && way === 'fill' ? asked : undefined).last?.answer;

  const call = useMemo((): ToolCall | undefined => {
    if (way === 'fill') return broken ? undefined : { id: 'call_form', name, arguments: { ...args } };
    return response.kind === 'calls' ? (response.calls[place] ?? response.calls[0]) : undefined;
  }, [way, broken, name, args, response, place]);
  const question = useMemo(
    () => (subject && call ? { subject, call, ...(policy && { policy }) } : undefined),
    [subject, call, policy],
  );
  const staged = useAnswer('call-stages', active ? question : undefined);
  const isRead = way === 'fill' || read.last?.question === pasted;
  const failure = staged.failure ?? read.failure ?? indexed.failure;
  return {
    ...{ way, setWay, pending: indexed.pending, response, place, setPlace, formed, broken, setBroken },
    ...(subject && { subject }),
    ...(index && { index }),
    ...(detail?.name === name && { detail }),
    ...(call && staged.last?.answer && { stages: staged.last.answer }),
    settled: question !== undefined && staged.last?.question === question && isRead,
    provider: way === 'paste' && response.kind === 'calls' ? response.recognised.provider : provider,
    ...(failure !== undefined && { failure }),
  };
}
