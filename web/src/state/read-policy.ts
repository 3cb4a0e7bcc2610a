import { POLICY_FIELDS } from './policy-fields.ts';
import { tidyPolicy } from './policy-edit.ts';
import type { PlainPolicy } from './working-copy.ts';

export type ReadPolicy =
  | { readonly ok: true /** Absent: the default one. */; readonly policy?: PlainPolicy }
  | { readonly ok: false; readonly problems: readonly string[] };

/** A policy from its JSON. A misspelt field would be no rule at all, so nothing is taken over while one is wrong. */
export function readPolicy(text: string): ReadPolicy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problems: [`This is not JSON yet: ${error.message}.`] };
    throw error;
  }
  const problems = policyProblems(value);
  if (problems.length > 0) return { ok: false, problems };
  // Each field has just been checked to be one of a policy, with a value that it takes.
  const policy = tidyPolicy(value as PlainPolicy);
  return { ok: true, ...(policy && { policy }) };
}

/** What is wrong with a policy, a sentence each; also for one that came with a link or a draft. */
export function policyProblems(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['A policy is a JSON object.'];
  return Object.entries(value).flatMap(([key, given]: [string, unknown]): readonly string[] => {
    const field = POLICY_FIELDS.find((one) => one.key === key);
    if (field === undefined) return [`${quoted(key)} is no field of a policy, so it would restrict nothing.`];
    if (given === undefined) return [];
    if (field.kind === 'switch') {
      if (typeof given === 'boolean') return [];
      return [
        `${quoted(key)} has to be true or false; ${quoted(given)} is taken for ${field.allows ? 'false' : 'true'}.`,
      ];
    }
    if (typeof given === 'string' && field.values.includes(given)) return [];
    return [`${quoted(key)} has to be one of ${field.values.join(', ')}; ${quoted(given)} is taken for the strictest.`];
  });
}

/** Longest value that is shown, in UTF-16 units. */
const MAX_SHOWN = 60;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
