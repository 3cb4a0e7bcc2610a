/** Answers about one output of a document: compiled once per text, part, provider and mode. */
import {
  buildRequest,
  checkProviderTools,
  checkTool,
  type Compilation,
  compile,
  flattenCommands,
  generateSafetyPrompt,
  type Issue,
  type AtipTool,
} from '@atip/core';
import { EXAMPLES, FACTS, MAX_SOURCE_LENGTH } from '@atip/core/internal';
import type { CompiledOutput, CompileResponse, CompileSource } from '../document/compilation.ts';
import { withFixes } from '../document/document-fixes.ts';
import { STRICT_PROVIDERS } from '../document/providers.ts';
import { plainName } from '../document/tool-name.ts';
import { parseJson } from '../text/json.ts';
import { aboutTool, parsedDocument, type Subject } from '../worker/subject.ts';
import { countTokens } from './count-tokens.ts';
import { groupLosses, kindOf, type LossGroup, lossIssues, notableLosses } from './losses.ts';
import { provenanceOf, type LineProvenance } from './provenance.ts';

/** By tool, provider and mode. A tool takes its entry along when it goes. */
const COMPILATIONS = new WeakMap<AtipTool, Map<string, Compilation>>();

function compilationOf(tool: AtipTool, source: CompileSource): Compilation {
  const { provider } = source;
  const strict = isStrict(source);
  const known = COMPILATIONS.get(tool) ?? new Map<string, Compilation>();
  COMPILATIONS.set(tool, known);
  const key = `${provider} ${strict}`;
  const compilation = known.get(key) ?? compile([tool], provider, { strict });
  known.set(key, compilation);
  return compilation;
}

function isStrict({ provider, strict }: CompileSource): boolean {
  return strict && STRICT_PROVIDERS.includes(provider);
}

/** Answers about an output; `undefined` where the document does not compile. */
function aboutOutput<Answer>(
  source: CompileSource,
  answer: (compilation: Compilation, whole: AtipTool) => Answer,
): Answer | undefined {
  const about = aboutTool(source, ({ tool, whole }) => {
    return { ok: true, answer: answer(compilationOf(tool, source), whole) } as const;
  });
  return about.ok ? about.answer : undefined;
}

/**
 * Checks and compiles one document for one provider; commands that have errors are left out, and counted.
 *
 * Never throws for a bad document: a document that parses but does not compile gets one more issue.
 */
export function answerCompile(source: CompileSource): CompileResponse {
  const { text, provider, strict } = source;
  const { tool: whole, issues, left } = parsedDocument(text);
  if (whole === undefined) return { issues, parses: isJson(text) };
  const missing = left.reduce((sum, { commands }) => sum + commands, 0);
  const made = aboutTool(source, ({ tool }) => {
    const { tools, losses } = compilationOf(tool, source);
    const output: CompiledOutput = {
      provider,
      strict,
      text: JSON.stringify(tools, null, 2),
      tools: tools.length,
      maxTools: FACTS[provider].limits.tools.most ?? null,
      losses: losses.filter((loss) => kindOf(loss) === 'loss').length,
      commands: { total: flattenCommands(whole).length, included: flattenCommands(tool).length },
      missing: missing === 0 ? undefined : { count: missing, pointers: left.map(({ pointer }) => pointer) },
    };
    return { ok: true, output } as const;
  });
  if (made.ok) return { issues: left.length === 0 ? [] : issues, parses: true, output: made.output };
  const { code = 'document-errors', message } = made;
  return { issues: [...checked(text, whole), { code, severity: 'error', message, path: '' }], parses: true };
}

/** Warnings about a document that compiled, with fixes; takes as long again as compiling. */
export function answerRemarks(source: CompileSource): readonly Issue[] {
  const { text, provider } = source;
  const remarks = aboutOutput(source, ({ losses }, whole) => [
    ...checked(text, whole),
    ...notableLosses(text, losses, provider),
  ]);
  return remarks ?? [];
}

function checked(text: string, whole: AtipTool): readonly Issue[] {
  return withFixes(text, [...parsedDocument(text).issues, ...checkTool(whole, text)]);
}

/** Only asked of documents that failed; what is too large for core is not parsed here either. */
function isJson(text: string): boolean {
  return text.length > MAX_SOURCE_LENGTH || parseJson(text).ok;
}

export function answerLosses(source: CompileSource): readonly LossGroup[] | undefined {
  return aboutOutput(source, ({ losses }, whole) =>
    groupLosses(whole, lossIssues(source.text, losses, source.provider)),
  );
}

/** Which places of the document made which lines of the output. */
export function answerProvenance(source: CompileSource): LineProvenance | undefined {
  return aboutOutput(source, (compilation, whole) => provenanceOf(source.text, whole, compilation));
}

/** The section for a system prompt that tells a model which commands need care; empty when none does. */
export function answerSafetyPrompt(subject: Subject) {
  return aboutTool(subject, ({ tool }) => ({ ok: true, text: generateSafetyPrompt([tool]) }) as const);
}

const PROMPT = 'Write here what you want done.';

/**
 * The body of a provider's request with the output, as JSON to paste. MCP has no request that carries tools: its text is the
 * settings of a client that starts `atip mcp`.
 *
 * @throws Error with the reason when the document does not compile
 */
export function answerRequest(source: CompileSource): string {
  const { provider } = source;
  const made = aboutTool(source, ({ tool, whole }) => {
    const { ask } = EXAMPLES[provider];
    const name = plainName(whole.name);
    const request = ask
      ? { ...ask(PROMPT), ...buildRequest(provider, compilationOf(tool, source).tools, { strict: isStrict(source) }) }
      : { mcpServers: { [name]: { command: 'atip', args: ['mcp', '--tools', name] } } };
    return { ok: true, text: `${JSON.stringify(request, null, 2)}\n` } as const;
  });
  if (!made.ok) throw new Error(made.message);
  return made.text;
}

export type HealthAnswer = NonNullable<ReturnType<typeof answerHealth>>;

const MOST_ROWS = 10;

/** Tokens, and broken or doubtful rules of the provider as sentences; without "too many tools", which the output says itself. */
export function answerHealth(source: CompileSource) {
  return aboutOutput(source, ({ tools, entries }) => {
    const { tools: counts, ...report } = countTokens(tools, source.provider);
    const issues = checkProviderTools(source.provider, tools, { strict: isStrict(source) });
    const messages = (severity: string): readonly string[] =>
      issues.filter((issue) => issue.severity === severity && issue.path !== '').map(({ message }) => message);
    const rows = entries
      // `pointer` is the place of its command.
      .map(({ name, pointer }, index) => ({ name, pointer, tokens: counts[index] ?? 0 }))
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, MOST_ROWS);
    return { ...report, broken: messages('error'), doubtful: messages('warning'), rows };
  });
}
