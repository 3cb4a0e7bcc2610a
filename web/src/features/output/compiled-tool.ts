/** Compiles a part of a document for one provider. All questions about an output start here. */
import {
  AtipError,
  type AtipTool,
  type Compilation,
  type CompileSettings,
  type Provider,
  compile,
  flattenCommands,
} from '@atip/core';
import { type Subject, readSubject } from '../../worker/subject.ts';
import { FACTS, type LeftOut } from '@atip/core/internal';
import type { CompiledOutput } from '../../document/compilation.ts';
import { kindOf } from './losses.ts';

export interface OutputQuestion extends Subject {
  readonly provider: Provider;
  readonly settings: CompileSettings;
}

export type CompiledTool =
  | { readonly ok: true; readonly tool: AtipTool; readonly whole: AtipTool; readonly compilation: Compilation }
  /** `message` says why, as a sentence. */
  | { readonly ok: false; readonly message: string };

type Compiled = { readonly compilation: Compilation } | { readonly message: string };

/** By tool, provider and settings: five questions come about each output. A tool takes its entry along when it goes. */
const COMPILED = new WeakMap<AtipTool, Map<string, Compiled>>();

/** Compiles; the same question about the same text compiles once. */
export function compiledTool(question: OutputQuestion): CompiledTool {
  const { provider, settings } = question;
  const read = readSubject(question);
  if (!read.ok) return read;
  const { tool, whole } = read;
  const known = COMPILED.get(tool) ?? new Map<string, Compiled>();
  COMPILED.set(tool, known);
  const key = `${provider} ${JSON.stringify(settings)}`;
  const compiled = known.get(key) ?? compileOne(tool, provider, settings);
  known.set(key, compiled);
  return 'message' in compiled
    ? { ok: false, message: compiled.message }
    : { ok: true, tool, whole, compilation: compiled.compilation };
}

function compileOne(tool: AtipTool, provider: Provider, settings: CompileSettings): Compiled {
  try {
    return { compilation: compile([tool], provider, settings) };
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return { message: error.message };
  }
}

interface Compiling {
  /** A part of `whole` or all of it. */
  readonly tool: AtipTool;
  readonly whole: AtipTool;
  /** Commands of the document that `whole` lacks, because they have an error. */
  readonly left: readonly LeftOut[];
  readonly strict: boolean;
}

/** A compilation as the page shows it. */
export function describeOutput(
  { provider, tools, losses }: Compilation,
  { tool, whole, left, strict }: Compiling,
): CompiledOutput {
  const total = flattenCommands(whole).length;
  const count = left.reduce((sum, { commands }) => sum + commands, 0);
  const kinds = losses.map(kindOf);
  return {
    provider,
    strict,
    text: JSON.stringify(tools, null, 2),
    tools: tools.length,
    maxTools: FACTS[provider].limits.tools.most ?? null,
    bytes: new TextEncoder().encode(JSON.stringify(tools)).length,
    losses: kinds.filter((kind) => kind === 'loss').length,
    kept: kinds.filter((kind) => kind === 'kept').length,
    commands: { total, included: tool === whole ? total : flattenCommands(tool).length },
    ...(count > 0 && { missing: { count, pointers: left.map(({ pointer }) => pointer) } }),
  };
}
