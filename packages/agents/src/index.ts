/**
 * Command-line tools for a model, with the SDK of its provider: definitions, checks, questions, runs, answers.
 *
 * @module @atip/agents
 */
export {};
