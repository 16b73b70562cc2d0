import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'

/** The things that journeys do in Chromium and that Firefox ESR cannot do, each with a check if that is still true. */
export type Lack = { readonly what: string; readonly isThere: (page: Page) => Promise<boolean> }

const matches = (page: Page, query: string) => page.evaluate<boolean>(`matchMedia('${query}').matches`)

/** Returns the body of a request that nothing answers. */
async function bodyOfRequest(page: Page): Promise<string | null> {
  const request = page.waitForRequest('**/sent')
  await page.evaluate(() => fetch('/sent', { method: 'POST', body: 'said' }).catch(() => undefined))
  return (await request).postData()
}

export const LACKS: readonly Lack[] = [
  {
    what: 'media of paper (emulateMedia): printed pages are looked at in Chromium',
    isThere: async (page) => {
      await page.emulateMedia({ media: 'print' })
      return matches(page, 'print')
    },
  },
  {
    what: 'other colours than those that the browser was started with (colorScheme)',
    isThere: async (page) => {
      await page.emulateMedia({ colorScheme: 'light' })
      return matches(page, '(prefers-color-scheme: light)')
    },
  },
  {
    what: 'colours that the system forces (forcedColors)',
    isThere: async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      return matches(page, '(forced-colors: active)')
    },
  },
  {
    what: 'the body of a request that a page sends (postData)',
    isThere: async (page) => (await bodyOfRequest(page)) === 'said',
  },
  {
    what: 'the clipboard (grantPermissions)',
    isThere: (page) =>
      page
        .context()
        .grantPermissions(['clipboard-read'])
        .then(() => true)
        .catch(() => false),
  },
  {
    what: 'the DevTools protocol, by which Chromium is slowed down and its memory measured (newCDPSession)',
    isThere: (page) =>
      page
        .context()
        .newCDPSession(page)
        .then(() => true)
        .catch(() => false),
  },
  {
    what: 'WebGL without a graphics card: the view in space says that it cannot be drawn',
    isThere: (page) => page.evaluate<boolean>(`document.createElement('canvas').getContext('webgl2') !== null`),
  },
]

/** Checks the tests' browser; returns which of these things it can do after all. */
export async function noLongerLacking(): Promise<string[]> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<title>Lacks</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const at = server.address()
  const address = `http://localhost:${typeof at === 'object' && at !== null ? at.port : 0}`
  const browser = await launchBrowser()
  const found: string[] = []
  try {
    for (const { what, isThere } of LACKS) if (await onPage(browser, address, isThere)) found.push(what)
  } finally {
    await browser.close()
    server.close()
  }
  return found
}

async function onPage<T>(browser: Browser, address: string, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(address)
    return await look(page)
  } finally {
    await context.close()
  }
}
