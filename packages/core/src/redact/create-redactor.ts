import { createPrivateKeyRemover } from './private-key-lines.ts';
import { createLineRedactor } from './redact-line.ts';
import type { SecretRule } from './secret-rule.ts';
import { createTerminalStripper } from './strip-terminal.ts';

/** Takes text in pieces and gives it back without secrets. */
export interface Redactor {
  push(chunk: string): string;
  end(): string;
}

/**
 * Creates a redactor for one stream of text: terminal sequences go, then private keys, then what the rules match.
 *
 * Each step gives the same wherever the text is cut, and so does the whole.
 * `keys`: private keys are removed, over several lines or on one.
 */
export function createRedactor(rules: readonly SecretRule[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  const lines = createLineRedactor(rules);
  return {
    push(chunk) {
      const text = stripper.push(chunk);
      return lines.push(keys ? remover.push(text) : text);
    },
    end() {
      const text = stripper.end();
      const rest = keys ? remover.push(text) + remover.end() : text;
      return lines.push(rest) + lines.end();
    },
  };
}
