/** A storage like a browser's: stored values are also properties, because the adapter of the identity provider iterates over them. */
class TestStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

/** The state of the browser around a page, for tests to read. */
export type Browser = {
  readonly root: { dataset: Record<string, string | undefined>; lang: string }
  readonly localStorage: TestStorage
  readonly sessionStorage: TestStorage
  /** The address of the page; a test may write it before the page opens. */
  readonly location: { href: string }
  /** The addresses that the page opened, and `reload`. */
  readonly visits: string[]
  /** The warnings and errors that the page wrote to the console. */
  readonly said: string[]
  /** Dispatches an event of the window with these properties. */
  readonly tell: (type: string, properties?: object) => void
  /** Dispatches an event of the document. */
  readonly tellDocument: (type: string) => void
}

/**
 * Gives this test the parts of a browser that the pages use and Node lacks. Only the browser is replaced, and no code of the project. It
 * blocks cookies of other sites, as many browsers do, so the provider's adapter redirects the page instead of asking in a frame. There is
 * no indexedDB, as in a private window.
 */
export function openBrowser(origin = 'http://localhost'): Browser {
  const window = new EventTarget()
  const documentEvents = new EventTarget()
  const root: Browser['root'] = { dataset: {}, lang: 'en' }
  const visits: string[] = []
  const location = Object.assign(new URL(`${origin}/`), {
    assign: (address: string) => visits.push(address),
    replace: (address: string) => visits.push(address),
    reload: () => visits.push('reload'),
  })
  const tell = (type: string, properties: object = {}) => {
    window.dispatchEvent(Object.assign(new Event(type), properties))
  }
  const frame = () => {
    const contentWindow = {}
    return { style: {}, contentWindow, setAttribute: () => undefined }
  }
  const document = {
    documentElement: root,
    querySelector: () => null,
    createElement: frame,
    body: {
      appendChild: ({ contentWindow }: ReturnType<typeof frame>) =>
        queueMicrotask(() => tell('message', { source: contentWindow, data: 'unsupported' })),
      removeChild: () => undefined,
    },
    addEventListener: documentEvents.addEventListener.bind(documentEvents),
  }
  const said: string[] = []
  const say = (text: unknown) => void said.push(String(text))
  const realFetch = globalThis.fetch
  const given = {
    window: globalThis,
    document,
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, address: string) => {
        location.href = new URL(address, location.href).href
      },
    },
    localStorage: new TestStorage(),
    sessionStorage: new TestStorage(),
    isSecureContext: true,
    console: { ...console, warn: say, error: say },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    /** Relative addresses are resolved against the address of the page. */
    fetch: (address: string | URL, init?: RequestInit) => realFetch(new URL(address, location.href), init),
  }
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  const { localStorage, sessionStorage } = given
  const tellDocument = (type: string) => void documentEvents.dispatchEvent(new Event(type))
  return { root, localStorage, sessionStorage, location, visits, said, tell, tellDocument }
}
