import type { AtipTool } from '../types/tool.ts';

/**
 * Remembers a value for each tool and key. A tool counts as unchanging once it was used.
 *
 * A tool's second use fills the cache, and the last value waits for it outside: V8 promotes everything that a WeakMap
 * refers to, which takes longer for a tool that is used once than compiling it.
 */
export class ToolCache<Value extends object> {
  readonly #kept = new WeakMap<AtipTool, Map<string, Value>>();
  readonly #used = new WeakSet<AtipTool>();
  #last: { readonly tool: AtipTool; readonly key: string; readonly value: Value } | undefined;

  get(tool: AtipTool, key: string, make: () => Value): Value {
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
