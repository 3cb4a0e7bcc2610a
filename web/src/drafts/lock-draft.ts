/** Before a draft's id: the name of its lock. */
const LOCK = 'atip.draft.';

/**
 * Takes a draft until this page is gone; false while another living page has it.
 *
 * Without locks (no secure context, site data blocked) two tabs can write one draft; nothing can be done then.
 * @param patience Ms to wait for a page that is just going, as it is when it was reloaded.
 */
export async function lockDraft(id: string, patience: number): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const options = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(LOCK + id, options, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
    request.catch((error: unknown) => {
      if (!(error instanceof DOMException)) reject(error);
      // Refused for all; waited in vain; anything else is no reason to show nothing.
      else resolve(error.name === 'SecurityError');
    });
  });
}

/** The drafts that living pages have. */
export async function lockedDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  try {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
  } catch (error) {
    if (error instanceof DOMException) return new Set();
    throw error;
  }
}
