/** Compiles a part of a document for one provider. All questions about an output start here. */
import { type AtipTool, type Compilation, type CompileSettings, compile, type Provider } from '@atip/core';
import { aboutTool, type Subject } from '../worker/subject.ts';

export interface OutputQuestion extends Subject {
  readonly provider: Provider;
  readonly settings: CompileSettings;
}

export type CompiledTool =
  | { readonly ok: true; readonly whole: AtipTool; readonly compilation: Compilation }
  | { readonly ok: false; readonly message: string };

/** By tool, provider and settings: several questions come about each output. A tool takes its entry along when it goes. */
const COMPILED = new WeakMap<AtipTool, Map<string, Compilation>>();

/** Compiles; the same question about the same text compiles once. */
export function compiledTool({ provider, settings, ...subject }: OutputQuestion): CompiledTool {
  return aboutTool(subject, ({ tool, whole }): CompiledTool => {
    const known = COMPILED.get(tool) ?? new Map<string, Compilation>();
    COMPILED.set(tool, known);
    const key = `${provider} ${JSON.stringify(settings)}`;
    const compilation = known.get(key) ?? compile([tool], provider, settings);
    known.set(key, compilation);
    return { ok: true, whole, compilation };
  });
}
