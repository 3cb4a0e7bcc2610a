import { toolList, documentError } from '../commands/assert-document.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { providerEntry } from '../json/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { form as anthropic } from '../providers/anthropic/anthropic.ts';
import { form as gemini } from '../providers/gemini/gemini.ts';
import { ACCEPTANCE, FORMS } from '../providers/list.ts';
import { form as openai } from '../providers/openai/openai.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { AcceptanceSettings } from '../providers/provider-schema-rules.ts';
import type { Issue } from '../types/issue.ts';
import type {
  AnthropicTool,
  CompileSettings,
  GeminiFunctionDeclaration,
  NameSeparator,
  OpenAITool,
  Provider,
  ProviderTool,
  ProviderToolKinds,
  ProviderTools,
} from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { draftCommands } from './drafts.ts';

/**
 * Compiles a tool's commands to OpenAI function tools, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ type: "function", function: { name: "gh_pr_create", … } }]`; `[]` without
 * commands. Strict: every property is required and optional ones become nullable, as structured outputs ask; tools that
 * exceed OpenAI's limits for strict schemas are not strict. Limits: description ≤ 1024 UTF-16 units; safety flags are
 * kept and the prose is cut.
 *
 * @throws AtipValidationError when the document lacks a field that compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 * @example
 * ```ts
 * import { type AtipTool, toOpenAI } from '@atip/core';
 * declare const gh: AtipTool;
 * toOpenAI(gh, { strict: true })[0]?.function.name; // 'gh_pr_create'
 * ```
 */
export function toOpenAI(tool: AtipTool, options?: { strict?: false }): OpenAITool[];
export function toOpenAI(tool: AtipTool, options: { strict?: boolean }): OpenAITool<null>[];
export function toOpenAI(tool: AtipTool, options: { strict?: boolean } = {}): OpenAITool<null>[] {
  return writeDrafts(draftCommands(tool, openai), openai, { strict: options.strict === true }).tools;
}

/**
 * Compiles a tool's commands to Gemini function declarations, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ name: "gh_pr_create", description, parameters: { … } }]`; `[]` without commands.
 * A command without parameters has no `parameters`: Gemini refuses an object type without properties.
 *
 * @throws AtipValidationError when the document lacks a field that compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 * @example
 * ```ts
 * import { type AtipTool, toGemini } from '@atip/core';
 * declare const gh: AtipTool;
 * toGemini(gh)[0]?.name; // 'gh_pr_create'
 * ```
 */
export function toGemini(tool: AtipTool): GeminiFunctionDeclaration[] {
  return writeDrafts(draftCommands(tool, gemini), gemini, {}).tools;
}

/**
 * Compiles a tool's commands to Anthropic tool definitions, one per command in document order.
 *
 * Shape: `gh` with `pr create` → `[{ name: "gh_pr_create", description, input_schema: { … } }]`; `[]` without commands.
 *
 * @throws AtipValidationError when the document lacks a field that compiling needs
 * @see ATIP 0.3 §8.1, §8.2
 * @example
 * ```ts
 * import { type AtipTool, toAnthropic } from '@atip/core';
 * declare const gh: AtipTool;
 * toAnthropic(gh)[0]?.input_schema; // { type: 'object', properties: { … } }
 * ```
 */
export function toAnthropic(tool: AtipTool): AnthropicTool[] {
  return writeDrafts(draftCommands(tool, anthropic), anthropic, {}).tools;
}

/**
 * Compiles several tools for one provider.
 *
 * Shape: `([gh, kubectl], "openai")` → `{ provider: "openai", tools: [ … ] }`, in the order of the tools. Where two
 * tools compile to one name, the later tool's command replaces the earlier one's. `compile` also reports losses.
 *
 * @param options `strict` is OpenAI's, for the tools that fit its bounds; Anthropic's strict mode, which the
 * specification does not know, is `anthropicStrict`
 * @throws AtipValidationError when any tool is invalid; nothing is compiled then
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8.1
 * @example
 * ```ts
 * import { type AtipTool, compileTools } from '@atip/core';
 * declare const gh: AtipTool;
 * compileTools([gh], 'anthropic').tools; // [{ name: 'gh_pr_create', … }]
 * ```
 */
export function compileTools<Name extends Provider>(
  tools: AtipTool | readonly AtipTool[],
  provider: Name,
  options?: DeclaredSettings & { strict?: false },
): ProviderTools<Name, never>;
export function compileTools<Name extends Provider>(
  tools: AtipTool | readonly AtipTool[],
  provider: Name,
  options: DeclaredSettings,
): ProviderTools<Name>;
export function compileTools(
  tools: AtipTool | readonly AtipTool[],
  provider: Provider,
  options: DeclaredSettings = {},
): { provider: Provider; tools: ProviderTool[] } {
  const form: ProviderForm = providerEntry(FORMS, provider);
  const { separator } = options;
  assertSeparator(form, options);
  const list = toolList(tools);
  const drafts = list.flatMap((tool) => draftCommands(tool, { ...form, separator }));
  const { kept } = list.length > 1 ? keepLast(drafts) : { kept: drafts };
  const strict = provider === 'anthropic' ? options.anthropicStrict : options.strict;
  return { provider, tools: writeDrafts(kept, form, { strict: strict === true }).tools };
}

interface DeclaredSettings {
  readonly strict?: boolean;
  readonly anthropicStrict?: boolean;
  readonly separator?: NameSeparator;
}

/** @throws AtipValidationError when the provider does not take such names */
export function assertSeparator(
  { takesDots }: Pick<ProviderForm, 'takesDots'>,
  { separator = '_', strategy }: Pick<CompileSettings, 'separator' | 'strategy'>,
): void {
  const refuse = (problem: string): never => {
    throw documentError('The settings cannot be used', '/separator', problem, separator);
  };
  if (!SEPARATORS.includes(separator)) refuse(`must be one of ${SEPARATORS.join(' ')}`);
  if (separator === '.' && takesDots !== true) refuse('is ".", which this provider takes in no name');
  if (separator !== '_' && strategy === 'search') refuse('is another than "_", and `search` has names with that');
}

const SEPARATORS: readonly unknown[] = ['_', '-', '.'];

/** Writes the drafts, strict where requested and possible; `strict` has one entry for each. */
export function writeDrafts<Name extends Provider>(
  drafts: readonly ToolDraft[],
  { write, chooseStrict }: ProviderForm<Name>,
  settings: CompileSettings,
): { tools: ProviderToolKinds[Name][]; strict: readonly boolean[] } {
  const strict = (settings.strict === true && chooseStrict?.(drafts)) || drafts.map(() => false);
  const whenStrict = { ...settings, strict: true };
  const otherwise = { ...settings, strict: false };
  return { strict, tools: drafts.map((draft, index) => write(draft, strict[index] ? whenStrict : otherwise)) };
}

/**
 * Keeps the last of several tools' commands with one name, at the place of the first. Names within a tool are unique.
 */
export function keepLast(drafts: readonly ToolDraft[]): { kept: ToolDraft[]; shadowed: ToolDraft[] } {
  const byName = new Map<string, ToolDraft>();
  const shadowed: ToolDraft[] = [];
  for (const draft of drafts) {
    const earlier = byName.get(draft.name);
    if (earlier) shadowed.push(earlier);
    byName.set(draft.name, draft);
  }
  return { kept: [...byName.values()], shadowed };
}

/**
 * Wraps compiled tools as a part of the provider's request body; for MCP as the result of `tools/list`.
 *
 * Shape: `("gemini", [declaration])` → `{ tools: [{ functionDeclarations: [declaration] }] }`. Without tools the body
 * omits these fields, because providers refuse them when empty; MCP's has the empty list.
 *
 * @throws AtipError `UNKNOWN_PROVIDER` @throws AtipValidationError for anything but compiled tools
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { type AtipTool, buildRequest, compile } from '@atip/core';
 * declare const gh: AtipTool;
 * const { tools } = compile([gh], 'gemini');
 * buildRequest('gemini', tools); // { tools: [{ functionDeclarations: [ … ] }] }
 * ```
 */
export function buildRequest(provider: Provider, tools: readonly ProviderTool[]): object {
  const { wrap } = providerEntry(FORMS, provider);
  const given: unknown = tools;
  if (!Array.isArray(given) || !given.every(isRecord))
    throw documentError(
      'The request cannot be built',
      '',
      "must hold compiled tools: compile([git], 'openai').tools",
      given,
    );
  return tools.length === 0 && provider !== 'mcp' ? {} : wrap(tools);
}

/**
 * Checks any list of tools, ours or not, by the provider's own rules and lists every problem of every tool.
 *
 * Shape: `("openai", [{ type: "function", function: { name: "a b" } }])` → `[{ code: "oa-name-chars", severity:
 * "error", path: "/0/function/name", message }, …]`. An error: the provider refuses the whole request. A warning: it
 * may refuse or change it, or meaning is lost. An info: advice. The rules are independent of our compiler. Limits:
 * 100,000 tools and issues; each tool JSON of at most 100 levels and 500,000 values. Each ends in an issue.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8.1
 * @example
 * ```ts
 * import { checkProviderTools } from '@atip/core';
 * checkProviderTools('openai', [{ type: 'function', function: { name: 'a b' } }])[0]?.code; // 'oa-name-chars'
 * ```
 */
export function checkProviderTools(
  provider: Provider,
  tools: readonly unknown[],
  settings: AcceptanceSettings = {},
): Issue[] {
  return providerEntry(ACCEPTANCE, provider).check(tools, settings);
}
