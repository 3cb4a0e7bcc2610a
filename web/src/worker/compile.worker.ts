/** Runs compilations off the page's thread; the only module with a side effect besides `main.tsx`. */
import { compileDocument } from './compile-document.ts';
import type { CompileRequest } from './protocol.ts';

self.onmessage = (event: MessageEvent<CompileRequest>): void => {
  self.postMessage(compileDocument(event.data));
};
