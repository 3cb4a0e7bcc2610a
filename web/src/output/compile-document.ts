import { parseJson } from '../text/parsed-json.ts';
import { AtipError, type Issue, checkTool, compile, flattenCommands, selectCommands } from '@atip/core';
import { FACTS, MAX_SOURCE_LENGTH, parseSound } from '@atip/core/internal';
import { vouchForShim } from '../worker/subject.ts';
import { kindOf, notableLosses } from './losses.ts';
import { withFixes } from '../document/document-fixes.ts';
import type { CompiledOutput, CompileResponse, CompileSource } from '../document/compilation.ts';

interface CompiledDocument {
  readonly response: CompileResponse;
  /** Warnings about a document that compiled, with fixes; takes as long again as compiling. Absent: it did not compile. */
  readonly remarks?: () => readonly Issue[];
}

/** The document compiled last: remarks are only requested while no newer one followed. */
let last: ({ readonly text: string } & CompiledDocument) | undefined;

export function answerCompile(source: CompileSource): CompileResponse {
  last = { text: source.text, ...compileDocument(source) };
  return last.response;
}

export function answerRemarks({ text }: CompileSource): readonly Issue[] {
  return (last?.text === text ? last.remarks?.() : undefined) ?? [];
}

/**
 * Checks and compiles one document for one provider; commands that have errors are left out, and counted.
 *
 * Never throws for a bad document: a document that parses but does not compile gets one more issue.
 */
export function compileDocument({ text, provider, strict, filter }: CompileSource): CompiledDocument {
  const { tool: whole, issues, left } = parseSound(text);
  if (whole) vouchForShim(whole);
  if (whole === undefined) return { response: { issues, parses: isJson(text) } };
  try {
    const tool = filter === undefined ? whole : selectCommands(whole, filter);
    const { tools, losses } = compile([tool], provider, { strict });
    const total = flattenCommands(whole).length;
    const missing = left.reduce((sum, { commands }) => sum + commands, 0);
    const output: CompiledOutput = {
      provider,
      strict,
      text: JSON.stringify(tools, null, 2),
      tools: tools.length,
      maxTools: FACTS[provider].limits.tools.most ?? null,
      losses: losses.filter((loss) => kindOf(loss) === 'loss').length,
      commands: { total, included: tool === whole ? total : flattenCommands(tool).length },
      ...(missing > 0 && { missing: { count: missing, pointers: left.map(({ pointer }) => pointer) } }),
    };
    return {
      response: { issues: left.length === 0 ? [] : issues, parses: true, output },
      remarks: () => [
        ...withFixes(text, [...issues, ...checkTool(whole, text)]),
        ...notableLosses(text, losses, provider),
      ],
    };
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    const found = withFixes(text, [...issues, ...checkTool(whole, text)]);
    const { code, message } = error;
    return { response: { issues: [...found, { code, severity: 'error', message, path: '' }], parses: true } };
  }
}

/** Only asked of documents that failed; what is too large for core is not parsed here either. */
function isJson(text: string): boolean {
  return text.length > MAX_SOURCE_LENGTH || parseJson(text).ok;
}
