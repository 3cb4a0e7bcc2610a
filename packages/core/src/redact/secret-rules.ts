import { COMMAND_RULES } from './command-rules.ts';
import { CONTEXT_RULES } from './context-rules.ts';
import { PREFIX_RULES } from './prefix-rules.ts';
import { KEY_BEGINS, PRIVATE_KEY } from './private-key-lines.ts';
import type { SecretRule } from './secret-rule.ts';
import { createSecretScanner, type SecretScanner } from './secret-scanner.ts';

/** Every rule there is; all are on by default. A key's first line tells that there is a key, which has more lines. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...PREFIX_RULES,
  ...CONTEXT_RULES,
  ...COMMAND_RULES,
  { name: PRIVATE_KEY, pattern: KEY_BEGINS },
];

let scanner: SecretScanner | undefined;

/** The scanner of {@link SECRET_RULES}, made when it is first needed: it never changes, and to make it takes milliseconds. */
export function secretRulesScanner(): SecretScanner {
  scanner ??= createSecretScanner(SECRET_RULES);
  return scanner;
}
