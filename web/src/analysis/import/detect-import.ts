import { readJson } from '@atip/core';
import { detectValue } from './detect-value.ts';
import type { Detection } from '../../state/import-kinds.ts';

/** UTF-16 units in which a format shows itself. */
const LOOKED_AT = 100_000;

/**
 * Says what a pasted text or a dropped file is, and by what it was recognised.
 *
 * Shape: `("Usage: rm [OPTION]... FILE", "rm.txt")` → `{ kind: "help", confidence: "likely", reason: "It has a usage line." }`.
 * A file name decides only where the text leaves it open. Never throws; code is recognised and not read.
 */
export function detectImport(text: string, fileName = ''): Detection {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', confidence: 'certain', reason: 'There is no text.' };
  if (/^(?:\S*#)?v\d+\.[a-z0-9]\.[\w-]+$/.test(trimmed)) {
    return { kind: 'session', confidence: 'certain', reason: 'It is a share link of this page.' };
  }
  if (/^https?:\/\/\S+$/.test(trimmed)) {
    return { kind: 'address', confidence: 'certain', reason: 'It is the address of something, not the thing itself.' };
  }
  return trimmed.startsWith('{') || trimmed.startsWith('[')
    ? detectJson(trimmed)
    : detectText(trimmed.slice(0, LOOKED_AT), fileName.toLowerCase());
}

function detectJson(text: string): Detection {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [issue] = readJson(text).issues;
    const place = issue?.range ? ` (line ${issue.range.start.line}: ${issue.message})` : '';
    return {
      kind: 'atip',
      confidence: 'guess',
      reason: `It begins as JSON and does not parse${place}; as a document, Problems lists what is wrong.`,
    };
  }
  return detectValue(value);
}

/** Patterns stay within a line: one that may begin with line breaks goes through all that follow, from each of them. */
function detectText(text: string, fileName: string): Detection {
  if (/\bFig\.Spec\b|\bcompletionSpec\b|^[ \t]*(?:export\s+default|module\.exports|const\s+\w+\s*[:=])/m.test(text)) {
    return {
      kind: 'code',
      confidence: 'certain',
      reason: 'It is JavaScript or TypeScript, as Fig specifications are written.',
    };
  }
  if (/\.ya?ml$/.test(fileName) || isCarapace(text)) {
    return {
      kind: 'carapace',
      confidence: isCarapace(text) ? 'likely' : 'guess',
      reason: isCarapace(text)
        ? 'It is YAML with the fields of a carapace specification.'
        : 'The file’s name ends as YAML does.',
    };
  }
  if (/^[ \t]*(?:usage|synopsis|verwendung|aufruf)\b/im.test(text)) {
    return { kind: 'help', confidence: 'likely', reason: 'It has a usage line.' };
  }
  if (/^[ \t]+--?[a-z0-9][\w-]*/im.test(text)) {
    return { kind: 'help', confidence: 'likely', reason: 'It has lines that begin with options.' };
  }
  return { kind: 'help', confidence: 'guess', reason: 'It is plain text, and nothing else was recognised.' };
}

function isCarapace(text: string): boolean {
  return /^name:\s*\S/m.test(text) && /^(?:flags|persistentflags|commands|completion|parsing):/m.test(text);
}
