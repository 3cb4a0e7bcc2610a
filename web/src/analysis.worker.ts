/** The page's worker: answers questions one after another, and compiling first, because a person who types waits for it. */
import { ANSWERS, type AnswerFunctions, type QuestionKind } from './questions.ts';
import type { AnalysisReport, AnalysisRequest } from './worker/analyst.ts';

const waiting: AnalysisRequest[] = [];

self.onmessage = ({ data }: MessageEvent<AnalysisRequest>): void => {
  waiting.push(data);
  // After all messages that came while the last question was worked on.
  setTimeout(answerNext);
};

function answerNext(): void {
  const first = Math.max(
    0,
    waiting.findIndex(({ kind }) => kind === 'compile'),
  );
  const [request] = waiting.splice(first, 1);
  // One that waits for the network lets the next one begin.
  if (request !== undefined) void answer(ANSWERS, request);
}

async function answer<Kind extends QuestionKind>(
  answers: Pick<AnswerFunctions, Kind>,
  { id, kind, question }: AnalysisRequest<Kind>,
): Promise<void> {
  const report = (message: AnalysisReport): void => self.postMessage(message);
  report({ state: 'begun', id });
  try {
    report({ state: 'done', id, answer: await answers[kind](question) });
  } catch (error) {
    // A panel says so and the others go on; a worker that threw would take all their questions along.
    report({ state: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
