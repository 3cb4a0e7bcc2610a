/**
 * Questions to the page's worker. A kind is a line here and a function in a feature, which is pure, runs
 * off the page's thread, and may load what it needs when it is first asked. Questions and answers are structured-cloneable.
 */
import { answerCallCommand, answerCallIndex, answerCallStages } from './try/answer-calls.ts';
import { answerLine } from './try/answer-line.ts';
import { answerResponse } from './start/answer-response.ts';
import { answerCommands } from './outline/answer-commands.ts';
import { answerCompare } from './diff/answer-compare.ts';
import { answerFilter } from './try/answer-redaction.ts';
import type { ImportSource } from './start/answer-import.ts';
import {
  answerCompile,
  answerHealth,
  answerLosses,
  answerProvenance,
  answerRemarks,
  answerRequest,
  answerSafetyPrompt,
} from './output/answer-output.ts';
import { recognise } from './start/recognise.ts';
import { answerSafetyCall } from './safety/answer-safety-call.ts';
import { answerSafetyTable } from './safety/answer-safety-table.ts';
import { answerShare } from './share/answer-share.ts';
import { formattedJson } from './text/json.ts';
import { answerCounter } from './output/count-tokens.ts';

export const ANSWERS = {
  compile: answerCompile,
  remarks: answerRemarks,
  'call-index': answerCallIndex,
  'call-command': answerCallCommand,
  'call-response': answerResponse,
  'call-stages': answerCallStages,
  commands: answerCommands,
  compare: answerCompare,
  filter: answerFilter,
  format: formattedJson,
  // Loads when a text in another format is opened.
  import: async (source: ImportSource) => (await import('./start/answer-import.ts')).answerImport(source),
  line: answerLine,
  recognise,
  share: answerShare,
  'output-health': answerHealth,
  'output-losses': answerLosses,
  'output-provenance': answerProvenance,
  'output-request': answerRequest,
  'safety-call': answerSafetyCall,
  'token-counter': answerCounter,
  'safety-prompt': answerSafetyPrompt,
  'safety-table': answerSafetyTable,
};

export type QuestionKind = keyof typeof ANSWERS;
export type QuestionOf<Kind extends QuestionKind> = Parameters<(typeof ANSWERS)[Kind]>[0];
export type AnswerOf<Kind extends QuestionKind> = Awaited<ReturnType<(typeof ANSWERS)[Kind]>>;

export type AnswerFunctions = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};
