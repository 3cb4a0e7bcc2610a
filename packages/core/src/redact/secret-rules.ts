import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import type { AtipTool } from '../types/tool.ts';
import { COMMAND_RULES, CONTEXT_RULES } from './context-rules.ts';
import { createKeywordIndex, type KeywordIndex } from './keyword-index.ts';
import { knownSecretRules } from './known-secrets.ts';
import { PREFIX_RULES } from './prefix-rules.ts';
import type { SecretRule } from './secret-rule.ts';
import { SECRET_VALUE, SEPARATOR } from './secret-value.ts';

/** Every rule there is; all are on by default. */
export const SECRET_RULES: readonly SecretRule[] = [...PREFIX_RULES, ...CONTEXT_RULES, ...COMMAND_RULES];

/** An environment variable as programs name them; shorter or longer names would match where no variable is meant. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{2,127}$/;
const MAX_VARIABLES = 64;

let builtIn: KeywordIndex | undefined;

/**
 * The rules to look for: known secrets and, unless `redactSecrets` is false, every built-in rule, with the environment variables
 * that the tools' metadata names for authentication as keys.
 */
export function secretRules(
  tools: readonly AtipTool[],
  knownSecrets: readonly string[],
  redactSecrets: boolean,
): readonly KeywordIndex[] {
  const own = [...knownSecretRules(knownSecrets), ...(redactSecrets ? toolRules(tools) : [])];
  return [...(own.length > 0 ? [createKeywordIndex(own)] : []), ...(redactSecrets ? [builtInRules()] : [])];
}

/** The index of {@link SECRET_RULES}. It never changes and takes milliseconds, so it is made once, when it is first needed. */
export function builtInRules(): KeywordIndex {
  builtIn ??= createKeywordIndex(SECRET_RULES);
  return builtIn;
}
/** Metadata that was not checked may hold anything here: anything but the name of a variable is ignored. */
function toolRules(tools: readonly AtipTool[]): SecretRule[] {
  const names = tools.flatMap((tool) => variableNames(getOwn(tool, 'authentication')));
  const keys = [...new Set(names)].slice(0, MAX_VARIABLES);
  return keys.map((key) => ({
    name: 'tool-credential',
    pattern: new RegExp(`(${key}${SEPARATOR})(?:${SECRET_VALUE})`, 'y'),
  }));
}

function variableNames(authentication: unknown): string[] {
  const methods = isRecord(authentication) ? getOwn(authentication, 'methods') : undefined;
  return (Array.isArray(methods) ? methods : [])
    .map((method: unknown) => (isRecord(method) ? getOwn(method, 'envVar') : undefined))
    .filter((name) => typeof name === 'string')
    .filter((name) => VARIABLE_NAME.test(name));
}
