/** Answers the panels' questions off the page's thread; see `questions.ts`. */
import type { AnalysisReport, AnalysisRequest } from './analyst.ts';
import { ANSWERS, type QuestionKind } from './questions.ts';

async function answer<Kind extends QuestionKind>({ id, kind, question }: AnalysisRequest<Kind>): Promise<void> {
  const report = (message: AnalysisReport): void => self.postMessage(message);
  report({ state: 'begun', id, kind });
  try {
    report({ state: 'done', id, kind, answer: await ANSWERS[kind](question) });
  } catch (error) {
    // A panel says so and the others go on; a worker that threw would take all their questions along.
    report({ state: 'failed', id, kind, message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

self.onmessage = (event: MessageEvent<AnalysisRequest>): void => {
  void answer(event.data);
};
