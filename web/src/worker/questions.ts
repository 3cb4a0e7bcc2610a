/**
 * What the page may ask of its workers. A kind of question is a line here and a function in `analysis/`, which is
 * pure, runs off the page's thread, and may load what it needs when it is first asked.
 */
import type { Issue } from '@atip/core';
import {
  answerCommandDetail,
  type CommandDetail,
  type CommandDetailQuestion,
} from '../analysis/commands/answer-command-detail.ts';
import { answerCommands, type CommandsAnswer, type CommandsQuestion } from '../analysis/commands/answer-commands.ts';
import {
  answerCallCommand,
  answerCallIndex,
  answerCallStages,
  type CallableDetail,
  type CallIndex,
  type CallStages,
  type CommandQuestion,
  type StagesQuestion,
} from '../analysis/calls/answer-calls.ts';
import { answerResponse, type ReadResponse, type ResponseQuestion } from '../analysis/calls/answer-response.ts';
import {
  answerCompare,
  type CompareAnswer,
  type CompareQuestion,
  answerCompareLines,
  type LinesAnswer,
  type LinesQuestion,
} from '../analysis/compare/answer-compare.ts';
import { answerFilter, type FilterAnswer, type FilterQuestion } from '../analysis/filter/answer-filter.ts';
import { answerImport, type ImportedSource, type ImportQuestion } from '../analysis/import/answer-import.ts';
import {
  type HealthAnswer,
  type SnippetQuestion,
  type TokensAnswer,
  answerHealth,
  answerLosses,
  answerProvenance,
  answerSnippet,
  answerTokens,
} from '../analysis/output/output-answers.ts';
import type { OutputQuestion } from '../analysis/output/compiled-tool.ts';
import type { LossGroup } from '../analysis/output/losses.ts';
import { answerJumpList, type JumpTarget } from '../analysis/palette/answer-jump-list.ts';
import type { Provenance } from '../analysis/provenance/provenance.ts';
import { answerShare, type ShareAnswer, type ShareQuestion } from '../analysis/share/answer-share.ts';
import type { Snippet } from '../analysis/snippets/snippet-for.ts';
import {
  answerSafetyGaps,
  type GapsAnswer,
  answerSafetyPrompt,
  type PromptAnswer,
} from '../analysis/safety/answer-safety-gaps.ts';
import { answerSafetyMatrix, type MatrixAnswer, type MatrixQuestion } from '../analysis/safety/answer-safety-matrix.ts';
import type { Subject } from '../analysis/subject.ts';
import type { CompileResponse, CompileSource } from '../document/compilation.ts';
import { answerCompile, answerRemarks } from './compile-document.ts';

/** Questions and answers by kind; both are structured-cloneable. */
interface Questions {
  readonly compile: { readonly question: CompileSource; readonly answer: CompileResponse };
  readonly remarks: { readonly question: CompileSource; readonly answer: readonly Issue[] };
  readonly 'jump-list': { readonly question: { readonly text: string }; readonly answer: readonly JumpTarget[] };
  readonly 'call-index': { readonly question: Subject; readonly answer: CallIndex | undefined };
  readonly 'call-command': { readonly question: CommandQuestion; readonly answer: CallableDetail | undefined };
  readonly 'call-response': { readonly question: ResponseQuestion; readonly answer: ReadResponse };
  readonly 'call-stages': { readonly question: StagesQuestion; readonly answer: CallStages | undefined };
  readonly commands: { readonly question: CommandsQuestion; readonly answer: CommandsAnswer };
  readonly 'command-detail': { readonly question: CommandDetailQuestion; readonly answer: CommandDetail | undefined };
  readonly compare: { readonly question: CompareQuestion; readonly answer: CompareAnswer };
  readonly 'compare-lines': { readonly question: LinesQuestion; readonly answer: LinesAnswer };
  readonly filter: { readonly question: FilterQuestion; readonly answer: FilterAnswer };
  readonly import: { readonly question: ImportQuestion; readonly answer: readonly ImportedSource[] };
  readonly share: { readonly question: ShareQuestion; readonly answer: ShareAnswer };
  readonly 'output-health': { readonly question: OutputQuestion; readonly answer: HealthAnswer | undefined };
  readonly 'output-losses': { readonly question: OutputQuestion; readonly answer: readonly LossGroup[] | undefined };
  readonly 'output-provenance': { readonly question: OutputQuestion; readonly answer: Provenance | undefined };
  readonly 'output-snippet': { readonly question: SnippetQuestion; readonly answer: Snippet };
  readonly 'output-tokens': { readonly question: OutputQuestion; readonly answer: TokensAnswer | undefined };
  readonly 'safety-gaps': { readonly question: Subject; readonly answer: GapsAnswer };
  readonly 'safety-matrix': { readonly question: MatrixQuestion; readonly answer: MatrixAnswer };
  readonly 'safety-prompt': { readonly question: Subject; readonly answer: PromptAnswer };
}

export type QuestionKind = keyof Questions;
export type QuestionOf<Kind extends QuestionKind> = Questions[Kind]['question'];
export type AnswerOf<Kind extends QuestionKind> = Questions[Kind]['answer'];

export type Answering = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};

export const ANSWERS: Answering = {
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
