import { isAbsent } from '../commands/is-absent.ts';
import { type Parameter, parametersOf } from '../commands/parameters.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';
import type { ToolCall } from '../types/call.ts';
import type { CommandMapping } from '../types/flat-command.ts';
import type {
  ArgumentErrorCode,
  ArgumentProblem,
  ArgumentWarningCode,
  ToolCallValidation,
  ValidationSettings,
} from '../types/validation.ts';
import { checkParameter } from './check-parameter.ts';
import type { Checked } from './check-scalar.ts';
import { extraParameters } from './extra-parameters.ts';

/**
 * Holds a model's arguments against one command: everything wrong at once, and what is fit to become an argv.
 *
 * Shape: `{ arguments: { limit: "5", draft: null } }` → `{ valid: true, arguments: { limit: 5 }, errors: [], … }`.
 * A null for an optional parameter is how strict schemas say "not given", whatever its default; an empty list says it too.
 * Unknown parameters are a warning and are left out, or with `refuseExtra` errors: they never reach a command line. Messages
 * never contain a value.
 *
 * @param settings `environment` stands in for required options that the process will read from its environment; a call that is
 * to run wants `refuseExtra`
 * @throws AtipValidationError when the command's own metadata cannot be read
 * @see ATIP 0.3 §3.5, §11.2
 */
export function validateToolCall(
  call: ToolCall,
  mapping: CommandMapping,
  { environment, refuseExtra = false }: ValidationSettings = {},
): ToolCallValidation {
  const errors: ArgumentProblem<ArgumentErrorCode>[] = [];
  const warnings: ArgumentProblem<ArgumentWarningCode>[] = [];
  const accepted: Record<string, unknown> = {};
  const given: unknown = call.arguments ?? {};
  if (!isRecord(given)) {
    errors.push({ code: 'INVALID_TYPE', message: `The arguments for ${call.name} must be an object.`, parameter: '' });
    return { valid: false, errors, warnings, arguments: accepted };
  }
  const known = new Set<string>();
  const parameters = parametersOf(mapping);
  for (const parameter of parameters) {
    const { narrowKey } = parameter;
    const key = isAbsent(getOwn(given, parameter.key)) ? narrowKey : parameter.key;
    const value = getOwn(given, key);
    known.add(parameter.key).add(narrowKey);
    if (isAbsent(value)) {
      if (parameter.required && !isInEnvironment(parameter, environment))
        errors.push({ code: 'MISSING_REQUIRED', message: `"${parameter.key}" is required.`, parameter: parameter.key });
      continue;
    }
    const checked = givenTwice(given, key, narrowKey) ?? checkParameter(value, parameter);
    if (checked.ok) setOwn(accepted, parameter.key, checked.value);
    else errors.push({ code: checked.code, message: `"${key}" ${checked.problem}.`, parameter: key });
    if (parameter.source['x-deprecated'] === true)
      warnings.push({ code: 'DEPRECATED_PARAMETER', message: `"${key}" is deprecated.`, parameter: key });
  }
  const extra = Object.keys(given).filter((key) => !known.has(key));
  if (refuseExtra) errors.push(...extraParameters(extra, parameters, mapping));
  else warnings.push(...extra.map(leftOut));
  return { valid: errors.length === 0, errors, warnings, arguments: accepted };
}

function leftOut(parameter: string): ArgumentProblem<ArgumentWarningCode> {
  const message = `${JSON.stringify(parameter.slice(0, 80))} is no parameter of this command and is left out.`;
  return { code: 'EXTRA_PARAMETER', message, parameter };
}

/** Two values under two spellings: whichever were taken, the other would be lost without a word. */
function givenTwice(given: Readonly<Record<string, unknown>>, key: string, narrowKey: string): Checked | undefined {
  if (key === narrowKey || isAbsent(getOwn(given, narrowKey))) return undefined;
  return { ok: false, code: 'INVALID_FORMAT', problem: `is given twice, also as "${narrowKey}"` };
}

function isInEnvironment(parameter: Parameter, environment: ReadonlySet<string> | undefined): boolean {
  const name = parameter.kind === 'option' ? parameter.source.envVar : undefined;
  return name !== undefined && environment?.has(name) === true;
}
