import { useMemo } from 'react';
import { differenceOf } from '../document/undo.ts';
import { usePage } from '../page/page-context.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { Stretch } from './answer-line.ts';

export type LineModel = ReturnType<typeof useLine>;

const NOTHING: readonly Stretch[] = [];

/** The line of the page and its analysis; each key asks the worker again, and the colours move along until it answers. */
export function useLine(active: boolean) {
  const { copy, compilation } = usePage();
  const { line: text = '', policy } = copy;
  const document = compilation.result?.source;
  const question = useMemo(() => ({ text, policy, document }), [text, policy, document]);
  const isBlank = text.trim() === '';
  const { last, failure } = useAnswer('line', active && !isBlank ? question : undefined);
  const asked = last?.question.text;
  const kept = isBlank ? undefined : last?.answer;
  const edit = useMemo(() => (asked === undefined ? undefined : editOf(asked, text)), [asked, text]);
  const answer = edit === undefined ? undefined : kept;
  const stretches = useMemo(
    () => (answer && edit ? answer.stretches.flatMap((stretch) => moved(stretch, edit)) : NOTHING),
    [answer, edit],
  );
  return {
    // `answer` is for this text, or for the one before a small change; `stretches` are where they are in this text.
    ...{ text, stretches },
    answer,
    // False: `answer` belongs to the text, or the policy, before the last change.
    settled: last?.question === question,
    failure,
  };
}

/** One change of a text: the offset where it begins, where it ended in the text before, and by how much that moved. */
interface Edit {
  readonly from: number;
  readonly until: number;
  readonly by: number;
}

/** @returns undefined when most of the text changed, so that the earlier analysis says nothing about it */
export function editOf(before: string, after: string): Edit | undefined {
  const { start: from, same } = differenceOf(before, after);
  if ((from + same) * 2 < Math.max(before.length, after.length)) return undefined;
  return { from, until: before.length - same, by: after.length - before.length };
}

/** Text typed at the end of a stretch belongs to it. */
function moved(stretch: Stretch, { from, until, by }: Edit): readonly Stretch[] {
  const place = (offset: number): number => (offset >= until ? offset + by : Math.min(offset, from));
  const [start, end] = [place(stretch.start), place(stretch.end)];
  return end > start ? [{ ...stretch, start, end }] : [];
}
