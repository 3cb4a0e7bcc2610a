export { anthropicMessage } from './anthropic-message.ts';
export { parseAnthropicCalls } from './parse-anthropic-calls.ts';
export { toAnthropic } from './to-anthropic.ts';
