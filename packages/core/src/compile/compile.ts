import { toolList, assertRecord, documentError } from '../commands/assert-document.ts';
import { describeUnread } from '../commands/cut-groups.ts';
import type { Refuse } from '../commands/flatten-commands.ts';
import { sourcePointer } from '../commands/parameters.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { providerEntry } from '../errors/atip-error.ts';
import { hiddenCharactersIn } from '../json/hidden-characters.ts';
import { joinPointer } from '../json/pointer.ts';
import { FORMS } from '../providers/list.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { Issue } from '../types/issue.ts';
import type { Compilation, CompiledEntry, CompileSettings, Loss, OmittedCommand, Provider } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { draftActions, draftCommands } from './drafts.ts';
import { draftSearch } from './search-drafts.ts';
import { draftLosses, type ReportLoss, toolLosses } from './losses.ts';
import { provenanceOf } from './provenance.ts';
import { assertSeparator, keepLast, writeDrafts } from './transform.ts';

/**
 * Compiles tools for one provider and reports every loss.
 *
 * Shape: `([gh], "openai")` → `{ tools: [{ type: "function", … }], entries: [{ name: "gh_pr_create", pointer:
 * "/commands/pr/commands/create", parameters: { title: "/commands/…/options/0" }, … }], losses: [{ code: "not-sent",
 * pointer: "/authentication", … }], issues: [], omitted: [] }`. `entries` go with `tools`, one for each. Every drop,
 * new name, other type and cut is a loss; `flags` and the spelling of values on a command line are no losses, because
 * only the host needs them. Nor are nullable optional parameters of strict schemas: `checkCall` removes the null again.
 *
 * A command that cannot be compiled is omitted and the others are compiled. Where two tools compile to one name, the
 * later replaces the earlier, and an issue says so. Too many tools for one request are an issue too; all of them are
 * returned.
 *
 * `provenance` maps places of `tools` to their sources: `{ "/0/function/name": ["/commands/pr/commands/create",
 * …, "/name"] }`. Its values point into the document of the ATIP tool that the entry of the same index names. It is
 * computed on first access and is not enumerable: copies and JSON omit it.
 *
 * @throws AtipValidationError when a tool is invalid outside its commands, its tree is too large, or a setting has an
 * invalid value
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8
 * @example
 * ```ts
 * import { type AtipTool, compile } from '@atip/core';
 * declare const gh: AtipTool;
 * const { tools, losses } = compile([gh], 'openai');
 * for (const { pointer, message } of losses) console.log(pointer, message);
 * console.log(JSON.stringify(tools));
 * ```
 */
export function compile<Name extends Provider>(
  given: AtipTool | readonly AtipTool[],
  provider: Name,
  settings: CompileSettings = {},
): Compilation<Name> {
  const form = providerEntry(FORMS, provider);
  const tools = toolList(given);
  assertSettings(settings);
  assertSeparator(form, settings);
  const losses: Loss[] = [];
  const omitted: OmittedCommand[] = [];
  const drafts = tools.flatMap((tool) => draftTool(tool, form, settings, losses, provider, omitted));
  const { kept, shadowed } = tools.length > 1 ? keepLast(drafts) : { kept: drafts, shadowed: [] };
  for (const { name, tool, pointer } of shadowed) {
    const message = `A later tool has a command of the name "${name}".`;
    losses.push({ code: 'shadowed', provider, tool: tool.name, pointer, message });
  }
  if (settings.strategy === 'search')
    return compileSearch(kept, shadowed, tools, { provider, form, settings, losses, omitted });
  const { tools: written, strict } = writeDrafts(kept, form, settings);
  const issues = compileIssues(form, kept, { documents: tools, shadowed, strict, settings });
  const entries = kept.map((draft) => entryOf(draft, form.keys));
  const lazy = new LazyProvenance(() => provenanceOf(kept, written, form, settings));
  return Object.assign(lazy, { provider, tools: written, entries, losses, issues, omitted });
}

interface SearchParts<Name extends Provider> extends Pick<Compilation<Name>, 'provider' | 'losses' | 'omitted'> {
  readonly form: ProviderForm<Name>;
  readonly settings: CompileSettings;
}

/**
 * The three search tools instead of all commands. A command's losses are the facts that `describe_command` omits. Where
 * two tools have a command of one name, `run_command` runs the later one's. The entries refer to no place of any
 * document.
 */
function compileSearch<Name extends Provider>(
  commands: readonly ToolDraft[],
  shadowed: readonly ToolDraft[],
  documents: readonly AtipTool[],
  { provider, form, settings, losses, omitted }: SearchParts<Name>,
): Compilation<Name> {
  const asText =
    (settings.strict === true && form.chooseStrict !== undefined) || form.hasTextEnums?.(settings) === true;
  const { keys, maxDescription } = form;
  const drafts = draftSearch(commands, { keys, maxDescription }, asText);
  const { strict: asked, geminiSchema } = settings;
  const own = { ...(asked !== undefined && { strict: asked }), ...(geminiSchema && { geminiSchema }) };
  const { tools: written, strict } = writeDrafts(drafts, form, own);
  const issues = compileIssues(form, commands, { documents, shadowed, strict, settings });
  const entries = drafts.map(({ name, effects }) => ({
    name,
    tool: '',
    path: [],
    pointer: '',
    effects,
    parameters: {},
  }));
  const lazy = new LazyProvenance(() => ({}));
  return Object.assign(lazy, { provider, tools: written, entries, losses, issues, omitted });
}

function draftTool(
  tool: AtipTool,
  form: ProviderForm,
  settings: CompileSettings,
  losses: Loss[],
  provider: Provider,
  omitted: OmittedCommand[],
): ToolDraft[] {
  // A description on request has no limit.
  const { keys, maxDescription } = settings.strategy === 'search' ? { ...form, maxDescription: undefined } : form;
  const refused = new Set<string>();
  const refuse: Refuse = (pointer, { message, path }, isHidden) => {
    refused.add(pointer);
    const code = isHidden ? 'hidden-characters' : 'invalid-metadata';
    const issue = { code, severity: 'error' as const, message, path: joinPointer('', ...path) };
    omitted.push({ tool: tool.name, pointer, issues: [issue] });
  };
  const draftAll = settings.strategy === 'action' ? draftActions : draftCommands;
  const drafts = draftAll(tool, { ...settings, keys, maxDescription }, refuse);
  const report: ReportLoss = (code, pointer, message) => {
    losses.push({ code, provider, tool: tool.name, pointer, message });
  };
  for (const draft of drafts) draftLosses(report, draft, form, settings);
  const groups = drafts.filter(({ group }) => group !== undefined).map(({ pointer }) => pointer);
  toolLosses(report, tool, form.places.hints !== undefined, settings.globalOptions, new Set(groups), refused);
  return drafts;
}

function entryOf(draft: ToolDraft, keys: ProviderForm['keys']): CompiledEntry {
  const { name, tool, path, pointer, effects, group } = draft;
  const parameters: Record<string, string> = {};
  // A plain assignment is safe: no parameter gets the key `__proto__`.
  for (const { parameter } of draft.parameters)
    parameters[parameter[keys]] = group ? parameter.pointer : sourcePointer(parameter, pointer);
  return { name, tool: tool.name, path, pointer, effects, parameters };
}

/**
 * Provenance that is computed on first access.
 *
 * A class, for its getter: V8 keeps a getter defined on each object, and all that it references, until the next full
 * collection.
 */
class LazyProvenance {
  readonly #trace: () => Compilation['provenance'];
  #known: Compilation['provenance'] | undefined;

  constructor(trace: () => Compilation['provenance']) {
    this.#trace = trace;
  }

  get provenance(): Compilation['provenance'] {
    this.#known ??= this.#trace();
    return this.#known;
  }
}

const CHOICES: Readonly<Record<Exclude<keyof CompileSettings, 'inputExamples'>, readonly unknown[]>> = {
  strict: [true, false],
  globalOptions: ['required', 'all', 'none'],
  examples: [true, false],
  strategy: ['discrete', 'action', 'search'],
  geminiSchema: ['openapi', 'json-schema'],
  separator: ['_', '-', '.'],
  deferLoading: [true, false],
};

/**
 * Refuses invalid settings. Types do not check values that come from a configuration or a request.
 *
 * @throws AtipValidationError naming the setting and its choices
 */
function assertSettings(settings: CompileSettings): void {
  const fields = assertRecord(settings, '/settings');
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = fields[name];
    if (value !== undefined && !choices.includes(value))
      throw documentError('The settings cannot be used', `/${name}`, `must be one of ${choices.join(', ')}`, value);
  }
  const { inputExamples } = fields;
  if (inputExamples !== undefined && typeof inputExamples !== 'function')
    throw documentError('The settings cannot be used', '/inputExamples', 'is no function', inputExamples);
}

interface Facts {
  readonly documents: readonly AtipTool[];
  /** Drafts that another tool's command replaced. */
  readonly shadowed: readonly ToolDraft[];
  readonly strict: readonly boolean[];
  readonly settings: CompileSettings;
}

/** Issues about the tools as a whole; paths are those of `Compilation`. */
function compileIssues(
  form: Pick<ProviderForm, 'maxTools' | 'chooseStrict' | 'defers'>,
  drafts: readonly ToolDraft[],
  facts: Facts,
): Issue[] {
  const { documents, shadowed, strict, settings } = facts;
  const issues: Issue[] = shadowed.map(({ name, tool }) => ({
    code: 'shadowed-tool',
    severity: 'warning',
    message: `"${name}" of the tool "${tool.name}" is left out: a later tool has one of that name.`,
    path: settings.strategy === 'search' ? '/tools' : `/tools/${drafts.findIndex((draft) => draft.name === name)}`,
  }));
  // `forEach` skips holes in the list.
  documents.forEach((document) => {
    const message = describeUnread(document);
    if (message !== undefined) issues.push({ code: 'commands-not-read', severity: 'warning', message, path: '/tools' });
  });
  issues.push(...drafts.flatMap((draft, at) => hiddenTexts(draft, settings.strategy === 'search' ? '' : `/${at}`)));
  for (const name of documents.length > 1 ? similarNames(drafts) : []) {
    issues.push({
      code: 'similar-names',
      severity: 'warning',
      message: `Another tool's command has the name "${name}" but for letter case; models and clients may mix them up.`,
      path: '/tools',
    });
  }
  const { maxTools = Number.POSITIVE_INFINITY, chooseStrict, defers } = form;
  const isDeferred = settings.deferLoading === true && settings.strategy !== 'search';
  if (isDeferred && !defers) {
    const message = 'This provider has no tool search of its own: every definition is loaded.';
    issues.push({ code: 'not-deferred', severity: 'info', message, path: '/tools' });
  }
  if (settings.strategy !== 'search' && drafts.length > maxTools) {
    issues.push({
      code: 'too-many-tools',
      // No provider documents whether deferred tools count.
      severity: isDeferred && defers ? 'warning' : 'error',
      message:
        `${drafts.length} tools are more than the ${maxTools} that one request may carry. Choose commands with ` +
        `\`selectCommands\`, or compile with ${settings.strategy === 'action' ? '' : "`strategy: 'action'` or "}\`strategy: 'search'\`.`,
      path: '/tools',
      section: '8.2',
    });
  }
  const left = settings.strict === true ? strict.filter((isStrict) => !isStrict).length : 0;
  if (left > 0) {
    const [severity, message] = chooseStrict
      ? (['warning', `${left} of ${strict.length} tools are not strict: they exceed what strict mode takes.`] as const)
      : (['info', 'This provider has no strict mode.'] as const);
    issues.push({ code: 'not-strict', severity, message, path: '/tools' });
  }
  return issues;
}

/** Warns of characters that were taken out of a draft's texts. */
function hiddenTexts({ commands, parameters, tool }: ToolDraft, at: string): Issue[] {
  const texts: [pointer: string, text: unknown][] = [];
  for (const { pointer, metadata } of commands) {
    const { description, examples } = metadata;
    texts.push([`${pointer}/description`, description]);
    if (Array.isArray(examples)) for (const text of examples) texts.push([`${pointer}/examples`, text]);
  }
  const [{ pointer: command } = { pointer: '' }] = commands;
  for (const { parameter } of parameters) {
    const pointer = parameter.kind === 'stdin' ? command : sourcePointer(parameter, commands.length > 1 ? '' : command);
    texts.push([`${pointer}/description`, parameter.source.description]);
    texts.push([`${pointer}/default`, parameter.source.default]);
  }
  return texts.flatMap(([pointer, text]): Issue[] => {
    const found = typeof text === 'string' ? hiddenCharactersIn(text) : '';
    if (found === '') return [];
    const message = `Characters that people cannot see are taken out of ${pointer} of the tool "${tool.name}": ${found}.`;
    return [{ code: 'hidden-characters', severity: 'warning', message, path: `/tools${at}` }];
  });
}

/** Within one tool names differ by more than letter case; those of several tools may not. */
function similarNames(drafts: readonly ToolDraft[]): string[] {
  const seen = new Set<string>();
  return drafts.flatMap(({ name }) => {
    const lower = name.toLowerCase();
    if (seen.has(lower)) return [name];
    seen.add(lower);
    return [];
  });
}
