import type { ResultFilter, ToolCallValidation } from '@atip/core';

/** Control and format characters: a person does not see them, or they move what is seen. Line breaks and tabs may stay. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes an argument fit to be shown to the person who decides about it: secrets redacted, hidden characters spelled out.
 *
 * Shape: "safe\u202etxt" → "safe\\u{202e}txt"
 */
export function showArgument(argument: string, filter: ResultFilter, toolName: string): string {
  const visible = argument.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return filter.filter(visible, toolName);
}

/** Redacts what a validation repeats of the call's arguments. */
export function showValidation(
  validation: ToolCallValidation,
  filter: ResultFilter,
  toolName: string,
): ToolCallValidation {
  const redact = (text: string): string => filter.filter(text, toolName);
  const problems = <Problem extends { readonly message: string }>(list: readonly Problem[]): Problem[] =>
    list.map((problem) => ({ ...problem, message: redact(problem.message) }));
  return {
    valid: validation.valid,
    errors: problems(validation.errors),
    warnings: problems(validation.warnings),
    arguments: Object.fromEntries(
      Object.entries(validation.arguments).map(([key, value]) => [key, redactStrings(value, redact)]),
    ),
  };
}

/** Accepted arguments are scalars, or lists of them. */
function redactStrings(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  return Array.isArray(value) ? value.map((item: unknown) => redactStrings(item, redact)) : value;
}
