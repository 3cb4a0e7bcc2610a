/** Runs compilations off the page's thread; the only module with a side effect besides `main.tsx`. */
import { compileDocument } from './compile-document.ts';
import type { CompileReport, CompileRequest } from './protocol.ts';

self.onmessage = (event: MessageEvent<CompileRequest>): void => {
  const report = (message: CompileReport): void => self.postMessage(message);
  report({ kind: 'begun', id: event.data.id });
  report({ kind: 'done', response: compileDocument(event.data) });
};
