import { createPrivateKeyRemover } from './private-key-lines.ts';
import { createLineRedactor } from './redact-line.ts';
import type { SecretScanner } from './secret-scanner.ts';
import { createTerminalStripper } from './strip-terminal.ts';

/** Takes text in pieces and gives it back without secrets. */
export interface Redactor {
  push(chunk: string): string;
  /** The rest, with a last piece. */
  end(chunk?: string): string;
}

/** What most often has to go from a text, and DEL, which the search for secrets does not see. */
const ENDS_OR_ESCAPES = ['\r', '\u001b', '\u007f'];

/**
 * Creates a redactor for one stream of text: terminal sequences go, then private keys, then what the scanners' rules match.
 *
 * Each step gives the same wherever the text is cut, and so does the whole. A whole text with nothing for the first two steps,
 * which is most, is looked at once.
 * `keys`: private keys are removed, over several lines or on one.
 */
export function createRedactor(scanners: readonly SecretScanner[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  const lines = createLineRedactor(scanners);
  let fresh = true;
  return {
    push(chunk) {
      fresh = false;
      const text = stripper.push(chunk);
      return lines.push(keys ? remover.push(text) : text);
    },
    end(chunk = '') {
      const ready = fresh && keys && !ENDS_OR_ESCAPES.some((char) => chunk.includes(char));
      const result = ready ? lines.endIfReady(chunk) : undefined;
      if (result !== undefined) {
        return result;
      }
      const text = stripper.end(chunk);
      return lines.end(keys ? remover.end(text) : text);
    },
  };
}
