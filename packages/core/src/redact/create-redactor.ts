import { findMatches, mergeMatches, replaceMatches } from './find-matches.ts';
import { createPrivateKeyRemover } from './private-key-lines.ts';
import { MAX_SECRET_LENGTH, type SecretRule } from './secret-rules.ts';
import { createTerminalStripper } from './strip-terminal.ts';

/** A line that grows beyond this without a break is released in parts. */
const MAX_HOLD = 16_384;
/** Units kept of what was released: a secret that reaches beyond it, and the key that tells it, start within. */
const CONTEXT: number = MAX_SECRET_LENGTH + 1024;

/** Takes text in pieces and gives it back without secrets. */
export interface Redactor {
  push(chunk: string): string;
  end(): string;
}

/**
 * Creates a redactor for one stream of text.
 *
 * Text is released in whole lines, because only then is it certain that no secret continues in the next piece. Of a line
 * that grows beyond 16 Ki UTF-16 units all but its last 12 Ki are released, far enough for a whole secret.
 * `keys`: private keys that run over several lines are removed too.
 */
export function createRedactor(rules: readonly SecretRule[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  /** The unfinished line; its first `released` units have been given out and stay as what a secret may be told by. */
  let line = '';
  let released = 0;

  function takeLines(text: string): string {
    const breakAt = text.lastIndexOf('\n') + 1;
    if (breakAt === 0) {
      return '';
    }
    const complete = text.slice(0, breakAt);
    const from = released;
    line = text.slice(breakAt);
    released = 0;
    if (from === 0) {
      return redact(keys ? remover.push(complete) : complete, rules);
    }
    // The rest of a line that was released in parts is judged with what went before; the lines after it are their own.
    const first = complete.indexOf('\n') + 1;
    const rest = complete.slice(first);
    return redact(complete.slice(0, first), rules, from) + redact(keys ? remover.push(rest) : rest, rules);
  }

  function releasePart(): string {
    if (line.length - released <= MAX_HOLD) {
      return '';
    }
    if (remover.inside) {
      // A line this long inside a key belongs to it.
      line = line.slice(-MAX_SECRET_LENGTH);
      return '';
    }
    const until = line.length - MAX_SECRET_LENGTH;
    const part = replaceMatches(line.slice(0, until), mergeMatches(findMatches(line, rules)), released);
    const context = Math.max(0, until - CONTEXT);
    line = line.slice(context);
    released = until - context;
    return part;
  }

  return {
    push(chunk) {
      line += stripper.push(chunk);
      return takeLines(line) + releasePart();
    },
    end() {
      line += stripper.end();
      const lines = takeLines(line);
      const rest = keys && released === 0 ? remover.push(line) : line;
      const last = redact(rest, rules, released);
      line = '';
      released = 0;
      return lines + last;
    },
  };
}

function redact(text: string, rules: readonly SecretRule[], from = 0): string {
  return replaceMatches(text, mergeMatches(findMatches(text, rules)), from);
}
