/**
 * Questions to the page's worker. A kind is a line here and a function in a feature, which is pure, runs
 * off the page's thread, and may load what it needs when it is first asked. Questions and answers are structured-cloneable.
 */
import { answerCalls } from './try/answer-calls.ts';
import { answerEffects, answerSetEffect } from './editor/answer-effects.ts';
import { answerMend } from './editor/answer-mend.ts';
import { answerLine } from './line/answer-line.ts';
import { answerImport, answerToolList, answerToolText, recognise } from './start/answer-import.ts';
import { answerCommands } from './outline/answer-commands.ts';
import { answerCompare } from './compare/answer-compare.ts';
import { answerFilter } from './redact/answer-redaction.ts';
import {
  answerCompile,
  answerHealth,
  answerOrigin,
  answerPlaces,
  answerRemarks,
  answerRequest,
  answerSafetyPrompt,
} from './output/answer-output.ts';
import { answerSafetyCall, answerSafetyPreview, answerSafetyTable } from './safety/answer-safety.ts';
import { answerShare } from './share/answer-share.ts';

export const ANSWERS = {
  compile: answerCompile,
  remarks: answerRemarks,
  calls: answerCalls,
  commands: answerCommands,
  compare: answerCompare,
  'effects-at': answerEffects,
  'effects-set': answerSetEffect,
  filter: answerFilter,
  import: answerImport,
  line: answerLine,
  mend: answerMend,
  recognise,
  share: answerShare,
  'output-health': answerHealth,
  'output-origin': answerOrigin,
  'output-places': answerPlaces,
  'output-request': answerRequest,
  'safety-call': answerSafetyCall,
  'safety-preview': answerSafetyPreview,
  'tool-list': answerToolList,
  'tool-text': answerToolText,
  'safety-prompt': answerSafetyPrompt,
  'safety-table': answerSafetyTable,
};

export type QuestionKind = keyof typeof ANSWERS;
export type QuestionOf<Kind extends QuestionKind> = Parameters<(typeof ANSWERS)[Kind]>[0];
export type AnswerOf<Kind extends QuestionKind> = Awaited<ReturnType<(typeof ANSWERS)[Kind]>>;

export type AnswerFunctions = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};
