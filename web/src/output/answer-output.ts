/** Answers about one output of a document: compiled once per text, part, provider and mode. */
import {
  type AtipTool,
  buildRequest,
  type Compilation,
  compile,
  flattenCommands,
  generateSafetyPrompt,
  type Issue,
  type Loss,
} from '@atip/core';
import { estimateTokens, EXAMPLES } from '@atip/core/internal';
import type { CompileResponse, CompileSource } from '../document/compilation.ts';
import { markOf } from '../document/json-place.ts';
import { plainName } from '../document/tool-name.ts';
import { aboutTool, parsedDocument, problemsOf, type Subject } from '../worker/subject.ts';
import { lineMadeBy, originOf, placeLabel, placesFrom, type SourceMap, sourceMapOf } from './source-map.ts';
import { writeTools } from './write-tools.ts';

interface Output {
  readonly compilation: Compilation;
  readonly written: ReturnType<typeof writeTools>;
  map?: SourceMap;
}

/** By tool, provider and mode. A tool takes its entry along when it goes. */
const OUTPUTS = new WeakMap<AtipTool, Map<string, Output>>();

function outputOf(tool: AtipTool, { provider, strict }: CompileSource): Output {
  const known = OUTPUTS.get(tool) ?? new Map<string, Output>();
  OUTPUTS.set(tool, known);
  const key = `${provider} ${strict}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const compilation = compile([tool], provider, { strict });
  const output = { compilation, written: writeTools(compilation, tool) };
  known.set(key, output);
  return output;
}

/** Answers about an output; `undefined` where the document does not compile. */
function aboutOutput<Answer>(source: CompileSource, answer: (output: Output, whole: AtipTool) => Answer) {
  const about = aboutTool(source, ({ tool, whole }) => {
    return { ok: true, answer: answer(outputOf(tool, source), whole) } as const;
  });
  return about.ok ? about.answer : undefined;
}

/**
 * Checks and compiles one document for one provider; commands that have errors are left out, and counted.
 *
 * Never throws for a bad document: a document that parses but does not compile gets one more issue.
 */
export function answerCompile(source: CompileSource): CompileResponse {
  const { text } = source;
  const { tool: whole, issues, left } = parsedDocument(text);
  if (whole === undefined) return { issues };
  const made = aboutTool(source, ({ tool }) => {
    const { compilation, written } = outputOf(tool, source);
    const output = {
      ...written,
      tools: compilation.tools.length,
      losses: compilation.losses.filter(isLost).length,
      commands: { total: flattenCommands(whole).length, included: flattenCommands(tool).length },
      missing: left.reduce((sum, { commands }) => sum + commands, 0),
    };
    return { ok: true, output } as const;
  });
  const isWhole = left.length === 0 && issues.every(({ severity }) => severity !== 'error');
  if (made.ok) return { issues: isWhole ? [] : issues, output: made.output };
  const { code = 'document-errors', message } = made;
  return { issues: [...problemsOf(parsedDocument(text)), { code, severity: 'error', message, path: '' }] };
}

/** Warnings about a document that compiled, with fixes; takes as long again as compiling. */
export function answerRemarks(source: CompileSource): readonly Issue[] {
  return aboutOutput(source, () => problemsOf(parsedDocument(source.text))) ?? [];
}

/** A place of the output, or of the document: an offset in UTF-16 units. */
interface PlaceQuestion extends CompileSource {
  readonly offset: number;
}

/** The origin in the document of the output's line at an offset. */
export function answerOrigin({ offset, ...source }: PlaceQuestion) {
  return aboutOutput(source, (output, whole) => originOf(mapOf(output), source.text, whole, offset));
}

/** The starts in the output of the lines that an offset of the document made; empty without any. */
export function answerPlaces({ offset, ...source }: PlaceQuestion): readonly number[] {
  return aboutOutput(source, (output) => placesFrom(mapOf(output), source.text, offset)) ?? [];
}

function mapOf(output: Output): SourceMap {
  output.map ??= sourceMapOf(output.written.text, output.compilation);
  return output.map;
}

/** The section for a system prompt that tells a model which commands need care; empty when none does. */
export function answerSafetyPrompt(subject: Subject) {
  return aboutTool(subject, ({ tool }) => ({ ok: true, text: generateSafetyPrompt([tool]) }) as const);
}

const PROMPT = 'Write here what you want done.';

/**
 * The body of a provider's request with the output, as JSON to paste. MCP has no request that carries tools: its text is the
 * settings of a client that starts `atip mcp`.
 */
export function answerRequest(source: CompileSource) {
  const { provider } = source;
  return aboutTool(source, ({ tool, whole }) => {
    const { ask } = EXAMPLES[provider];
    const name = plainName(whole.name);
    const { tools } = outputOf(tool, source).compilation;
    const request = ask
      ? { ...ask(PROMPT), ...buildRequest(provider, tools) }
      : { mcpServers: { [name]: { command: 'atip', args: ['mcp', '--tools', name] } } };
    return { ok: true, text: `${JSON.stringify(request, null, 2)}\n` } as const;
  });
}

const MOST_LOST = 1000;

/** Tokens and lost facts of an output. */
export function answerHealth(source: CompileSource) {
  return aboutOutput(source, (output, whole) => {
    const { tools, losses } = output.compilation;
    const { source: document } = parsedDocument(source.text);
    const tokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
    const lost = losses
      .filter(isLost)
      .slice(0, MOST_LOST)
      .map(({ pointer, message }) => ({
        label: placeLabel(whole, pointer),
        words: message,
        range: document && markOf(document, pointer),
        // Of its line in the output.
        offset: lineMadeBy(mapOf(output), pointer),
      }));
    // In a string the quotes have backslashes before them.
    return { tokens, strict: output.written.text.split('"strict": true').length - 1, lost };
  });
}

/** A parameter that is left out, or a constraint of its values. */
const OF_PARAMETER = /\/(?:arguments|options|globalOptions)\/\d+(?:\/(?:default|enum))?$/;

/**
 * True for a fact whose absence changes calls. Others are not lost: descriptions tell some, and the host that has the
 * document keeps the rest.
 */
export function isLost({ code, pointer }: Pick<Loss, 'code' | 'pointer'>): boolean {
  return code === 'not-sent' ? OF_PARAMETER.test(pointer) : code !== 'in-text';
}
