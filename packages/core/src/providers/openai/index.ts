export { openAIMessage } from './openai-message.ts';
export { parseOpenAICalls } from './parse-openai-calls.ts';
export { OPENAI_DESCRIPTION_MAX_LENGTH, toOpenAI } from './to-openai.ts';
