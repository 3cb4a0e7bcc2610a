/** True if a value is a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one: for reading foreign data with missing parts. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * True if a value is an object with fields of its own: not an array, nor a class such as `Map` that keeps its data
 * elsewhere.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * The list of objects under a key of foreign data.
 *
 * @param parent any value; one that is no object has no lists
 * @param fail makes the error to throw; `what` goes on from the name of the whole
 * @param absent the result for an absent list, or null. Absent: that is an error
 * @throws the error of `fail`, also when the value is no list
 */
export function recordsAt(
  parent: unknown,
  name: string,
  fail: (what: string) => Error,
  absent?: readonly Readonly<Record<string, unknown>>[],
): readonly Readonly<Record<string, unknown>>[] {
  const list = asRecord(parent)[name] ?? absent;
  if (list === undefined) throw fail(`has no "${name}"`);
  if (!Array.isArray(list) || !list.every(isRecord)) throw fail(`has a "${name}" that is not a list of objects`);
  return list;
}

/**
 * Sets an own, enumerable property of any name.
 *
 * `target['__proto__'] = value` would replace the prototype instead; names in a document are data and must stay data.
 */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<string, unknown>)[key] = value;
  }
}

/** Reads an own property; `undefined` when the object itself lacks it, even if its prototype has it. */
export function getOwn(target: object, key: string): unknown {
  return Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined;
}

type Stated<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that are not `undefined`: such a field states nothing in a document. */
export function stated<T extends object>(fields: T): Stated<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Stated<T>;
}
