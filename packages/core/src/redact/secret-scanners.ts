import { getOwn } from '../json/own-property.ts';
import { isRecord } from '../json/is-record.ts';
import type { AtipTool } from '../types/tool.ts';
import { knownSecretRules } from './known-secrets.ts';
import type { SecretRule } from './secret-rule.ts';
import { secretRulesScanner } from './secret-rules.ts';
import { createSecretScanner, type SecretScanner } from './secret-scanner.ts';
import { SECRET_VALUE, SEPARATOR } from './secret-value.ts';

/** An environment variable as programs name them; shorter or longer ones would match where no variable is meant. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{2,127}$/;
const MAX_VARIABLES = 64;

/**
 * What to look for: known secrets, and unless `redactSecrets` is false what looks like a secret, with the environment
 * variables that the tools' metadata names for authentication as keys.
 */
export function secretScanners(
  tools: readonly AtipTool[],
  knownSecrets: readonly string[],
  redactSecrets: boolean,
): readonly SecretScanner[] {
  const own = [...knownSecretRules(knownSecrets), ...(redactSecrets ? toolRules(tools) : [])];
  return [...(own.length > 0 ? [createSecretScanner(own)] : []), ...(redactSecrets ? [secretRulesScanner()] : [])];
}

/** Metadata that was not checked may hold anything here: what is no name of a variable is passed over. */
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
