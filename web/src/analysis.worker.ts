/** Answers the panels' questions off the page's thread; see `questions.ts`. */
import { ANSWERS } from './questions.ts';
import { serveQuestions } from './worker/serve-questions.ts';

serveQuestions(ANSWERS);
