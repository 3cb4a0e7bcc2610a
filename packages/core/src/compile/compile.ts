import { assertTool } from '../commands/assert-tool.ts';
import { providerEntry } from '../errors/provider-entry.ts';
import type {
  Compilation,
  CompiledEntry,
  CompileSettings,
  Loss,
  Provider,
  ProviderToolKinds,
} from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertSettings } from './assert-settings.ts';
import { compileActions } from './compile-actions.ts';
import { compileCommands } from './compile-commands.ts';
import { compileIssues } from './compile-issues.ts';
import type { Compiled } from './compiled.ts';
import { DIALECTS } from './dialects.ts';
import { chooseStrict } from './choose-strict.ts';
import type { ReportLoss } from './report-loss.ts';
import { toolLosses } from './tool-losses.ts';

/**
 * Compiles tools for one provider and tells what became of everything they say.
 *
 * Shape: `([gh], "openai")` → `{ tools: [{ type: "function", … }], entries: [{ name: "gh_pr_create", pointer:
 * "/commands/pr/commands/create", parameters: { title: "/commands/…/options/0" }, … }], losses: [{ code: "not-sent",
 * pointer: "/authentication", … }], issues: [] }`. `entries` go with `tools`, one for each. Every drop, new name, other type
 * and cut is a loss; `flags` and how values are written on a command line are the host's, never a provider's, and are none.
 * Nullable optional parameters of strict schemas are none either: the null is taken out again when a call is checked.
 * Where two tools compile to one name, the later one's takes the place of the earlier one's, and an issue says so; too many
 * tools for one request are an issue too, and all of them are there.
 *
 * @throws AtipValidationError when any tool is invalid, characters that people cannot see hide in what a model would get, or a setting is none of those there are
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8
 */
export function compile<Name extends Provider>(
  tools: readonly AtipTool[],
  provider: Name,
  settings: CompileSettings = {},
): Compilation<Name> {
  const dialect = providerEntry(DIALECTS, provider);
  assertSettings(settings);
  const losses: Loss[] = [];
  const compileTool = settings.strategy === 'action' ? compileActions : compileCommands;
  const compiled: Compiled[] = [];
  for (const tool of tools) {
    assertTool(tool);
    const { name } = tool;
    const report: ReportLoss = (code, pointer, message) => {
      losses.push({ code, provider, tool: name, pointer, message });
    };
    const own = compileTool(tool, dialect, settings, report);
    for (const one of own) compiled.push(one);
    const groups = settings.strategy === 'action' ? own.map(({ entry }) => entry.pointer) : [];
    // Only now is it certain that every level of the tree can be read.
    toolLosses(report, tool, dialect.hints === true, settings.globalOptions, new Set(groups));
  }
  const { all, shadowed } = tools.length > 1 ? keepLast(compiled) : { all: compiled, shadowed: [] };
  for (const { name, tool, pointer } of shadowed) {
    const message = `A later tool has a command of the name "${name}".`;
    losses.push({ code: 'shadowed', provider, tool, pointer, message });
  }
  const strict = chooseStrict(
    provider,
    all.map(({ draft }) => draft),
    settings.strict === true,
  );
  const [whenStrict, otherwise] = [
    { ...settings, strict: true },
    { ...settings, strict: false },
  ];
  return {
    provider,
    // The dialect that was looked up by the provider's name writes that provider's tools.
    tools: all.map(
      ({ draft }, index) => dialect.write(draft, strict[index] ? whenStrict : otherwise) as ProviderToolKinds[Name],
    ),
    entries: all.map(({ entry }): CompiledEntry => entry),
    losses,
    issues: compileIssues(provider, all, {
      maxTools: dialect.maxTools,
      severalTools: tools.length > 1,
      shadowed,
      strict,
      settings,
    }),
  };
}

/** One tool's names are unique; of several tools' with one name the last is kept, in the place of the first. */
function keepLast(compiled: readonly Compiled[]): { all: Compiled[]; shadowed: CompiledEntry[] } {
  const byName = new Map<string, Compiled>();
  const shadowed: CompiledEntry[] = [];
  for (const one of compiled) {
    const earlier = byName.get(one.draft.name);
    if (earlier) shadowed.push(earlier.entry);
    byName.set(one.draft.name, one);
  }
  return { all: [...byName.values()], shadowed };
}
