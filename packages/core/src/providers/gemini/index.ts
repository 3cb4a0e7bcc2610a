export { geminiMessage } from './gemini-message.ts';
export { parseGeminiCalls } from './parse-gemini-calls.ts';
export { toGemini } from './to-gemini.ts';
