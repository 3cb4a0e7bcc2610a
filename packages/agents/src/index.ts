/**
 * Command-line tools for a model, with the SDK of its provider: definitions, checks, questions, runs, answers.
 *
 * @module @atip/agents
 */
export { createAgentTools } from './create-agent-tools.ts';
export { questionText } from './question-text.ts';
export type * from './types.ts';
