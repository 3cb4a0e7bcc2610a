import { isAbsent, type Parameter, valuesFor } from '../commands/parameters.ts';
import { asRecord, getOwn } from '../json/is-record.ts';
import { loneSurrogateIn } from '../json/well-formed.ts';
import type { AtipCommand } from '../types/tool.ts';
import type { ArgumentProblem, CallInput } from '../types/validation.ts';
import { type Checked, checkScalar } from './check-scalar.ts';

/** Longest text for standard input, in UTF-16 units. */
const MAX_INPUT_LENGTH = 1_048_576;

/** Checks a value for standard input: any text, or the number of an output. */
export function checkInput(value: unknown, { source }: Parameter): Checked {
  if (source.type === 'integer') {
    const checked = checkScalar(value, 'integer', 'integer');
    const isNumber = !checked.ok || Number(checked.value) >= 1;
    return isNumber ? checked : { ok: false, code: 'INVALID_FORMAT', problem: 'must be 1 or more' };
  }
  if (typeof value !== 'string') return { ok: false, code: 'INVALID_TYPE', problem: 'must be a string' };
  const problem =
    value.length > MAX_INPUT_LENGTH
      ? `is longer than ${MAX_INPUT_LENGTH} characters`
      : loneSurrogateIn(value)
        ? 'contains half of a character'
        : undefined;
  return problem === undefined ? { ok: true, value } : { ok: false, code: 'INVALID_FORMAT', problem };
}

/** The standard input in checked arguments; undefined: none. */
export function inputOf(
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): CallInput | undefined {
  for (const { kind, key } of parameters) {
    const value = kind === 'stdin' ? getOwn(args, key) : undefined;
    if (typeof value === 'string') return { text: value };
    if (typeof value === 'number') return { output: value };
  }
  return undefined;
}

/** Refuses input that is given twice, or beside a parameter that turns reading it off. */
export function inputConflict(
  metadata: AtipCommand,
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): ArgumentProblem<'INVALID_FORMAT'> | undefined {
  const inputs = parameters.filter(({ kind, key }) => kind === 'stdin' && getOwn(args, key) !== undefined);
  const [input, second] = inputs;
  if (!input) return undefined;
  const unless: unknown = asRecord(metadata['x-stdin'])['unless'];
  const names: readonly unknown[] = Array.isArray(unless) ? unless : [];
  // If an argument and an option share a name, the argument has it as its key.
  const named = names.flatMap(
    (name) => parameters.find(({ key }) => key === name) ?? parameters.find(({ source }) => source.name === name) ?? [],
  );
  const other = named.find((one) => {
    const values = valuesFor(one, args);
    return values.some((value) => !isAbsent(value) && value !== false) && !values.includes('-');
  });
  const parameter = input.key;
  if (second)
    return { code: 'INVALID_FORMAT', message: `"${parameter}" and "${second.key}" are both given.`, parameter };
  return (
    other && { code: 'INVALID_FORMAT', message: `"${parameter}" is not read when "${other.key}" is given.`, parameter }
  );
}
