import { COMMAND_RULES } from './command-rules.ts';
import { CONTEXT_RULES } from './context-rules.ts';
import { PREFIX_RULES } from './prefix-rules.ts';
import type { SecretRule } from './secret-rule.ts';

/** Every rule that is on by default. */
export const SECRET_RULES: readonly SecretRule[] = [...PREFIX_RULES, ...CONTEXT_RULES, ...COMMAND_RULES];
