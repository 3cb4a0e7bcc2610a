import { toolList, assertRecord, documentError } from '../commands/assert-document.ts';
import { describeUnread, type Refuse } from '../commands/flatten-commands.ts';
import { sourcePointer } from '../commands/parameters.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { providerEntry } from '../json/atip-error.ts';
import { hiddenCharactersIn, modelText } from '../json/hidden-characters.ts';
import { joinPointer } from '../json/pointer.ts';
import { isSettled } from '../json/settled.ts';
import { FORMS } from '../providers/list.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { Issue } from '../types/issue.ts';
import type { Compilation, CompiledEntry, CompileSettings, Loss, OmittedCommand, Provider } from '../types/provider.ts';
import type { AtipTool, AtipEffects, AtipOption } from '../types/tool.ts';
import { draftActions, draftCommands, type DraftSettings } from './drafts.ts';
import { draftLosses, type ReportLoss, toolLosses } from './report-losses.ts';
import { provenanceOf } from './provenance.ts';
import { assertSeparator, keepLast, writeDrafts } from './transform.ts';
import { SEARCH_TOOLS } from '../commands/search-tools.ts';
import { eitherEffects } from '../effects/merge-effects.ts';
import { ofAny } from '../effects/safety-flags.ts';

/**
 * Compiles tools for one provider and reports every loss.
 *
 * Shape: `([gh], "openai")` → `{ tools: [{ type: "function", … }], entries: [{ name: "gh_pr_create", pointer:
 * "/commands/pr/commands/create", parameters: { title: "/commands/…/options/0" }, … }], losses: [{ code: "not-sent",
 * pointer: "/authentication", … }], issues: [], omitted: [] }`. `entries` go with `tools`, one for each, commands of
 * daily use (`x-everyday`) first. Every drop, new name, other type and cut is a loss; `flags` and the spelling of
 * values on a command line are no losses, because only the host needs them. Nor are nullable optional parameters of
 * strict schemas: `checkCall` removes the null again.
 *
 * A command that cannot be compiled is omitted and the others are compiled; an issue `omitted-commands` says so. Where
 * two tools compile to one name, the later replaces the earlier, and an issue says so. Too many tools for one request
 * are an issue too; all of them are returned.
 *
 * `provenance` maps places of `tools` to their sources: `{ "/0/function/name": ["/commands/pr/commands/create",
 * …, "/name"] }`. Its values point into the document of the ATIP tool that the entry of the same index names. It is not
 * enumerable: copies and JSON omit it. Entries, losses and provenance are computed on first access. A tool of
 * `parseTool` is frozen, and compiled once; any other is read anew each time.
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
  const drafted = tools.map((tool) => draftTool(tool, form, settings));
  const drafts = everydayFirst(drafted.flatMap((one) => one.drafts));
  const { kept, shadowed } = tools.length > 1 ? keepLast(drafts) : { kept: drafts, shadowed: [] };
  const parts = { provider, form, settings, drafted, shadowed };
  const isSearch = settings.strategy === 'search';
  const sent = isSearch ? searchDrafts(kept, form, settings) : kept;
  const { tools: written, strict } = writeDrafts(sent, form, isSearch ? searchSettings(settings) : settings);
  const issues = compileIssues(kept, strict, parts);
  const omitted = drafted.flatMap((one) => one.omitted);
  return new LazyCompilation(
    { provider, tools: written, issues, omitted },
    () => sent.map((draft) => (isSearch ? searchEntry(draft) : entryOf(draft, form.keys))),
    () => lossesOf(parts),
    () => (isSearch ? {} : provenanceOf(kept, written, form, settings)),
  );
}

/** Providers and clients that cut a list keep its beginning, and models choose better from it. */
function everydayFirst(drafts: readonly ToolDraft[]): readonly ToolDraft[] {
  const [first, later]: [ToolDraft[], ToolDraft[]] = [[], []];
  for (const draft of drafts) {
    const isEveryday = draft.commands.some(({ metadata }) => metadata['x-everyday'] === true);
    (isEveryday ? first : later).push(draft);
  }
  return first.length === 0 ? drafts : [...first, ...later];
}

/** A tool's drafts, and the commands that are left out. */
interface DraftedTool {
  readonly tool: AtipTool;
  readonly drafts: readonly ToolDraft[];
  readonly omitted: readonly OmittedCommand[];
}

interface Parts<Name extends Provider> extends Pick<Compilation<Name>, 'provider'> {
  readonly form: ProviderForm<Name>;
  readonly settings: CompileSettings;
  readonly drafted: readonly DraftedTool[];
  /** Drafts that another tool's command replaced. */
  readonly shadowed: readonly ToolDraft[];
}

function lossesOf<Name extends Provider>({ provider, form, settings, drafted, shadowed }: Parts<Name>): Loss[] {
  const losses: Loss[] = [];
  for (const { tool, drafts, omitted } of drafted) {
    const report: ReportLoss = (code, pointer, message) => {
      losses.push({ code, provider, tool: tool.name, pointer, message });
    };
    for (const draft of drafts) draftLosses(report, draft, form, settings);
    const groups = new Set(drafts.filter(({ group }) => group !== undefined).map(({ pointer }) => pointer));
    const refused = new Set(omitted.map(({ pointer }) => pointer));
    toolLosses(report, tool, form.places.hints !== undefined, settings.globalOptions, groups, refused);
  }
  for (const { name, tool, pointer } of shadowed) {
    const message = `A later tool has a command of the name "${name}".`;
    losses.push({ code: 'shadowed', provider, tool: tool.name, pointer, message });
  }
  return losses;
}

/**
 * The three search tools instead of all commands. A command's losses are the facts that `describe_command` omits. Where
 * two tools have a command of one name, `run_command` runs the later one's.
 */
function searchDrafts(commands: readonly ToolDraft[], form: ProviderForm, settings: CompileSettings): ToolDraft[] {
  const { keys, maxDescription, chooseStrict, hasTextEnums } = form;
  const asText = (settings.strict === true && chooseStrict !== undefined) || hasTextEnums?.(settings) === true;
  return draftSearch(commands, { keys, maxDescription }, asText);
}

function searchSettings({ strict, geminiSchema }: CompileSettings): CompileSettings {
  return { ...(strict !== undefined && { strict }), ...(geminiSchema && { geminiSchema }) };
}

/** It refers to no place of any document. */
function searchEntry({ name, effects }: ToolDraft): CompiledEntry {
  return { name, tool: '', path: [], pointer: '', effects, parameters: {} };
}

function draftTool(tool: AtipTool, form: ProviderForm, settings: CompileSettings): DraftedTool {
  // A description on request has no limit.
  const { keys, maxDescription } = settings.strategy === 'search' ? { ...form, maxDescription: undefined } : form;
  const omitted: OmittedCommand[] = [];
  const refuse: Refuse = (pointer, { message, path }, isHidden) => {
    const code = isHidden ? 'hidden-characters' : 'invalid-metadata';
    const issue = { code, severity: 'error' as const, message, path: joinPointer('', ...path) };
    omitted.push({ tool: tool.name, pointer, issues: [issue] });
  };
  const draftAll = settings.strategy === 'action' ? draftActions : draftCommands;
  const drafts = draftAll(tool, { ...settings, keys, maxDescription }, refuse);
  return { tool, drafts, omitted };
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
 * Computes entries, losses and provenance on first access.
 *
 * A class, for its getters: V8 keeps a getter that is made for an object, and all that it references, until the next
 * full collection.
 */
class LazyCompilation<Name extends Provider> implements Compilation<Name> {
  readonly provider: Name;
  readonly tools: Compilation<Name>['tools'];
  readonly issues: Compilation<Name>['issues'];
  readonly omitted: Compilation<Name>['omitted'];
  readonly #list: () => CompiledEntry[];
  readonly #find: () => Loss[];
  readonly #trace: () => Compilation['provenance'];
  #entries: CompiledEntry[] | undefined;
  #losses: Loss[] | undefined;
  #provenance: Compilation['provenance'] | undefined;

  constructor(
    { provider, tools, issues, omitted }: Omit<Compilation<Name>, 'entries' | 'losses' | 'provenance'>,
    list: () => CompiledEntry[],
    find: () => Loss[],
    trace: () => Compilation['provenance'],
  ) {
    this.provider = provider;
    this.tools = tools;
    this.issues = issues;
    this.omitted = omitted;
    this.#list = list;
    this.#find = find;
    this.#trace = trace;
    // Own and enumerable, so that copies and JSON have them.
    Object.defineProperty(this, 'entries', ENTRIES);
    Object.defineProperty(this, 'losses', LOSSES);
  }

  get entries(): CompiledEntry[] {
    this.#entries ??= this.#list();
    return this.#entries;
  }

  get losses(): Loss[] {
    this.#losses ??= this.#find();
    return this.#losses;
  }

  get provenance(): Compilation['provenance'] {
    this.#provenance ??= this.#trace();
    return this.#provenance;
  }
}

const own = (name: 'entries' | 'losses'): PropertyDescriptor => ({
  ...Object.getOwnPropertyDescriptor(LazyCompilation.prototype, name),
  enumerable: true,
});
const ENTRIES = /* @__PURE__ */ own('entries');
const LOSSES = /* @__PURE__ */ own('losses');

const CHOICES: Readonly<Record<keyof CompileSettings, readonly unknown[]>> = {
  strict: [true, false],
  globalOptions: ['required', 'all', 'none'],
  examples: [true, false],
  strategy: ['discrete', 'action', 'search'],
  geminiSchema: ['openapi', 'json-schema'],
  separator: ['_', '-', '.'],
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
}

/** Issues about the tools as a whole; paths are those of `Compilation`. */
function compileIssues<Name extends Provider>(
  drafts: readonly ToolDraft[],
  strict: readonly boolean[],
  { form, shadowed, settings, drafted }: Parts<Name>,
): Issue[] {
  const issues: Issue[] = shadowed.map(({ name, tool }) => ({
    code: 'shadowed-tool',
    severity: 'warning',
    message: `"${name}" of the tool "${tool.name}" is left out: a later tool has one of that name.`,
    path: settings.strategy === 'search' ? '/tools' : `/tools/${drafts.findIndex((draft) => draft.name === name)}`,
  }));
  for (const { tool, omitted } of drafted) {
    const [first] = omitted;
    if (first === undefined) continue;
    const [{ message } = { message: '' }] = first.issues;
    const what = omitted.length === 1 ? '1 command or group' : `${omitted.length} commands or groups`;
    issues.push({
      code: 'omitted-commands',
      severity: 'warning',
      message: `${what} of the tool "${tool.name}" cannot be compiled; \`omitted\` lists them all. ${message}`,
      path: '/omitted',
    });
  }
  for (const { tool } of drafted) {
    const message = describeUnread(tool);
    if (message !== undefined) issues.push({ code: 'commands-not-read', severity: 'warning', message, path: '/tools' });
  }
  // `parseTool` has taken out what hides in a settled document.
  for (const [at, draft] of drafts.entries())
    if (!isSettled(draft.tool)) hiddenTexts(issues, draft, settings.strategy === 'search' ? '/tools' : `/tools/${at}`);
  for (const name of drafted.length > 1 ? similarNames(drafts) : []) {
    issues.push({
      code: 'similar-names',
      severity: 'warning',
      message: `Another tool's command has the name "${name}" but for letter case; models and clients may mix them up.`,
      path: '/tools',
    });
  }
  const { maxTools = Number.POSITIVE_INFINITY, chooseStrict } = form;
  if (settings.strategy !== 'search' && drafts.length > maxTools) {
    issues.push({
      code: 'too-many-tools',
      severity: 'error',
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
function hiddenTexts(issues: Issue[], { commands, parameters, tool }: ToolDraft, path: string): void {
  const see = (text: unknown, pointer: string, field: string): void => {
    const found = typeof text === 'string' ? hiddenCharactersIn(text) : '';
    if (found === '') return;
    const place = `${pointer}/${field} of the tool "${tool.name}"`;
    const message = `Characters that people cannot see are taken out of ${place}: ${found}.`;
    issues.push({ code: 'hidden-characters', severity: 'warning', message, path });
  };
  for (const { pointer, metadata } of commands) {
    see(metadata.description, pointer, 'description');
    if (Array.isArray(metadata.examples)) for (const text of metadata.examples) see(text, pointer, 'examples');
  }
  const above = commands.length === 1 ? (commands[0]?.pointer ?? '') : '';
  for (const { parameter } of parameters) {
    const { source, global, pointer } = parameter;
    see(source.description, global ? pointer : above + pointer, 'description');
    see(source.default, global ? pointer : above + pointer, 'default');
  }
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

/**
 * Drafts the three tools that replace any number of commands: `search_commands`, `describe_command`, `run_command`.
 *
 * They are drafted like an ATIP tool's commands, so that every provider gets them in its own form. `arguments` is an
 * object, or JSON text where a schema has to list every property of an object.
 *
 * @param drafts the drafts of the commands: `run_command` gets the worst effects of any
 * @param asText true where the provider's schema cannot have an object of any properties
 */
function draftSearch(drafts: readonly ToolDraft[], settings: DraftSettings, asText: boolean): ToolDraft[] {
  const counts = new Map<AtipTool, number>();
  for (const { tool } of drafts) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const effects = drafts.map((draft) => draft.effects).reduce((worst, one) => eitherEffects(worst, one), LOOKS);
  const draft = (name: string, description: string, options: AtipOption[], own: AtipEffects): readonly ToolDraft[] => {
    const [tool = '', command = ''] = name.split('_');
    const commands = { [command]: { description, options, effects: own } };
    return draftCommands({ atip: { version: '0.4' }, name: tool, version: '1', description, commands }, settings);
  };
  const [search, describe, run] = [
    draft(SEARCH_TOOLS.search, `${FIND} ${programs(counts, drafts.length)}`, SEARCH_OPTIONS, LOOKS),
    draft(SEARCH_TOOLS.describe, DESCRIBE, [COMMAND], LOOKS),
    draft(SEARCH_TOOLS.run, RUN, [COMMAND, asText ? TEXT : ARGUMENTS], drafts.length === 0 ? LOOKS : ofAny(effects)),
  ];
  return [...search, ...describe, ...run.map((one) => (asText ? one : withObject(one)))];
}

/** It only reads documents. */
const LOOKS: AtipEffects = {
  filesystem: { read: false, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
};

const FIND =
  'Finds commands by what they do. Each comes with its name, what it is for, its safety flags, and whether it may run here or a ' +
  'person is asked first.';
const DESCRIBE =
  'Describes a command: its parameters as a JSON Schema, examples, effects. Read it before the first call of a command.';
const RUN = 'Runs a command that search_commands found, with the parameters that describe_command told.';

const SEARCH_OPTIONS: AtipOption[] = [
  {
    name: 'query',
    flags: ['--query'],
    type: 'string',
    description: 'What the command should do, in English, such as "undo the last commit"',
    required: true,
  },
  { name: 'limit', flags: ['--limit'], type: 'integer', description: 'How many commands at most', default: 5 },
];

const COMMAND: AtipOption = {
  name: 'command',
  flags: ['--command'],
  type: 'string',
  description: 'Name of the command, as search_commands gives it',
  required: true,
};

const ARGUMENTS: AtipOption = {
  name: 'arguments',
  flags: ['--arguments'],
  type: 'string',
  description: "The command's parameters by name; none without it",
};

const TEXT: AtipOption = {
  ...ARGUMENTS,
  description: "The command's parameters by name, as JSON text; none without it",
};

/** ATIP has no type `object`. */
function withObject(draft: ToolDraft): ToolDraft {
  const parameters = draft.parameters.map((one) =>
    one.parameter.source.name === ARGUMENTS.name
      ? { ...one, shape: { type: 'object' as const, description: one.shape.description } }
      : one,
  );
  return { ...draft, parameters };
}

/** UTF-16 units for the programs, of the 1,024 that the narrowest provider takes. */
const ROOM = 600;
const MAX_PURPOSE = 60;

/**
 * A sentence that names the programs: with their purposes if the room suffices, else as many names as fit, those with
 * the most commands first.
 */
function programs(counts: ReadonlyMap<AtipTool, number>, count: number): string {
  const purposes = [...counts.keys()].map(({ name, description }) => {
    const [first = ''] = modelText(typeof description === 'string' ? description : '').split('\n');
    return `${modelText(name)} (${first.length > MAX_PURPOSE ? `${first.slice(0, MAX_PURPOSE - 3).trim()}...` : first})`;
  });
  const full = purposes.join(', ');
  const known = `${count} commands of`;
  if (full.length <= ROOM) return `${known} ${full}.`;
  const names: string[] = [];
  let length = 0;
  for (const [{ name }] of [...counts].sort(([, one], [, other]) => other - one)) {
    length += name.length + 2;
    if (length > ROOM) break;
    names.push(modelText(name));
  }
  const more = counts.size - names.length;
  return `${known} ${names.join(', ')}${more > 0 ? ` and ${more} more programs` : ''}.`;
}
