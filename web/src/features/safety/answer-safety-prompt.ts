import { flattenCommands, generateSafetyPrompt } from '@atip/core';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { tokensOfText } from '../output/count-tokens.ts';

type PromptAnswer =
  | {
      readonly ok: true;
      /** Words for a model; empty when no command needs one. */
      readonly text: string;
      readonly commands: number;
      readonly tokens: number;
      /** True until the encoding is loaded; the answer comes again then. */
      readonly isEstimate: boolean;
      /** How they were counted and how far that may be trusted. */
      readonly label: string;
    }
  | { readonly ok: false; readonly message: string };

/** The section for a system prompt that tells a model which commands need care. */
export function answerSafetyPrompt(subject: Subject): PromptAnswer {
  return aboutTool(subject, ({ tool }): PromptAnswer => {
    const text = generateSafetyPrompt([tool]);
    return { ok: true, text, commands: flattenCommands(tool).length, ...tokensOfText(text) };
  });
}
