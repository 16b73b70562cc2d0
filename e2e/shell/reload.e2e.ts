import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { callerOf, leavesNothing, ownSatellite } from '../ca/testing/own-satellite.ts'
import {
  ADDRESS,
  answered,
  killProduct,
  newVisitor,
  pane,
  seen,
  signedIn,
  signIn,
  signOut,
  startAgain,
  useBrowser,
  visitAs,
} from '../visitor.ts'

// A page that is reloaded while the server is down (docs/decisions/041-reload-without-the-server.md).
useBrowser({ fetchesAhead: true })
const who = account('demo-other')
leavesNothing(who)

const KEEPING = { serviceWorkers: 'allow' } as const

const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Offline since' })
const upToDate = (page: Page) => page.getByRole('contentinfo').getByText('Up to date', { exact: true })

/** Returns the contents of the browser's store: paths of code, the number of sessions, and the answers as one text. */
async function kept(page: Page): Promise<{ code: string[]; sessions: number; answers: string }> {
  return page.evaluate(async () => {
    const cache = await caches.open('apsis-code')
    const code = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('apsis')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = (store: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const [sessions, answers] = [await all('session'), await all('answer')]
    database.close()
    return { code, sessions: sessions.length, answers: JSON.stringify(answers) }
  })
}

const keepsCode = (page: Page) => expect.poll(async () => (await kept(page)).code).toContain('/')

test('without the server a reload shows what was seen, with its age, and goes on by itself', async () => {
  const page = await visitAs(await newVisitor({ ...KEEPING, reducedMotion: 'reduce' }), who, '/services')
  const { name } = await ownSatellite(await callerOf(page), 91_773)
  await page.goto(`${ADDRESS}/ca/assets`)
  const row = page.getByRole('grid').getByText(name)
  await seen(row)
  await answered(page)
  await keepsCode(page)
  await expect.poll(async () => (await kept(page)).answers).toContain(name)
  await killProduct()
  let loads = 0
  try {
    await page.reload()
    await seen(signedIn(page, who))
    await seen(strip(page).getByText(/was read at .+ or later, at most .+ ago/))
    await seen(row)
    await seen(page.getByRole('contentinfo').getByText('No connection to the server'))
    expect(await upToDate(page).count()).toBe(0)
    // Another address is typed, whose page was also opened before.
    await page.goto(`${ADDRESS}/services`)
    await seen(strip(page))
    await seen(pane(page, 'Services'))
    expect(await pane(page, 'Services').getByText('Normal', { exact: true }).count()).toBe(0)
    page.on('load', () => {
      loads += 1
    })
  } finally {
    await startAgain()
  }
  await expect.poll(() => upToDate(page).count(), { timeout: 120_000 }).toBe(1)
  await expect.poll(() => strip(page).count()).toBe(0)
  await seen(signedIn(page, who))
  expect(loads).toBe(0)
})

test('signing out removes everything that was read, in every tab', async () => {
  const visitor = await newVisitor(KEEPING)
  const page = await signIn(visitor, who, '/services')
  const other = await visitor.newPage()
  await other.goto(`${ADDRESS}/account`)
  await seen(signedIn(other, who))
  await expect.poll(async () => (await kept(page)).answers).toContain('"services"')
  expect((await kept(page)).sessions).toBe(1)
  await signOut(page, who)
  await seen(page.getByRole('button', { name: 'Sign in' }))
  await seen(other.getByRole('button', { name: 'Sign in' }))
  // An answer is written 2 s after it was read (web/api/kept-answers.ts). A timer of the same tab that begins now and is as long runs after that write
  // has begun, however busy the machine is.
  const later = (tab: Page) => tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)))
  await Promise.all([page, other].map(later))
  expect(await kept(page)).toMatchObject({ sessions: 0, answers: '[]' })
})

test('data that another person had read are removed when a person signs in', async () => {
  const visitor = await newVisitor(KEEPING)
  const page = await signIn(visitor, who, '/services')
  await expect.poll(async () => (await kept(page)).answers).toContain('"services"')
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('apsis')
      request.onsuccess = () => resolve(request.result)
    })
    const transaction = database.transaction(['session', 'answer'], 'readwrite')
    transaction.objectStore('answer').put({ hash: 'x', queryKey: ['x'], data: 'of somebody else', readAt: Date.now() })
    const session = transaction.objectStore('session')
    const found = session.get('session')
    found.onsuccess = () => session.put({ ...found.result, who: { ...found.result.who, subject: 'else' } }, 'session')
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    database.close()
  })
  expect((await kept(page)).answers).toContain('of somebody else')
  await page.reload()
  await seen(signedIn(page, who))
  await expect.poll(async () => (await kept(page)).answers).not.toContain('of somebody else')
})

test('if the server is there, its own page is shown, and the code of another version is removed', async () => {
  const page = await visitAs(await newVisitor(KEEPING), who, '/services')
  await keepsCode(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.evaluate(async () => {
    const cache = await caches.open('apsis-code')
    await cache.put('/', new Response('<title>Old</title>', { headers: { 'Content-Type': 'text/html' } }))
    await cache.put('/assets/old-12345678.js', new Response('old'))
  })
  await page.reload()
  await seen(signedIn(page, who))
  expect(await page.title()).toContain('Apsis')
  await expect.poll(async () => (await kept(page)).code).not.toContain('/assets/old-12345678.js')
  expect(await page.evaluate(async () => (await (await caches.match('/'))?.text())?.includes('Apsis'))).toBe(true)
})
