import { joinPointer } from '../json/pointer.ts';
import { convertValue } from '../metadata/convert-value.ts';
import type { AtipArgument, AtipOption } from '../types/parameter.ts';
import { type Lint, replaceSame } from './lint.ts';
import { lintDescription } from './lint-description.ts';

type Parameter = Omit<AtipOption, 'flags'> & Partial<AtipArgument> & { flags?: string[] };

/**
 * Checks a command's arguments and options, or a tool's global options, each by itself and against each other.
 *
 * @param lists by the field that holds them
 * @param globals flags of the tool's global options; absent for these themselves
 * @returns the flags of all lists
 * @see ATIP 0.3 §3.4, §3.5
 */
export function lintParameters(
  lint: Lint,
  at: string,
  lists: Readonly<Record<string, readonly Parameter[] | undefined>>,
  globals?: ReadonlySet<string>,
): Set<string> {
  const names = new Map<string, string>();
  const flags = new Set<string>();
  for (const [field, list = []] of Object.entries(lists)) {
    for (const [index, parameter] of list.entries()) {
      const path = joinPointer(at, field, index);
      const { name, flags: own = [] } = parameter;
      const folded = name.length > 1 ? name.toLowerCase().replace(/[-_]/g, '') : name;
      const other = names.get(folded);
      if (other === undefined) names.set(folded, name);
      else lint.report(other === name ? 'duplicate-name' : 'ambiguous-name', `${path}/name`, other);
      lintDescription(lint, path, parameter.description);
      lintDefault(lint, path, parameter, field === 'arguments');
      listOnce(lint, 'duplicate-value', `${path}/enum`, parameter.enum ?? []);
      listOnce(lint, 'duplicate-flag', `${path}/flags`, own);
      for (const [place, flag] of own.entries()) {
        if (flags.has(flag) || globals?.has(flag)) lint.report('duplicate-flag', `${path}/flags/${place}`, flag);
      }
      for (const flag of own) flags.add(flag);
    }
  }
  lintOrder(lint, `${at}/arguments`, lists['arguments'] ?? []);
  return flags;
}

/** Finds an item that is listed again in one list. */
function listOnce<Item>(
  lint: Lint,
  code: 'duplicate-flag' | 'duplicate-value',
  path: string,
  list: readonly Item[],
): void {
  const unmet = new Set(list);
  const again = list.find((item) => !unmet.delete(item));
  if (again !== undefined)
    lint.report(code, path, String(again), replaceSame(lint, path, list, [...new Set(list)], 'List each once'));
}

function lintOrder(lint: Lint, at: string, list: readonly Parameter[]): void {
  let optional = false;
  let endless: string | undefined;
  for (const [index, { name, type, required, variadic }] of list.entries()) {
    const path = joinPointer(at, index);
    if (type === 'boolean') lint.report('boolean-argument', path);
    // A list before one last required value is told apart by counting from the end, as in `cp SOURCE... TARGET`.
    if (endless !== undefined && (variadic || required === false)) lint.report('variadic-not-last', path, endless);
    if (variadic) endless ??= name;
    if (required === false) optional = true;
    else if (optional) lint.report('required-after-optional', path);
  }
}

function lintDefault(lint: Lint, at: string, parameter: Parameter, isArgument: boolean): void {
  const { default: preset, type, required = isArgument, enum: values } = parameter;
  const path = `${at}/default`;
  if (preset === undefined || preset === null) return;
  if (required) lint.report('required-default', path);
  const allowed = new Set<unknown>(values);
  if (fits(preset, parameter, allowed)) return;
  const wanted = type === 'integer' || type === 'number' || type === 'boolean' || type === 'array' ? type : 'string';
  const converted = convertValue(preset, [wanted], path, lint.document);
  const fix = fits(converted, parameter, allowed) ? replaceSame(lint, path, preset, converted) : undefined;
  lint.report('invalid-default', path, '', fix);
}

/** Whether a parameter takes a value. Numbers pass for text: a command line knows no other. */
function fits(value: unknown, { type, variadic }: Parameter, allowed: ReadonlySet<unknown>): boolean {
  if (Array.isArray(value)) {
    return (type === 'array' || variadic === true) && (allowed.size === 0 || value.every((item) => allowed.has(item)));
  }
  if (type === 'array') return false;
  if (allowed.size > 0) return allowed.has(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean' || type === 'number') return typeof value === type;
  return typeof value === 'string' || typeof value === 'number';
}
