/**
 * Questions to the page's workers. A kind is a line here and a function in `analysis/`, which is pure, runs
 * off the page's thread, and may load what it needs when it is first asked. Questions and answers are structured-cloneable.
 */
import { answerCallCommand, answerCallIndex, answerCallStages } from '../analysis/calls/answer-calls.ts';
import { answerResponse } from '../analysis/calls/answer-response.ts';
import { answerCommandDetail } from '../analysis/commands/answer-command-detail.ts';
import { answerCommands } from '../analysis/commands/answer-commands.ts';
import { answerCompare, answerCompareLines } from '../analysis/compare/answer-compare.ts';
import { answerFilter } from '../analysis/filter/answer-filter.ts';
import { answerImport } from '../analysis/import/answer-import.ts';
import {
  answerHealth,
  answerLosses,
  answerProvenance,
  answerSnippet,
  answerTokens,
} from '../analysis/output/output-answers.ts';
import { answerJumpList } from '../analysis/palette/answer-jump-list.ts';
import { answerSafetyGaps, answerSafetyPrompt } from '../analysis/safety/answer-safety-gaps.ts';
import { answerSafetyMatrix } from '../analysis/safety/answer-safety-matrix.ts';
import { answerShare } from '../analysis/share/answer-share.ts';
import { answerCompile, answerRemarks } from './compile-document.ts';

export const ANSWERS = {
  compile: answerCompile,
  remarks: answerRemarks,
  'jump-list': answerJumpList,
  'call-index': answerCallIndex,
  'call-command': answerCallCommand,
  'call-response': answerResponse,
  'call-stages': answerCallStages,
  commands: answerCommands,
  'command-detail': answerCommandDetail,
  compare: answerCompare,
  'compare-lines': answerCompareLines,
  filter: answerFilter,
  import: answerImport,
  share: answerShare,
  'output-health': answerHealth,
  'output-losses': answerLosses,
  'output-provenance': answerProvenance,
  'output-snippet': answerSnippet,
  'output-tokens': answerTokens,
  'safety-gaps': answerSafetyGaps,
  'safety-matrix': answerSafetyMatrix,
  'safety-prompt': answerSafetyPrompt,
};

export type QuestionKind = keyof typeof ANSWERS;
export type QuestionOf<Kind extends QuestionKind> = Parameters<(typeof ANSWERS)[Kind]>[0];
export type AnswerOf<Kind extends QuestionKind> = Awaited<ReturnType<(typeof ANSWERS)[Kind]>>;

export type Answering = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};
