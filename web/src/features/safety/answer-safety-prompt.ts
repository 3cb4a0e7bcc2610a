import { generateSafetyPrompt } from '@atip/core';
import { aboutTool, type Subject } from '../../worker/subject.ts';

/** The section for a system prompt that tells a model which commands need care; empty when none does. */
export function answerSafetyPrompt(subject: Subject) {
  return aboutTool(subject, ({ tool }) => ({ ok: true, text: generateSafetyPrompt([tool]) }) as const);
}
