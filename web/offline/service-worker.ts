/**
 * The page without a server: started once, it opens again when nothing answers.
 *
 * An address on 127.0.0.1 belongs to whoever listens there, today us and tomorrow somebody's dev server. So the page
 * itself always comes from the network as long as anything answers; what answers and is not our page goes to the browser
 * untouched, and this worker takes itself and its files away. Files are kept only when their content is what the build
 * made, so that nothing that somebody else served here once can run in our page later. The API, short links and
 * everything that is not a plain GET of this origin are none of its business.
 *
 * A broken version cannot stay: what is shown while a server answers is that server's own page.
 */
/** Makes this a module, whose `self` is its own. */
export {};

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: `sha256-…` of every file of the page by its path, those needed to open it, and its name. */
declare const ATIP_DIGESTS: Readonly<Record<string, string>>;
declare const ATIP_FIRST: readonly string[];
declare const ATIP_VERSION: string;

const DIGESTS: ReadonlyMap<string, string> = new Map(Object.entries(ATIP_DIGESTS));
const PREFIX = 'atip-page-';
const CACHE: string = PREFIX + ATIP_VERSION;
const PAGE = '/';
const ASSETS = '/assets/';
/** By this the page is told from whatever else may answer at its address; `index.html` has it near its start. */
const MARK = '<meta name="application-name" content="ATIP workbench"';
/** Characters of an answer in which the mark is looked for; an answer may never end. */
const MARK_WITHIN = 4096;
/** Caches kept: this version's, and the one before, whose open pages may still load parts of theirs. */
const KEPT = 2;

/** True: the address is somebody else's now, and nothing is kept for it. */
let left = false;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE) event.respondWith(openPage(event));
  } else if (pathname.startsWith(ASSETS)) {
    event.respondWith(asset(request, pathname));
  } else if (DIGESTS.has(pathname)) {
    // Its name says nothing of its content, so another server's own comes first.
    event.respondWith(networkFirst(request, pathname));
  }
});

/**
 * A page says what it has loaded, also before it had this worker: our own files of these are kept. It is told whether it
 * is another version's page.
 */
self.addEventListener('message', (event) => {
  const urls: unknown = event.data;
  if (!Array.isArray(urls)) return;
  const paths = urls
    .filter((url): url is string => typeof url === 'string' && URL.canParse(url))
    .map((url) => new URL(url))
    .filter(({ origin, pathname }) => origin === self.location.origin && pathname.startsWith(ASSETS))
    .map(({ pathname }) => pathname);
  event.ports[0]?.postMessage(paths.some((path) => !DIGESTS.has(path)));
  event.waitUntil(keepAll(paths.filter((path) => DIGESTS.has(path))));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    ATIP_FIRST.map(async (path) => {
      const held = await keptElsewhere(path);
      await (held === undefined || path === PAGE ? cache.add(asBuilt(path)) : cache.put(path, held));
    }),
  );
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const others = (await ourCaches()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(KEPT - 1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function openPage(event: FetchEvent): Promise<Response> {
  const response = await orNothing(fetch(event.request));
  // This version's, never an earlier one's: its files are those that are kept.
  if (response === undefined) return (await keptHere(PAGE)) ?? Response.error();
  if (response.ok) event.waitUntil(leaveUnlessOurs(response.clone()));
  return response;
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  return (await orNothing(fetch(request))) ?? (await keptHere(path)) ?? Response.error();
}

/** Named by its content, so the cache is as good as the network, and what is loaded once is there without one. */
async function asset(request: Request, path: string): Promise<Response> {
  const kept = (await keptHere(path)) ?? (await keptElsewhere(path));
  if (kept !== undefined) return kept;
  if (!DIGESTS.has(path)) return fetch(request);
  const response = await fetch(asBuilt(path));
  if (response.ok && !left) await (await caches.open(CACHE)).put(path, response.clone());
  return response;
}

async function keepAll(paths: readonly string[]): Promise<void> {
  if (left) return;
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    if ((await keptHere(path)) !== undefined) continue;
    const held = await keptElsewhere(path);
    await orNothing(held === undefined ? cache.add(asBuilt(path)) : cache.put(path, held));
  }
}

/** Asks for exactly what the build made; the browser refuses anything else. */
function asBuilt(path: string): Request {
  const cache = path.startsWith(ASSETS) ? 'default' : 'reload';
  return new Request(path, { cache, integrity: DIGESTS.get(path) ?? '' });
}

/** Asked in this way the cache is not made anew where it was taken away. */
async function keptHere(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

/** A file in the cache of another version, which its name says to be the same. */
async function keptElsewhere(path: string): Promise<Response | undefined> {
  if (!path.startsWith(ASSETS)) return undefined;
  for (const name of await ourCaches()) {
    const kept = name === CACHE ? undefined : await caches.match(path, { cacheName: name, ignoreVary: true });
    if (kept !== undefined) return kept;
  }
  return undefined;
}

/** Newest first; browsers list caches in the order of their making. */
async function ourCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).toReversed();
}

/** Takes this worker and all that it kept away where another page stands. */
async function leaveUnlessOurs(response: Response): Promise<void> {
  if ((await startOf(response)).includes(MARK)) return;
  left = true;
  await Promise.all((await ourCaches()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

async function startOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader !== undefined && text.length < MARK_WITHIN) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  // Not awaited: a copy's end comes with its original's, which the browser is still reading.
  void reader?.cancel();
  return text;
}

/** `undefined` when nothing answered; browsers reject a fetch without an answer with a TypeError. */
async function orNothing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
