/**
 * Makes command-line programs answer `--agent` with ATIP: names, arguments and options come from the framework that the
 * program is written with, effects from its author.
 *
 * @module @atip/emit
 */
export type { AgentAnswer } from './answer/answer-agent.ts';
export type { ValueType, ValueTypes } from './document/parameters.ts';
export type { EffectsByWords, ProgramFacts } from './document/write-document.ts';
export type { AtipSettings } from './with-atip.ts';
export { answerAgent, withAtip } from './with-atip.ts';
