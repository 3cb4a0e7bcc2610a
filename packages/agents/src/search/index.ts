/**
 * Finds the commands for a task. Also runs in a browser.
 *
 * @module @atip/agents/search
 */
export type { CommandSummary, SearchAnswer } from './answer-search-call.ts';
export { answerSearchCall } from './answer-search-call.ts';
export type { FoundCommand, SearchSettings } from './search-commands.ts';
export { searchCommands } from './search-commands.ts';
