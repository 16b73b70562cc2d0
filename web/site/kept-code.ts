const ADDRESS = '/service-worker.js'
const FILE = /^\/assets\/.+\.(js|css|woff2)$/

/** Returns the path of the script with which this page started; its name changes with everything that it loads. */
export function entryPath(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script ? new URL(script.src).pathname : ''
}

type Policy = { readonly createScriptURL: (url: string) => string }
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/** Returns the address of the service worker: the content security policy allows registration only with a trusted address. */
function trusted(): string {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= factory?.createPolicy('apsis#service-worker', { createScriptURL: () => ADDRESS })
  return policy ? policy.createScriptURL(ADDRESS) : ADDRESS
}

/**
 * Lets the browser store the code of the application, so that a page can be loaded again while the server is away. If it cannot, because
 * the connection is not secure or the user forbids it, the page works without it.
 */
export async function keepCode(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(trusted())
    const { active } = await navigator.serviceWorker.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    const own = loaded.filter(({ origin, pathname }) => origin === location.origin && FILE.test(pathname))
    active?.postMessage({ entry: entryPath(), files: [...new Set(own.map(({ pathname }) => pathname))] })
  } catch (failure) {
    console.warn('The code of this page is not kept: it cannot be loaded again while the server is away.', failure)
  }
}

/** True if the server has a newer version than the code of this page; false while this is not known. */
export async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok && !(await response.text()).includes(entryPath())
  } catch (failure) {
    console.warn('The server was gone again before its version was known.', failure)
    return false
  }
}
