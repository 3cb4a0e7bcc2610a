/** Figures of documents that are loaded only when they are opened; a test compares them with the documents. */
interface WellKnown {
  readonly name: string;
  readonly commands: number;
  /** Total of the figures below: commands, or the options of a program that is one command. */
  readonly of: number;
  readonly destroy: number;
  /** Write, delete or cannot be undone or repeated, and do not destroy. */
  readonly change: number;
}

export const WELL_KNOWN: readonly WellKnown[] = [
  { name: 'git', commands: 222, of: 222, destroy: 33, change: 103 },
  { name: 'gh', commands: 183, of: 183, destroy: 51, change: 22 },
  { name: 'docker', commands: 212, of: 212, destroy: 67, change: 45 },
  { name: 'kubectl', commands: 98, of: 98, destroy: 48, change: 3 },
  { name: 'npm', commands: 103, of: 103, destroy: 28, change: 29 },
  { name: 'find', commands: 1, of: 96, destroy: 4, change: 0 },
];

export const TOOLS_AT_HAND = 803;

/** `reason` is the browser's message. */
type Loaded<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

export function loadToolNames(): Promise<Loaded<readonly string[]>> {
  return orReason(async () => (await import('@atip/catalog')).listShims());
}

export function loadToolText(name: string): Promise<Loaded<string>> {
  return orReason(async () => `${JSON.stringify(await (await import('@atip/catalog')).loadShim(name), null, 2)}\n`);
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
