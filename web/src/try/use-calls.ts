import type { ToolCall } from '@atip/core';
import { useMemo, useState } from 'react';
import type { Way } from '../document/working-copy.ts';
import type { PanelProps } from '../page/page-context.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { ReadResponse } from '../start/answer-response.ts';

const NOTHING: ReadResponse = { kind: 'empty' };
const NO_ARGUMENTS: FormCall['arguments'] = {};

export type FormCall = NonNullable<PanelProps['copy']['call']>;

export type CallsModel = ReturnType<typeof useCalls>;

export function useCalls({ active, copy, compilation, dispatch }: PanelProps) {
  const { provider, policy, response: text = '' } = copy;
  const subject = compilation.result?.source;
  const indexed = useAnswer('call-index', active ? subject : undefined);
  const index = indexed.last?.answer;

  const setWay = (chosen: Way): void => dispatch({ type: 'set', key: 'way', value: chosen });
  const way = copy.way ?? broughtWay(copy);

  // For that text: another answer starts at its first call.
  const [wanted, setWanted] = useState({ text, place: 0 });
  const setPlace = (place: number): void => setWanted({ text, place });
  const pasted = useMemo(() => ({ text, provider }), [text, provider]);
  const read = useAnswer('call-response', active ? pasted : undefined);
  const response = read.last?.answer ?? NOTHING;

  const name = copy.call?.name ?? index?.example.name ?? '';
  const args = copy.call?.arguments ?? NO_ARGUMENTS;
  const asked = useMemo(() => subject && { subject, name }, [subject, name]);
  const detail = useAnswer('call-command', active && way === 'fill' ? asked : undefined).last?.answer;

  const calls = useMemo((): readonly ToolCall[] => {
    if (way === 'fill') return name === '' ? [] : [{ id: 'call_form', name, arguments: { ...args } }];
    return way === 'paste' && response.kind === 'calls' ? response.calls : [];
  }, [way, name, args, response]);
  const place = wanted.text === text && wanted.place < calls.length ? wanted.place : 0;
  const question = useMemo(
    () => (subject && calls.length > 0 ? { subject, calls, place, policy } : undefined),
    [subject, calls, place, policy],
  );
  const staged = useAnswer('call-stages', active ? question : undefined);
  const { last } = staged;
  // Same number of calls and same choice; otherwise an answer would appear beside the wrong names.
  const isFollowed = last?.question.place === place && last.question.calls.length === calls.length;
  const isRead = way === 'fill' || read.last?.question === pasted;
  return {
    way,
    setWay,
    response,
    calls,
    place,
    setPlace,
    index,
    pending: indexed.pending,
    formed: { name, arguments: args },
    isAsked: question !== undefined,
    detail: detail?.name === name ? detail : undefined,
    stages: question && isFollowed ? last.answer : undefined,
    /** False: `stages` are those of the call before the last change. */
    settled: question !== undefined && last?.question === question && isRead,
    staleness: compilation.stale
      ? `Checked with the last good version of ${index?.tool ?? 'the document'}: the text beside it has errors.`
      : undefined,
    provider: way === 'paste' && response.kind === 'calls' ? response.recognised.provider : provider,
    failure: staged.failure ?? read.failure ?? indexed.failure,
  };
}

/** The mode that a link or a draft implies by its content. */
function broughtWay({ call, response, line, output }: PanelProps['copy']): Way {
  if (response !== undefined) return 'paste';
  if (call !== undefined) return 'fill';
  if (line !== undefined) return 'line';
  return output === undefined ? 'paste' : 'redact';
}
