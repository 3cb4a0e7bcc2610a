import { isAbsent } from '../commands/is-absent.ts';
import { parametersByKey, parametersOf } from '../commands/parameters.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type {
  ArgumentErrorCode,
  ArgumentProblem,
  ArgumentWarningCode,
  ToolCallValidation,
} from '../types/validation.ts';
import { checkParameter } from './check-parameter.ts';

/**
 * Holds a model's arguments against one command: everything wrong at once, and what is fit to become an argv.
 *
 * Shape: `{ arguments: { limit: "5", draft: null } }` → `{ valid: true, arguments: { limit: 5 }, errors: [], … }`.
 * A null for an optional parameter is how strict schemas say "not given"; an empty list says it too. Unknown parameters
 * are a warning and are left out: they never reach a command line. Messages never contain a value.
 *
 * @see ATIP 0.3 §11.2
 */
export function validateToolCall(call: ToolCall, mapping: CommandMapping): ToolCallValidation {
  const errors: ArgumentProblem<ArgumentErrorCode>[] = [];
  const warnings: ArgumentProblem<ArgumentWarningCode>[] = [];
  const accepted: Record<string, unknown> = {};
  const given: unknown = call.arguments ?? {};
  if (!isRecord(given)) {
    errors.push({ code: 'INVALID_TYPE', message: `The arguments for ${call.name} must be an object.`, parameter: '' });
    return { valid: false, errors, warnings, arguments: accepted };
  }
  const parameters = parametersOf(mapping);
  for (const parameter of parameters) {
    const key = getOwn(given, parameter.key) === undefined ? parameter.narrowKey : parameter.key;
    const value = getOwn(given, key);
    if (isAbsent(value)) {
      if (parameter.required) {
        errors.push({ code: 'MISSING_REQUIRED', message: `"${parameter.key}" is required.`, parameter: parameter.key });
      }
      continue;
    }
    const checked = checkParameter(value, parameter);
    if (checked.ok) setOwn(accepted, parameter.key, checked.value);
    else errors.push({ code: checked.code, message: `"${key}" ${checked.problem}.`, parameter: key });
    if (parameter.source['x-deprecated'] === true) {
      warnings.push({ code: 'DEPRECATED_PARAMETER', message: `"${key}" is deprecated.`, parameter: key });
    }
  }
  warnings.push(...extraParameters(given, parametersByKey(parameters)));
  return { valid: errors.length === 0, errors, warnings, arguments: accepted };
}

function extraParameters(
  given: Record<string, unknown>,
  known: ReadonlyMap<string, unknown>,
): ArgumentProblem<ArgumentWarningCode>[] {
  return Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => ({
      code: 'EXTRA_PARAMETER',
      message: `${JSON.stringify(key.slice(0, 80))} is no parameter of this command and is left out.`,
      parameter: key,
    }));
}
