// Stores the code of the application, and no user data, so that a page can be loaded again while the server is away
// (docs/decisions/041-reload-without-the-server.md).
const CACHE = 'apsis-code'
/** The page that answers every address of the application. */
const PAGE = '/'
/** Files of the page whose names do not depend on their content, so the server is asked first. */
const FIXED = ['/preferences.js', '/first-sight.css', '/favicon.svg']
/** The answers of a proxy in front of the server while the server is away. */
const AWAY = [502, 503, 504]

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (FIXED.includes(pathname)) event.respondWith(fromServer(request, pathname))
  else if (request.mode === 'navigate' && isOurs(pathname)) event.respondWith(fromServer(request, PAGE))
})

/** True for an address of the application, and not of the API, of the identity provider, or of a file. */
const isOurs = (pathname) => !/^\/(api|auth|problems)(\/|$)/.test(pathname) && !/\.[a-z0-9]+$/i.test(pathname)

/** Returns the server's answer, whatever it is; the stored one only if the server does not answer. */
async function fromServer(request, kept) {
  try {
    const response = await fetch(request)
    return (AWAY.includes(response.status) && (await caches.match(kept, { ignoreVary: true }))) || response
  } catch (failure) {
    const found = await caches.match(kept, { ignoreVary: true })
    if (found) return found
    throw failure
  }
}

/** A built file has its hash in its name, so a file that is stored under that name equals the file on the server. */
async function asset(event) {
  const found = await caches.match(event.request, { ignoreVary: true })
  if (found) return found
  const response = await fetch(event.request)
  // If nothing more can be stored, for example on a full disk, the page still gets the answer.
  if (response.ok) event.waitUntil(put(event.request, response.clone()))
  return response
}

const put = async (request, response) => (await caches.open(CACHE)).put(request, response)

// A page that has started sends the list of its files. Only then is it stored, with all of them: an updated page that
// has never started must not replace the stored one.
addEventListener('message', (event) => event.waitUntil(keep(event.data)))

async function keep({ entry, files }) {
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE, { cache: 'no-store' })
  const text = page.ok ? await page.clone().text() : ''
  // The server has another version by now, whose own page will send its list.
  if (!text.includes(entry)) return
  const before = await (await cache.match(PAGE))?.text()
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
  await cache.addAll(FIXED)
  await cache.put(PAGE, page)
  if (before === text) return
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !files.includes(pathname)) await cache.delete(request)
  }
}
