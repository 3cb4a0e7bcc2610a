/**
 * What panels may ask of the analysis worker. A kind of question is a line here and a function in `analysis/`, which is
 * pure, runs off the page's thread, and may load what it needs when it is first asked.
 */
import type { AtipTool } from '@atip/core';
import {
  answerCommandDetail,
  type CommandDetail,
  type CommandDetailQuestion,
} from '../analysis/commands/answer-command-detail.ts';
import {
  answerCommandSearch,
  type CommandSearchAnswer,
  type CommandSearchQuestion,
} from '../analysis/commands/answer-command-search.ts';
import { answerCommands, type CommandsAnswer, type CommandsQuestion } from '../analysis/commands/answer-commands.ts';
import { answerCallCommand, type CallableDetail, type CommandQuestion } from '../analysis/calls/answer-call-command.ts';
import { answerCallIndex, type CallIndex } from '../analysis/calls/answer-call-index.ts';
import { answerCallStages, type CallStages, type StagesQuestion } from '../analysis/calls/answer-call-stages.ts';
import { answerCallTrials, type Trial, type TrialsQuestion } from '../analysis/calls/answer-call-trials.ts';
import { answerResponse, type ReadResponse, type ResponseQuestion } from '../analysis/calls/answer-response.ts';
import { answerCompare, type CompareAnswer, type CompareQuestion } from '../analysis/compare/answer-compare.ts';
import { answerCompareLines, type LinesAnswer, type LinesQuestion } from '../analysis/compare/answer-compare-lines.ts';
import { answerFilter, type FilterAnswer, type FilterQuestion } from '../analysis/filter/answer-filter.ts';
import {
  answerFilterShuffle,
  type ShuffleAnswer,
  type ShuffleQuestion,
} from '../analysis/filter/answer-filter-shuffle.ts';
import { answerFilterStream, type StreamAnswer, type StreamQuestion } from '../analysis/filter/answer-filter-stream.ts';
import { answerImport, type ImportedSource, type ImportQuestion } from '../analysis/import/answer-import.ts';
import { answerColumn, type ColumnAnswer } from '../analysis/output/answer-column.ts';
import { answerHealth, type HealthAnswer } from '../analysis/output/answer-health.ts';
import { answerLosses } from '../analysis/output/answer-losses.ts';
import { answerProvenance } from '../analysis/output/answer-provenance.ts';
import { answerSnippet, type SnippetQuestion } from '../analysis/output/answer-snippet.ts';
import { answerTokens, type TokensAnswer } from '../analysis/output/answer-tokens.ts';
import type { OutputQuestion } from '../analysis/output/compiled-tool.ts';
import type { LossGroup } from '../analysis/output/group-losses.ts';
import { answerJumpList, type JumpTarget } from '../analysis/palette/answer-jump-list.ts';
import type { Provenance } from '../analysis/provenance/provenance.ts';
import { answerShare, type ShareAnswer, type ShareQuestion } from '../analysis/share/answer-share.ts';
import type { Snippet } from '../analysis/snippets/snippet-for.ts';
import { answerSafetyGaps, type GapsAnswer } from '../analysis/safety/answer-safety-gaps.ts';
import { answerSafetyMatrix, type MatrixAnswer, type MatrixQuestion } from '../analysis/safety/answer-safety-matrix.ts';
import { answerSafetyPrompt, type PromptAnswer } from '../analysis/safety/answer-safety-prompt.ts';
import type { Subject } from '../analysis/subject.ts';
import { answerTool } from '../analysis/tool.ts';

/** Questions and answers by kind; both are structured-cloneable. */
export interface Questions {
  readonly tool: { readonly question: Subject; readonly answer: AtipTool | undefined };
  readonly 'jump-list': { readonly question: { readonly text: string }; readonly answer: readonly JumpTarget[] };
  readonly 'call-index': { readonly question: Subject; readonly answer: CallIndex | undefined };
  readonly 'call-command': { readonly question: CommandQuestion; readonly answer: CallableDetail | undefined };
  readonly 'call-response': { readonly question: ResponseQuestion; readonly answer: ReadResponse };
  readonly 'call-stages': { readonly question: StagesQuestion; readonly answer: CallStages | undefined };
  readonly 'call-trials': { readonly question: TrialsQuestion; readonly answer: readonly Trial[] | undefined };
  readonly commands: { readonly question: CommandsQuestion; readonly answer: CommandsAnswer };
  readonly 'command-search': { readonly question: CommandSearchQuestion; readonly answer: CommandSearchAnswer };
  readonly 'command-detail': { readonly question: CommandDetailQuestion; readonly answer: CommandDetail | undefined };
  readonly compare: { readonly question: CompareQuestion; readonly answer: CompareAnswer };
  readonly 'compare-lines': { readonly question: LinesQuestion; readonly answer: LinesAnswer };
  readonly filter: { readonly question: FilterQuestion; readonly answer: FilterAnswer };
  readonly 'filter-shuffle': { readonly question: ShuffleQuestion; readonly answer: ShuffleAnswer };
  readonly 'filter-stream': { readonly question: StreamQuestion; readonly answer: StreamAnswer };
  readonly import: { readonly question: ImportQuestion; readonly answer: readonly ImportedSource[] };
  readonly share: { readonly question: ShareQuestion; readonly answer: ShareAnswer };
  readonly 'output-column': { readonly question: OutputQuestion; readonly answer: ColumnAnswer };
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

type Answering = {
  readonly [Kind in QuestionKind]: (question: QuestionOf<Kind>) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};

export const ANSWERS: Answering = {
  tool: answerTool,
  'jump-list': answerJumpList,
  'call-index': answerCallIndex,
  'call-command': answerCallCommand,
  'call-response': answerResponse,
  'call-stages': answerCallStages,
  'call-trials': answerCallTrials,
  commands: answerCommands,
  'command-search': answerCommandSearch,
  'command-detail': answerCommandDetail,
  compare: answerCompare,
  'compare-lines': answerCompareLines,
  filter: answerFilter,
  'filter-shuffle': answerFilterShuffle,
  'filter-stream': answerFilterStream,
  import: answerImport,
  share: answerShare,
  'output-column': answerColumn,
  'output-health': answerHealth,
  'output-losses': answerLosses,
  'output-provenance': answerProvenance,
  'output-snippet': answerSnippet,
  'output-tokens': answerTokens,
  'safety-gaps': answerSafetyGaps,
  'safety-matrix': answerSafetyMatrix,
  'safety-prompt': answerSafetyPrompt,
};
