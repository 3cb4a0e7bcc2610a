import { ANSWERS } from './questions.ts';
import { serveQuestions } from './worker/serve-questions.ts';

serveQuestions(ANSWERS);
