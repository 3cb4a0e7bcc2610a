import { REDACTED } from './patterns.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** Base64 of a line's usual length with anything before it, a short last line, a header such as `Proc-Type: 4`, or nothing. */
const BODY = /[A-Za-z0-9+/=]{20}|^\W{0,80}[A-Za-z0-9+/]{0,80}={0,2}\s*$|^\W{0,80}[A-Za-z-]{1,40}: /;
/** No key is longer, in lines; a text that only mentions the first line of one must not vanish. */
const MAX_LINES = 400;

/** Removes private keys that run over several lines, as the lines arrive. */
export interface PrivateKeyRemover {
  /** Takes complete lines, each with its line break, and gives back what is no key. */
  push(lines: string): string;
  /** Whether the last line given belonged to a key that is not over. */
  readonly inside: boolean;
}

/** Creates a remover; one key becomes one `[REDACTED]`, with what stood before and after it on its lines kept. */
export function createPrivateKeyRemover(): PrivateKeyRemover {
  let linesInside = 0;

  function takeLine(line: string): string {
    if (linesInside > 0) {
      return takeInside(line);
    }
    const begin = BEGIN.exec(line);
    if (begin === null || END.test(line.slice(begin.index))) {
      return line;
    }
    linesInside = 1;
    return line.slice(0, begin.index) + REDACTED;
  }

  function takeInside(line: string): string {
    const end = END.exec(line);
    if (end !== null) {
      linesInside = 0;
      return takeLine(line.slice(end.index + end[0].length));
    }
    linesInside += 1;
    if (linesInside <= MAX_LINES && BODY.test(line)) {
      return '';
    }
    linesInside = 0;
    return `\n${takeLine(line)}`;
  }

  return {
    push(lines) {
      if (linesInside === 0 && !lines.includes('-----BEGIN ')) {
        return lines;
      }
      return splitLines(lines).map(takeLine).join('');
    },
    get inside() {
      return linesInside > 0;
    },
  };
}

/** Splits after each line break. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
