/**
 * Questions to the page's workers. A kind is a line here and a function in a feature, which is pure, runs
 * off the page's thread, and may load what it needs when it is first asked. Questions and answers are structured-cloneable.
 */
import { answerCallCommand, answerCallIndex, answerCallStages } from './features/try/answer-calls.ts';
import { answerLine } from './features/try/answer-line.ts';
import { answerResponse } from './features/try/answer-response.ts';
import { answerCommands } from './features/outline/answer-commands.ts';
import { answerCompare } from './features/diff/answer-compare.ts';
import { answerFilter } from './features/try/answer-redaction.ts';
import { answerImport } from './features/import/answer-import.ts';
import {
  answerHealth,
  answerLosses,
  answerRequest,
  answerProvenance,
  answerSafetyPrompt,
} from './features/output/output-answers.ts';
import { recognise } from './features/start/recognise.ts';
import { answerSafetyCall } from './features/safety/answer-safety-call.ts';
import { answerSafetyTable } from './features/safety/answer-safety-table.ts';
import { answerShare } from './features/share/answer-share.ts';
import { formattedJson } from './document/format-json.ts';
import { answerCompile, answerRemarks } from './features/output/compile-document.ts';
import { answerCounter } from './features/output/count-tokens.ts';

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
  import: answerImport,
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

export type Answering = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};
