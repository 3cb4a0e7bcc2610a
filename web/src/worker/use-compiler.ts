import { useLayoutEffect, useMemo, useState } from 'react';
import { type CompilationState, type CompileSource, compilationOf, type Result } from '../document/compilation.ts';
import { toolNameIn } from '../document/tool-name.ts';
import type { PageDocument, WorkingCopy } from '../document/working-copy.ts';
import { BROKEN_DOWN, TOO_SLOW } from './analyst.ts';
import { useAnswer } from './use-answer.ts';

/**
 * Compiles the document in a worker at every change, one at a time and the latest first; remarks follow when the typing stops.
 *
 * `<html data-state>` says `busy` from the change until its result is on the page.
 */
export function useCompiler({ provider, strict }: WorkingCopy, { id, text, filter }: PageDocument): CompilationState {
  const source = useMemo(
    (): CompileSource => ({ text, provider, strict, document: id, filter }),
    [text, provider, strict, id, filter],
  );
  // A blank document needs no worker, so a first visit starts without one.
  const isBlank = text.trim() === '';
  const { last, pending, failure } = useAnswer('compile', isBlank ? undefined : source, true);
  const [good, setGood] = useState<Result>();
  const { output } = last?.answer ?? {};
  if (last && output && good?.source !== last.question) {
    const name = toolNameIn(last.question.text) ?? '';
    setGood({ revision: (good?.revision ?? 0) + 1, name, source: last.question, output });
  }
  const remarks = useAnswer('remarks', good?.source);
  useLayoutEffect(() => {
    document.documentElement.dataset['state'] = pending ? 'busy' : 'ready';
  });
  return useMemo(() => {
    if (failure !== undefined) return { ...compilationOf(source, undefined, good), failure: plainWords(failure) };
    // Nothing of another document is shown as this one's.
    if (isBlank || last?.question.document !== id) return { issues: [], stale: false };
    const compilation = compilationOf(last.question, last.answer, good, remarks.last);
    return remarks.failure === undefined ? compilation : { ...compilation, failure: plainWords(remarks.failure) };
  }, [source, isBlank, id, last, failure, good, remarks.last, remarks.failure]);
}

/** An exception's own words say nothing to a person. */
function plainWords(message: string): string {
  return message === TOO_SLOW ? TOO_SLOW : BROKEN_DOWN;
}
