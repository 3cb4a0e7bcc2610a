import { createSseParser } from '../../companion/sse.ts';

/** What a pasted text is made of. */
export type Pasted =
  | { readonly form: 'whole'; readonly value: unknown }
  /** `cut`: the last one is incomplete and not among them. */
  | { readonly form: 'events'; readonly events: readonly unknown[]; readonly cut: boolean }
  | { readonly form: 'broken'; readonly message: string };

/**
 * Reads a pasted text as one JSON value, as server-sent events, or as one JSON value per line.
 *
 * Shape: `data: {"a":1}⏎⏎data: [DONE]⏎⏎` → `{ form: "events", events: [{ a: 1 }, "[DONE]"], cut: false }`.
 */
export function takeApart(text: string): Pasted {
  const whole = tryJson(text);
  if (whole.ok) return { form: 'whole', value: whole.value };
  if (/^\s*(?:data|event|id|retry)?:/.test(text)) return eventsOf(sseTexts(text), 'event');
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  // One line that does not parse is a damaged response; several of which the first parses are the lines of a stream.
  if (lines.length > 1 && tryJson(lines[0] ?? '').ok) return eventsOf(lines, 'line');
  return { form: 'broken', message: `This is not valid JSON: ${whole.message}` };
}

/** The data of each event. Events pasted without the empty lines between them are taken line by line. */
function sseTexts(text: string): readonly string[] {
  const messages = createSseParser().push(`${text}\n\n`);
  return messages.flatMap(({ data }) => (!data.includes('\n') || isEvent(data) ? [data] : data.split('\n')));
}

function eventsOf(texts: readonly string[], noun: string): Pasted {
  const events: unknown[] = [];
  for (const [index, text] of texts.entries()) {
    const read = text.trim() === '[DONE]' ? { ok: true as const, value: '[DONE]' } : tryJson(text);
    if (read.ok) events.push(read.value);
    else if (index === texts.length - 1 && index > 0) return { form: 'events', events, cut: true };
    else return { form: 'broken', message: `In ${noun} ${index + 1} of the stream is no valid JSON: ${read.message}` };
  }
  return { form: 'events', events, cut: false };
}

function isEvent(text: string): boolean {
  return tryJson(text).ok;
}

type Tried = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

function tryJson(text: string): Tried {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: error.message };
  }
}
