/**
 * Which command does what is wanted. Runs in a browser as well.
 *
 * @module @atip/agents/search
 */
export type { CommandSummary, SearchAnswer, SearchAnswerSettings } from './answer-search-call.ts';
export { answerSearchCall } from './answer-search-call.ts';
export type { FoundCommand, SearchSettings } from './search-commands.ts';
export { searchCommands } from './search-commands.ts';
