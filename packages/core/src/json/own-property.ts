/**
 * Sets an own, enumerable property, whatever its name.
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

/** Reads an own property; `undefined` when the object itself has none, even where its prototype does. */
export function getOwn(target: object, key: string): unknown {
  return Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined;
}
