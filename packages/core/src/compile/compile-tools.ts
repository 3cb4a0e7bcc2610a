import { providerEntry } from '../errors/provider-entry.ts';
import { toAnthropic } from '../providers/anthropic/index.ts';
import { toGemini } from '../providers/gemini/index.ts';
import { toOpenAI } from '../providers/openai/index.ts';
import type { Provider, ProviderTool, ProviderTools } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';

interface CompileOptions {
  /** OpenAI only; the other providers have no such mode here. */
  strict?: boolean;
}

const TRANSFORMERS: Record<Provider, (tool: AtipTool, options: CompileOptions) => ProviderTool[]> = {
  openai: toOpenAI,
  gemini: toGemini,
  anthropic: toAnthropic,
};

/** Every provider, in the order in which they are offered. */
export const PROVIDERS: readonly Provider[] = ['openai', 'gemini', 'anthropic'];

/** Most tools that one request may carry; `null` where the provider documents no limit. */
export const MAX_TOOLS: Readonly<Record<Provider, number | null>> = { openai: 128, gemini: 512, anthropic: null };

/**
 * Compiles several tools for one provider.
 *
 * Shape: `([gh, kubectl], "openai")` → `{ provider: "openai", tools: [ … ] }`, in the order of the tools. Where two tools
 * compile to one name, the later tool's command takes the place of the earlier one's.
 *
 * @throws AtipValidationError when any tool is invalid; nothing is compiled then
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §8.1
 */
export function compileTools(tools: AtipTool[], provider: Provider, options: CompileOptions = {}): ProviderTools {
  const transform = providerEntry(TRANSFORMERS, provider);
  const byName = new Map<string, ProviderTool>();
  for (const compiled of tools.flatMap((tool) => transform(tool, options))) {
    byName.set('function' in compiled ? compiled.function.name : compiled.name, compiled);
  }
  return { provider, tools: [...byName.values()] };
}
