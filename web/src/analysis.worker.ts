/** The page's worker: answers one question after another. */
import { ANSWERS, type AnswerFunctions, type QuestionKind } from './questions.ts';
import type { AnalysisReport, AnalysisRequest } from './worker/analyst.ts';

self.onmessage = ({ data }: MessageEvent<AnalysisRequest>): void => void answer(ANSWERS, data);

async function answer<Kind extends QuestionKind>(
  answers: Pick<AnswerFunctions, Kind>,
  { kind, question }: AnalysisRequest<Kind>,
): Promise<void> {
  const report = (message: AnalysisReport): void => self.postMessage(message);
  report({ state: 'begun' });
  try {
    report({ state: 'done', answer: await answers[kind](question) });
  } catch (error) {
    // A panel says so and the others go on.
    report({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
