/** Effects that are never harm, whatever their value. */
const HARMLESS: ReadonlySet<string> = new Set([
  'filesystem/read',
  'filesystem/paths',
  'duration/typical',
  'duration/timeout',
]);
/** Effects whose `false` is the harm. */
const GOOD_IF_TRUE: ReadonlySet<string> = new Set(['reversible', 'idempotent']);
/** Words that say that there is none. */
const MILD: Readonly<Record<string, readonly unknown[]>> = {
  'interactive/stdin': ['none', 'optional'],
  'cost/estimate': ['free', 'low'],
};

/**
 * Whether a document states harm at a JSON Pointer: a fact of safety that a model should not go without.
 *
 * Shape: `("/commands/a/effects/network", true)` → `true`; `(…, false)` → `false`, as for everything outside effects. An
 * effect that is not known here counts as harm unless it is plainly denied.
 */
export function statesHarm(pointer: string, value: unknown): boolean {
  if (/\/x-effects$/.test(pointer)) return !isObject(value) || holdsHarm('', value, true);
  const [, name] = /^(?:\/commands\/[^/]*)*\/effects\/((?:[^/]+\/)?[^/]+)$/.exec(pointer) ?? [];
  return name !== undefined && isHarm(name, value);
}

/** @param told whether destruction is told in words, as it is of what an option adds */
function holdsHarm(above: string, value: object, told: boolean): boolean {
  return Object.entries(value).some(([key, inner]) => {
    const name = `${above}${key}`;
    if (told && name === 'destructive') return false;
    return isObject(inner) ? holdsHarm(`${name}/`, inner, told) : isHarm(name, inner);
  });
}

function isHarm(name: string, value: unknown): boolean {
  if (HARMLESS.has(name)) return false;
  if (GOOD_IF_TRUE.has(name)) return value !== true;
  if (MILD[name]) return !MILD[name].includes(value);
  return Array.isArray(value) ? value.length > 0 : value !== false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
