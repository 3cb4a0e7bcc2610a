/** What the page and its analysis worker say to each other. */
import type { AnswerOf, QuestionKind, QuestionOf } from './questions.ts';

export interface AnalysisRequest<Kind extends QuestionKind = QuestionKind> {
  /** Counts up from 1 within one page. */
  readonly id: number;
  readonly kind: Kind;
  readonly question: QuestionOf<Kind>;
}

export type AnalysisReport =
  | { readonly state: 'begun'; readonly id: number; readonly kind: QuestionKind }
  | {
      readonly state: 'done';
      readonly id: number;
      readonly kind: QuestionKind;
      readonly answer: AnswerOf<QuestionKind>;
    }
  | { readonly state: 'failed'; readonly id: number; readonly kind: QuestionKind; readonly message: string };
