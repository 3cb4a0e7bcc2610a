/**
 * Opens the hosted page without a network. A page of a companion never registers this: on 127.0.0.1 another program may
 * listen tomorrow, and a left-over worker would answer in its place.
 *
 * The page itself comes from the network while there is one, so an old version cannot stay. Files under /assets/ have a
 * digest in their name and stay cached; a new page removes the old one's files.
 */
const CACHE = 'atip-page';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && pathname === '/') event.respondWith(openPage(event.request));
  else if (isPart(pathname)) event.respondWith(openAsset(event.request));
});

function isPart(pathname) {
  return pathname.startsWith('/assets/') || pathname === '/favicon.svg' || pathname === '/rules.html';
}

/** The page lists the files that it loaded before this worker existed. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepAll(event.data));
});

async function openPage(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await keepPage(cache, response.clone());
    return response;
  } catch (error) {
    return (await cache.match('/')) ?? Promise.reject(error);
  }
}

async function keepPage(cache, response) {
  const before = await (await cache.match('/'))?.text();
  if (before !== undefined && before !== (await response.clone().text())) {
    for (const old of await cache.keys()) await cache.delete(old);
  }
  await cache.put('/', response);
}

async function openAsset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

async function keepAll(urls) {
  const cache = await caches.open(CACHE);
  const isOurs = (url) => {
    const { origin, pathname } = new URL(url);
    return origin === self.location.origin && (pathname === '/' || isPart(pathname));
  };
  for (const url of urls.filter(isOurs)) if ((await cache.match(url)) === undefined) await cache.add(url);
}
