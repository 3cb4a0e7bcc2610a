import { AtipError, flattenCommands, generateSafetyPrompt } from '@atip/core';
import { ESTIMATE_ERROR, estimateTokens, loadCounter } from '../tokens/count-tokens.ts';
import { type Subject, readSubject } from '../subject.ts';

export type PromptAnswer =
  | {
      readonly ok: true;
      /** What a model is told; empty when no command needs a word. */
      readonly text: string;
      /** Commands that the prompt is about. */
      readonly commands: number;
      readonly tokens: number;
      /** How they were counted and how far that may be trusted. */
      readonly label: string;
    }
  | { readonly ok: false; readonly message: string };

/** The safety prompt of what a document offers, and what it costs. */
export async function answerSafetyPrompt(subject: Subject): Promise<PromptAnswer> {
  const read = readSubject(subject);
  if (!read.ok) return read;
  try {
    const text = generateSafetyPrompt([read.tool]);
    const commands = flattenCommands(read.tool).length;
    return { ok: true, text, commands, ...(await countOf(text)) };
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}

async function countOf(text: string): Promise<{ readonly tokens: number; readonly label: string }> {
  try {
    const counter = await loadCounter();
    return {
      tokens: counter(text),
      label: 'by o200k_base, the encoding of OpenAI’s models; for others an estimate',
    };
  } catch (error) {
    // What a dynamic import throws when the network or the server fails.
    if (!(error instanceof TypeError)) throw error;
    return {
      tokens: estimateTokens(text),
      label: `quick estimate from the characters, within ${ESTIMATE_ERROR * 100} %: OpenAI’s encoding could not be loaded`,
    };
  }
}
