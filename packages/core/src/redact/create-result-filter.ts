import { toolList } from '../commands/assert-document.ts';
import type { ResultFilter, ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import { createLineRedactor, type Redactor } from './line-redactor.ts';
import type { KeywordIndex } from './match-finder.ts';
import { createPatternReplacer, type PatternReplacer } from './patterns.ts';
import { createPrivateKeyRemover } from './private-keys.ts';
import { secretRules } from './secret-rules.ts';
import { createTerminalStripper } from './strip-terminal.ts';

const DEFAULT_MAX_LENGTH = 100_000;
/** UTF-16 units of a long text that are filtered before checking whether more are needed. */
const PIECE = 65_536;
const TRUNCATED = '\n[TRUNCATED]';

/**
 * Creates a filter for tool output on its way to a model.
 *
 * In this order it removes terminal sequences and invisible characters, replaces known and probable secrets by
 * `[REDACTED]`, then matches of `redactPatterns`, and cuts the text to `maxLength` with `\n[TRUNCATED]` after it.
 * Environment variables that the tools' documents name for authentication count as keys of secrets: names of 3 to 128
 * letters, digits and `_`, the first 64 of them.
 *
 * Best effort: a secret without a known prefix, key or header is not found, unless it is among `knownSecrets`.
 * Limits: `redactPatterns` see 8,192 units of the text at a time, so their matches have at most 4,096; in a stream they
 * see one line at a time, and a line longer than 16 Ki units in parts. The caller is responsible for them: a pattern
 * that backtracks without end, such as `(a+)+$`, blocks.
 *
 * @throws RangeError when `maxLength` is not a whole number above 0.
 * @see ATIP 0.3 §11.3
 * @example
 * ```ts
 * import { createResultFilter } from '@atip/core';
 * createResultFilter([], {}).filter('password=hunter2-extra', 'git'); // 'password=[REDACTED]'
 * ```
 */
export function createResultFilter(
  tools: AtipTool | readonly AtipTool[],
  options: ResultFilterOptions = {},
): ResultFilter {
  const { maxLength = DEFAULT_MAX_LENGTH, redactPatterns = [], redactSecrets = true, knownSecrets = [] } = options;
  if (!Number.isSafeInteger(maxLength) || maxLength <= 0) {
    throw new RangeError(`maxLength is a whole number above 0, not ${maxLength}.`);
  }
  const rules = secretRules(toolList(tools), knownSecrets, redactSecrets);
  const replace = createPatternReplacer(redactPatterns);
  return {
    filter(result, _toolName) {
      const redactor = createRedactor(rules, redactSecrets);
      return redactPatterns.length === 0 && result.length > 2 * maxLength + PIECE
        ? firstPart(limitLength(redactor, maxLength), result)
        : truncate(replace(redactor.end(result)), maxLength);
    },
    stream() {
      return limitLength(byLine(createRedactor(rules, redactSecrets), replace), maxLength);
    },
  };
}

/**
 * Creates a redactor for one stream: removes terminal sequences, then private keys if `keys`, then the matches of the
 * rules.
 *
 * The result does not depend on where the text is cut.
 */
function createRedactor(rules: readonly KeywordIndex[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  const lines = createLineRedactor(rules, keys);
  return {
    push(chunk) {
      const text = stripper.push(chunk);
      return lines.push(keys ? remover.push(text) : text);
    },
    end(chunk) {
      const text = stripper.end(chunk);
      return lines.end(keys ? remover.end(text) : text);
    },
  };
}

/** Filters a long text in pieces until `limited` is full: the rest would be cut, so it is not searched. */
function firstPart(limited: LimitedRedactor, text: string): string {
  let result = '';
  for (let at = 0; at < text.length && !limited.isFull(); at += PIECE) {
    result += limited.push(text.slice(at, at + PIECE));
  }
  return result + limited.end();
}

/** Cuts between characters, never inside a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const last = text.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
  return text.slice(0, end) + TRUNCATED;
}

function byLine(redactor: Redactor, replace: PatternReplacer): Redactor {
  function apply(text: string): string {
    return text.split('\n').map(replace).join('\n');
  }
  return { push: (chunk) => apply(redactor.push(chunk)), end: () => apply(redactor.end()) };
}

interface LimitedRedactor extends Redactor {
  isFull(): boolean;
}

/** Passes on as much as `truncate` would of the whole text. */
function limitLength(redactor: Redactor, maxLength: number): LimitedRedactor {
  let left = maxLength;
  function take(text: string): string {
    const taken = truncate(text, left);
    left = text.length > left ? -1 : left - text.length;
    return taken;
  }
  return {
    push: (chunk) => (left < 0 ? '' : take(redactor.push(chunk))),
    end: () => (left < 0 ? '' : take(redactor.end())),
    isFull: () => left < 0,
  };
}
