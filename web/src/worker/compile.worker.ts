/** Runs compilations off the page's thread; the only module with a side effect besides `main.tsx`. */
import { compileDocument } from './compile-document.ts';
import type { CompileReport, CompileRequest } from '../document/compilation.ts';

/** Least ms without another document after which remarks are made. */
const QUIET = 50;

let pause: ReturnType<typeof setTimeout> | undefined;

self.onmessage = (event: MessageEvent<CompileRequest>): void => {
  const { id } = event.data;
  const report = (message: CompileReport): void => self.postMessage(message);
  clearTimeout(pause);
  report({ kind: 'begun', id });
  const start = performance.now();
  const { response, remarks } = compileDocument(event.data);
  report({ kind: 'done', response });
  if (remarks === undefined) return;
  // Of a long document only once its writer rests: the next edit would otherwise wait behind remarks about this one.
  const quiet = Math.max(QUIET, 2 * (performance.now() - start));
  pause = setTimeout(() => {
    report({ kind: 'remarking', id });
    report({ kind: 'remarked', id, remarks: remarks() });
  }, quiet);
};
