import type { AnalysisReport, AnalysisRequest } from './analyst.ts';
import type { Answering, QuestionKind } from '../questions.ts';

/** Answers the page's questions in a worker, each in its turn. */
export function serveQuestions(answers: Partial<Answering>): void {
  self.onmessage = (event: MessageEvent<AnalysisRequest>): void => void answer(answers, event.data);
}

async function answer<Kind extends QuestionKind>(
  answers: Partial<Pick<Answering, Kind>>,
  { id, kind, question }: AnalysisRequest<Kind>,
): Promise<void> {
  const report = (message: AnalysisReport): void => self.postMessage(message);
  report({ state: 'begun', id });
  try {
    report({ state: 'done', id, answer: await answers[kind]?.(question) });
  } catch (error) {
    // A panel says so and the others go on; a worker that threw would take all their questions along.
    report({ state: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
