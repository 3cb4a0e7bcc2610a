/** Documents of well-known tools; the page's first load has none of them. */

/** `reason` is the browser's message. */
type Loaded<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

export function loadToolNames(): Promise<Loaded<readonly string[]>> {
  return orReason(async () => (await import('@atip/shims')).listShims());
}

export function loadToolText(name: string): Promise<Loaded<string>> {
  return orReason(async () => `${JSON.stringify(await (await import('@atip/shims')).loadShim(name), null, 2)}\n`);
}

/** A module that cannot be fetched is a TypeError; anything else is a mistake of ours. */
async function orReason<Value>(load: () => Promise<Value>): Promise<Loaded<Value>> {
  try {
    return { ok: true, value: await load() };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, reason: error.message };
    throw error;
  }
}
