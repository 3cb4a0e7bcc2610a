/** Compiles at every keystroke, apart from the panels' questions, which may take long. */
import { answerCompile, answerRemarks } from './output/compile-document.ts';
import { serveQuestions } from './worker/serve-questions.ts';

serveQuestions({ compile: answerCompile, remarks: answerRemarks });
