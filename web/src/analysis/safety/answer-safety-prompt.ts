import { AtipError, flattenCommands, generateSafetyPrompt } from '@atip/core';
import { estimateTokens, ESTIMATE_ERROR } from '../tokens/estimate-tokens.ts';
import { loadCounter } from '../tokens/load-counter.ts';
import { runAtOnce } from '../tokens/run-in-slices.ts';
import { readSubject, type Subject } from '../subject.ts';

export interface PromptSection {
  /** As the prompt has it, for example `"Destructive Operations"`. */
  readonly title: string;
  readonly lines: number;
}

export type PromptAnswer =
  | {
      readonly ok: true;
      /** What a model is told; empty when no command needs a word. */
      readonly text: string;
      readonly sections: readonly PromptSection[];
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
    return { ok: true, text, sections: sectionsOf(text), commands, ...(await countOf(text)) };
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}

function sectionsOf(text: string): readonly PromptSection[] {
  return text
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title, lines: lines.filter((line) => line.startsWith('- ')).length };
    });
}

async function countOf(text: string): Promise<{ readonly tokens: number; readonly label: string }> {
  try {
    const counter = await loadCounter();
    return {
      tokens: runAtOnce(counter.count(text)),
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
