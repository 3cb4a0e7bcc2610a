import { draftCommands } from '../commands/draft-commands.ts';
import { providerEntry } from '../errors/provider-entry.ts';
import type { Provider, ProviderTools } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { chooseStrict } from './choose-strict.ts';
import { DIALECTS } from './dialects.ts';

/**
 * Compiles several tools for one provider.
 *
 * Shape: `([gh, kubectl], "openai")` → `{ provider: "openai", tools: [ … ] }`, in the order of the tools. Where two tools
 * compile to one name, the later tool's command takes the place of the earlier one's. `compile` also says what was lost.
 *
 * @param options `strict` counts where the provider has such a mode, for the tools that fit its bounds
 * @throws AtipValidationError when any tool is invalid; nothing is compiled then
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8.1
 */
export function compileTools(tools: AtipTool[], provider: Provider, options: { strict?: boolean } = {}): ProviderTools {
  const { write, limit } = providerEntry(DIALECTS, provider);
  const byName = new Map(tools.flatMap((tool) => draftCommands(tool, limit)).map((draft) => [draft.name, draft]));
  const drafts = [...byName.values()];
  const strict = chooseStrict(provider, drafts, options.strict === true);
  return { provider, tools: drafts.map((draft, index) => write(draft, { strict: strict[index] === true })) };
}
