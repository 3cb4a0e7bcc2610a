import type { ResultFilter, ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import { createRedactor, type Redactor } from './create-redactor.ts';
import { knownSecretRule } from './known-secrets.ts';
import { getOwn } from '../json/own-property.ts';
import { isRecord } from '../json/is-record.ts';
import { REDACTED } from './patterns.ts';
import type { SecretRule } from './secret-rule.ts';
import { SECRET_RULES } from './secret-rules.ts';
import { SECRET_VALUE, SEPARATOR } from './secret-value.ts';

const DEFAULT_MAX_LENGTH = 100_000;
/** An environment variable as programs name them; shorter or longer ones would match where no variable is meant. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{2,127}$/;
const MAX_VARIABLES = 64;
const TRUNCATED = '\n[TRUNCATED]';

/**
 * Creates a filter for tool output on its way to a model.
 *
 * In this order: terminal sequences and invisible characters go, known secrets and what looks like a secret become
 * `[REDACTED]`, then what `redactPatterns` match, then the text is cut to `maxLength` with `\n[TRUNCATED]` after it.
 * Environment variables that the tools' metadata names for authentication count as keys of secrets: names of 3 to 128
 * letters, digits and `_`, the first 64 of them.
 *
 * Best effort: a secret without a telling prefix, key or header passes, unless it is among `knownSecrets`.
 * Limits: in a stream, `redactPatterns` see one line at a time and, of a line longer than 16 Ki units, one part at a time.
 *
 * @throws RangeError when `maxLength` is not a whole number above 0.
 * @see ATIP 0.3 §11.3
 */
export function createResultFilter(tools: readonly AtipTool[], options: ResultFilterOptions = {}): ResultFilter {
  const { maxLength = DEFAULT_MAX_LENGTH, redactPatterns = [], redactSecrets = true, knownSecrets = [] } = options;
  if (!Number.isSafeInteger(maxLength) || maxLength <= 0) {
    throw new RangeError(`maxLength is a whole number above 0, not ${maxLength}.`);
  }
  const known = knownSecretRule(knownSecrets);
  const rules = [...(known ? [known] : []), ...(redactSecrets ? [...SECRET_RULES, ...toolRules(tools)] : [])];
  const patterns = redactPatterns.map(asStateless);
  return {
    filter(result, _toolName) {
      const redactor = createRedactor(rules, redactSecrets);
      const text = redactor.push(result) + redactor.end();
      return truncate(applyPatterns(text, patterns), maxLength);
    },
    stream() {
      return limitLength(byLine(createRedactor(rules, redactSecrets), patterns), maxLength);
    },
  };
}

/** Metadata that was not checked may hold anything here: what is no name of a variable is passed over. */
function toolRules(tools: readonly AtipTool[]): SecretRule[] {
  const names = tools.flatMap((tool) => variableNames(getOwn(tool, 'authentication')));
  const keys = [...new Set(names)].slice(0, MAX_VARIABLES);
  if (keys.length === 0) {
    return [];
  }
  return [
    { name: 'tool-credential', pattern: new RegExp(`((?:${keys.join('|')})${SEPARATOR})(?:${SECRET_VALUE})`, 'g') },
  ];
}

function variableNames(authentication: unknown): string[] {
  const methods = isRecord(authentication) ? getOwn(authentication, 'methods') : undefined;
  return (Array.isArray(methods) ? methods : [])
    .map((method: unknown) => (isRecord(method) ? getOwn(method, 'envVar') : undefined))
    .filter((name) => typeof name === 'string')
    .filter((name) => VARIABLE_NAME.test(name));
}

/** A copy that finds every match from the start, whatever was done with the original. */
function asStateless(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
}

function applyPatterns(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce(
    (current, pattern) => current.replace(pattern, (match) => (match === '' ? '' : REDACTED)),
    text,
  );
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

function byLine(redactor: Redactor, patterns: readonly RegExp[]): Redactor {
  function apply(text: string): string {
    return patterns.length === 0
      ? text
      : text
          .split('\n')
          .map((line) => applyPatterns(line, patterns))
          .join('\n');
  }
  return { push: (chunk) => apply(redactor.push(chunk)), end: () => apply(redactor.end()) };
}

/** Lets through as much as `truncate` would of the whole text. */
function limitLength(redactor: Redactor, maxLength: number): Redactor {
  let left = maxLength;
  function take(text: string): string {
    if (left < 0) {
      return '';
    }
    const taken = truncate(text, left);
    left = text.length > left ? -1 : left - text.length;
    return taken;
  }
  return {
    push: (chunk) => (left < 0 ? '' : take(redactor.push(chunk))),
    end: () => (left < 0 ? '' : take(redactor.end())),
  };
}
