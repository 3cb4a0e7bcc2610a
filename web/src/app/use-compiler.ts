import { useEffect, useLayoutEffect, useState } from 'react';
import { applyFailure, applyRemarks, applyResponse, type Compilation, NOT_COMPILED } from '../state/compilation.ts';
import { type CompilerPorts, createCompilerClient } from '../worker/compiler-client.ts';
import type { CompileReport, CompileSource } from '../state/compile-protocol.ts';

const BROKEN_DOWN = 'the compiler stopped on this document; the next edit starts it again';
const TOO_SLOW = 'compiling this document took too long and was stopped; the next edit starts it again';

const BROWSER: CompilerPorts = {
  startWorker: ({ onReport, onError }) => {
    const worker = new Worker(new URL('../worker/compile.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<CompileReport>) => onReport(event.data);
    worker.onerror = onError;
    return worker;
  },
  now: () => performance.now(),
  later: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Compiles the document in a worker at every change, one at a time and the latest first.
 *
 * `<html data-state>` says `busy` from the change until its result is on the page.
 */
export function useCompiler({ text, provider, strict, filter, document: id }: CompileSource): Compilation {
  const [compilation, setCompilation] = useState<Compilation>(NOT_COMPILED);
  const [compiler] = useState(() =>
    createCompilerClient(
      {
        onResponse: (response, source) => setCompilation((state) => applyResponse(state, response, source)),
        onRemarks: (remarks, source) => setCompilation((state) => applyRemarks(state, remarks, source)),
        onBreakdown: (source) => setCompilation((state) => applyFailure(state, BROKEN_DOWN, source)),
        onTooSlow: (source) => setCompilation((state) => applyFailure(state, TOO_SLOW, source)),
      },
      BROWSER,
    ),
  );
  useLayoutEffect(
    () =>
      compiler.submit({ text, provider, strict, ...(filter && { filter }), ...(id !== undefined && { document: id }) }),
    [compiler, text, provider, strict, filter, id],
  );
  useLayoutEffect(() => {
    document.documentElement.dataset['state'] = compiler.isBusy() ? 'busy' : 'ready';
  });
  useEffect(() => compiler.stop, [compiler]);
  return compilation;
}
