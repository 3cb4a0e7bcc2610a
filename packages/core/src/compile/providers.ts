import type { Provider } from '../types/provider.ts';
import { DIALECTS } from './dialects.ts';

/** Every provider, in the order in which they are offered. */
export const PROVIDERS: readonly Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'];

/** Most tools that one request may carry; `null` where the provider documents no limit. */
export const MAX_TOOLS: Readonly<Record<Provider, number | null>> = {
  openai: DIALECTS.openai.maxTools,
  'openai-responses': DIALECTS['openai-responses'].maxTools,
  anthropic: DIALECTS.anthropic.maxTools,
  gemini: DIALECTS.gemini.maxTools,
  mcp: DIALECTS.mcp.maxTools,
  bedrock: DIALECTS.bedrock.maxTools,
};
