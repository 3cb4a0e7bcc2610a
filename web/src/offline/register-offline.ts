/** Ms after the page has loaded: its own first work comes first. */
const AFTER = 3000;
/** Ms between two looks for a new version, of a page that stays open. */
const LOOK_AGAIN = 3_600_000;

/**
 * Registers the service worker of `web/offline`, so that the page opens again without a server.
 *
 * `onUpdate` is called when another version has taken over behind this page; nothing reloads by itself. Does nothing
 * where browsers have no service workers (no secure context) and in an embedded page, which keeps nothing.
 */
export function registerOffline(onUpdate: () => void): void {
  if (!('serviceWorker' in navigator) || window.parent !== window) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over as well, and after an update so does the one of the very version that this page is.
    tellLoaded(serviceWorker.controller, (isOtherVersion) => isOtherVersion && onUpdate());
  });
  let looked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || performance.now() - looked < LOOK_AGAIN) return;
    looked = performance.now();
    void orWithout(async () => (await serviceWorker.getRegistration())?.update());
  });
  const register = async (): Promise<void> => {
    await serviceWorker.register('/sw.js');
    const { active } = await serviceWorker.ready;
    tellLoaded(active);
  };
  const start = (): void => void setTimeout(() => void orWithout(register), AFTER);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Tells a worker what this page has loaded, such as the editor, which it then keeps; it answers whether that is its version. */
function tellLoaded(worker: ServiceWorker | null, onAnswer?: (isOtherVersion: boolean) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onAnswer?.(data === true);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  worker?.postMessage(loaded, [port2]);
}

/** Turned off in the browser, or the server went away meanwhile: the page works without. */
async function orWithout(task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
}
