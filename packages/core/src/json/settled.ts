/** The documents that nobody changes any more. */
const SETTLED = /* @__PURE__ */ new WeakSet<object>();

/**
 * Settles a copy of a settled document. Facts about a settled document are found once. Any other object is read anew
 * each time: its owner may make a command destructive after its first use, and an old answer would be wrong.
 *
 * `parseTool` freezes and settles what it returns. Nobody but the caller may have a reference to the copy's new parts.
 * @returns the copy
 */
export function settleLike<Tool extends object>(tool: object, copy: Tool): Tool {
  if (SETTLED.has(tool)) SETTLED.add(copy);
  return copy;
}

export function isSettled(tool: object): boolean {
  return SETTLED.has(tool);
}

/** Freezes a document of JSON values, as deep as it is, and settles it. */
export function freezeTool<Tool extends object>(tool: Tool): Tool {
  if (SETTLED.has(tool)) return tool;
  freeze(tool);
  SETTLED.add(tool);
  return tool;
}

/** The reader has bounded the depth. */
function freeze(value: object): void {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member);
  Object.freeze(value);
}

/**
 * Remembers a value for each settled tool and key.
 *
 * A tool's second use fills the cache, and the last value waits for it outside: V8 promotes everything that a WeakMap
 * refers to, which takes longer for a tool that is used once than compiling it.
 */
export class ToolCache<Value> {
  readonly #kept = new WeakMap<object, Map<string, Value>>();
  readonly #used = new WeakSet<object>();
  #last: { readonly tool: object; readonly key: string; readonly value: Value } | undefined;

  get(tool: object, key: string, make: () => Value): Value {
    if (!SETTLED.has(tool)) return make();
    const own = this.#kept.get(tool);
    const kept = own?.get(key);
    if (kept !== undefined) return kept;
    const last = this.#last;
    const value = last?.tool === tool && last.key === key ? last.value : make();
    if (this.#used.has(tool)) {
      if (last?.tool === tool) this.#last = undefined;
      this.#kept.set(tool, (own ?? new Map<string, Value>()).set(key, value));
    } else {
      this.#used.add(tool);
      this.#last = { tool, key, value };
    }
    return value;
  }
}
