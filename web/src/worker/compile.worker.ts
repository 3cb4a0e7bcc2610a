/** Compiles at every keystroke, apart from the panels' questions, which may take long. */
import { answerCompile, answerRemarks } from './compile-document.ts';
import { serveQuestions } from './serve-questions.ts';

serveQuestions({ compile: answerCompile, remarks: answerRemarks });
