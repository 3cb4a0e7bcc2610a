import { flattenCommands, generateSafetyPrompt } from '@atip/core';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { bestCounter, ESTIMATE_ERROR } from '../output/count-tokens.ts';

type PromptAnswer =
  | {
      readonly ok: true;
      /** Words for a model; empty when no command needs one. */
      readonly text: string;
      readonly commands: number;
      readonly tokens: number;
      /** How they were counted and how far that may be trusted. */
      readonly label: string;
    }
  | { readonly ok: false; readonly message: string };

/** The section for a system prompt that tells a model which commands need care. */
export async function answerSafetyPrompt(subject: Subject): Promise<PromptAnswer> {
  const made = aboutTool(subject, ({ tool }) => {
    return { ok: true, text: generateSafetyPrompt([tool]), commands: flattenCommands(tool).length } as const;
  });
  if (!made.ok) return made;
  const { counter, isExact } = await bestCounter();
  const label = isExact
    ? 'by o200k_base, the encoding of OpenAI’s models; for others an estimate'
    : `quick estimate from the characters, within ${ESTIMATE_ERROR * 100} %: OpenAI’s encoding could not be loaded`;
  return { ...made, tokens: counter(made.text), label };
}
