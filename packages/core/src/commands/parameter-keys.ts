import { shortHash } from './short-hash.ts';

/** What a parameter brings to the choice of its key. */
export interface KeyedNames {
  readonly name: string;
  /** A readable second choice for when the name is taken. */
  readonly fallback: string;
  /** Tells this parameter from every other of its command. */
  readonly identity: string;
}

/** Accepted by OpenAI and, at the root of its schemas, by Anthropic. */
const WIDE_KEY = /^[A-Za-z0-9_.-]{1,64}$/;
/** Gemini's documented rule. */
const NARROW_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Room for an underscore and eight characters of hash. */
const MAX_BASE_LENGTH = 55;

/**
 * Chooses a property key per parameter, in both alphabets that providers accept.
 *
 * Shape: `[{ name: "dry-run" }]` → `[{ key: "dry-run", narrowKey: "dry_run" }]`. Legal names stay as they are for their
 * first owner; the others get a readable second choice or a hash. No key of one parameter is any key of another.
 * `__proto__` counts as illegal: too many programs on the way would lose it.
 */
export function keysFor(parameters: readonly KeyedNames[]): { key: string; narrowKey: string }[] {
  const taken = new Set<string>();
  const first = parameters.map(({ name }) => (isFree(name, WIDE_KEY, taken) ? claim(name, taken) : undefined));
  const keys = parameters.map(
    (parameter, index) => first[index] ?? secondChoice(parameter, parameter.name, taken, WIDE_KEY),
  );
  return parameters.map((parameter, index) => {
    const key = keys[index] ?? '';
    if (NARROW_KEY.test(key)) return { key, narrowKey: key };
    const narrow = sanitise(key);
    const narrowKey = isFree(narrow, NARROW_KEY, taken)
      ? claim(narrow, taken)
      : secondChoice({ ...parameter, fallback: sanitise(parameter.fallback) }, narrow, taken, NARROW_KEY);
    return { key, narrowKey };
  });
}

function secondChoice(
  { name, fallback, identity }: KeyedNames,
  base: string,
  taken: Set<string>,
  rule: RegExp,
): string {
  if (rule.test(name) && isFree(fallback, rule, taken)) return claim(fallback, taken);
  const stem = sanitise(base).slice(0, MAX_BASE_LENGTH);
  let key = `${stem}_${shortHash(identity)}`;
  // Two parameters alike in everything, or a made collision: count until free.
  for (let round = 2; taken.has(key); round++) key = `${stem}_${shortHash(`${identity} ${round}`)}`;
  return claim(key, taken);
}

function isFree(key: string, rule: RegExp, taken: ReadonlySet<string>): boolean {
  return key !== '__proto__' && rule.test(key) && !taken.has(key);
}

function claim(key: string, taken: Set<string>): string {
  taken.add(key);
  return key;
}

function sanitise(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 64);
  return /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`.slice(0, 64);
}
