import { closeDemo, getDemo, openDemo } from '@apsis/contract/ca/demo.ts'
import { createEphemerisFile, getEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { createHandover, Handover, listHandovers } from '@apsis/contract/ca/report/handover.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { comeBack, openSite, type Site, sendJson } from '../session/testing/site.ts'
import { openBrowser } from '../ui/testing/browser.ts'
import { holdWaits } from '../ui/testing/waits.ts'

const DEMO = { open: true, isAllowed: true, since: null, seed: 7, filling: null }

let site: Site
let page: typeof import('./call.ts')
let outage: typeof import('./outage.ts')
let session: typeof import('../session/session.ts')
beforeAll(async () => {
  site = await openSite()
  const browser = openBrowser(site.origin)
  session = await import('../session/session.ts')
  page = await import('./call.ts')
  outage = await import('./outage.ts')
  comeBack(browser, site)
  await session.openSession()
})
afterEach(() => {
  site.calls.length = 0
  site.grants.length = 0
  Object.assign(site.does, { siteStatus: 200, providerStatus: 200, tokenStatus: 200, tokenS: 3_600 })
})
afterAll(() => site.close())

/** Makes the server answer the calls in turn with these statuses, and the demo with 200. */
function answers(...statuses: readonly (number | readonly [number, Record<string, string>])[]): void {
  const left = [...statuses]
  site.does.api = (_call, response) => {
    const next = left.shift() ?? 200
    const [status, headers] = typeof next === 'number' ? [next, {}] : next
    if (status === 200) sendJson(response, DEMO, headers)
    else response.writeHead(status, headers).end()
  }
}

test('a call sends the token and asks for JSON; only one with a body names its content type', async () => {
  answers()
  expect(await page.call(getDemo, {})).toEqual(DEMO)
  await page.call(createHandover, { body: { text: 'n' } }).catch(() => undefined)
  const [read, write] = site.calls
  const token = await session.bearerToken()
  expect([read?.method, read?.url, read?.body]).toEqual(['GET', '/api/v1/ca/demo', ''])
  expect(read?.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    accept: 'application/json, application/problem+json',
  })
  expect(read?.headers).not.toHaveProperty('content-type')
  expect(read?.headers).not.toHaveProperty('if-match')
  expect([write?.method, write?.body, write?.headers['content-type']]).toEqual([
    'POST',
    '{"text":"n"}',
    'application/json',
  ])
})

test('a call returns nothing for an answer without a body, and no total without a page number', async () => {
  site.does.api = (_call, response) => void response.writeHead(204).end()
  expect(await page.callVersioned(closeDemo, {}, {})).toEqual({
    answer: undefined,
    version: undefined,
    total: undefined,
  })
})

test('a call names the version that it saw, and returns the new version and the total number of rows', async () => {
  answers([200, { etag: '"8"', 'x-total-count': '12' }])
  const found = await page.callVersioned(openDemo, { query: {} }, { version: '"7"' })
  expect(found).toEqual({ answer: DEMO, version: '"8"', total: 12 })
  expect(site.calls[0]?.headers['if-match']).toBe('"7"')
})

test('callAll() reads page after page up to the total number, and only one page if no total is given', async () => {
  const rows = [Handover.meta()?.examples].flat()
  site.does.api = (_call, response) => sendJson(response, rows, { 'x-total-count': String(2 * rows.length) })
  expect(await page.callAll(listHandovers, { query: { limit: 1 } })).toHaveLength(2 * rows.length)
  expect(site.calls.map(({ url }) => new URL(url, site.origin).searchParams.get('page'))).toEqual(['1', '2'])
  site.calls.length = 0
  site.does.api = (_call, response) => sendJson(response, rows)
  expect(await page.callAll(listHandovers, { query: {} })).toHaveLength(rows.length)
  expect(site.calls).toHaveLength(1)
})

test('a refusal is a problem with its status, its texts and the path of the call', async () => {
  site.does.api = (_call, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' })
    const problem = { type: '/problems/not-found', title: 'Not found', status: 404, detail: 'no demo' }
    response.end(JSON.stringify({ ...problem, error: 'Not found', message: 'no demo', requestId: 'r-1' }))
  }
  await expect(page.call(getDemo, {})).rejects.toMatchObject({
    name: 'ApiProblem',
    status: 404,
    path: '/api/v1/ca/demo',
  })
  await expect(page.callFile(getEphemerisFile, file)).rejects.toMatchObject({
    status: 404,
    path: getEphemerisFile.path,
  })
  await expect(page.upload(createEphemerisFile, new Blob(['x']))).rejects.toMatchObject({ status: 404 })
})

const file = { params: { 'oem-id': '7c1d1f0e-5b4a-4f0b-8a55-2f7d3b1c6e90' }, query: {} } as const

test('an answer that does not match the contract is reported as unexpected', async () => {
  site.does.api = (_call, response) => sendJson(response, { open: 'perhaps' })
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ kind: 'unexpected-answer' })
})

test('a file is returned with its bytes and its name from the server, if it has one', async () => {
  site.does.api = (_call, response) =>
    void response.writeHead(200, { 'content-disposition': 'attachment; filename="sat 3.oem"' }).end('bytes')
  const found = await page.callFile(getEphemerisFile, file)
  expect([found.name, await found.blob.text(), site.calls[0]?.headers.accept]).toEqual(['sat 3.oem', 'bytes', '*/*'])
  site.does.api = (_call, response) => void response.writeHead(200).end('bytes')
  expect((await page.callFile(getEphemerisFile, file, { accept: 'application/xml' })).name).toBeUndefined()
  expect(site.calls[1]?.headers.accept).toBe('application/xml')
})

test('an upload sends the bytes unchanged, with their own media type, and reads the answer', async () => {
  answers()
  const { response: _, ...quiet } = createEphemerisFile
  expect(await page.upload(quiet, new Blob(['abc'], { type: 'text/plain' }))).toBeUndefined()
  expect([site.calls[0]?.body, site.calls[0]?.headers['content-type']]).toEqual(['abc', 'text/plain'])
  expect(await page.upload({ ...quiet, response: getDemo.response }, new Blob(['abc']))).toEqual(DEMO)
  const form = new FormData()
  form.set('kind', 'CANDIDATE')
  await page.upload(quiet, form)
  expect(site.calls[2]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  await page.upload(quiet, form, { query: { again: 'yes' } })
  expect(site.calls.map(({ url }) => url.split('?')[1])).toEqual([undefined, undefined, undefined, 'again=yes'])
})

test('a token that the server refuses is renewed once, and the call is sent again with the new one', async () => {
  answers(401)
  expect(await page.call(getDemo, {})).toEqual(DEMO)
  const [first, second] = site.calls.map(({ headers }) => headers.authorization)
  expect([site.grants, second === first]).toEqual([['refresh_token'], false])
  answers(401, 401)
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 401 })
  expect(site.calls).toHaveLength(4)
  answers(403)
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 403 })
  expect(site.grants).toHaveLength(2)
})

test('while the token cannot be renewed and the session continues, a call fails as without a connection', async () => {
  site.does.tokenStatus = 503
  answers(401)
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ kind: 'no-connection' })
  expect(site.calls.filter(({ url }) => url.startsWith('/api/v1/ca'))).toHaveLength(1)
  expect(session.isSignedIn()).toBe(true)
})

test('a call waits for an exhausted rate limit as long as the server says, at most five times', async () => {
  const wait = [429, { 'retry-after': '0' }] as const
  answers(wait, wait)
  expect(await page.call(getDemo, {})).toEqual(DEMO)
  expect(site.calls).toHaveLength(3)
  site.calls.length = 0
  answers(...Array.from({ length: 7 }, () => wait))
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 429 })
  expect(site.calls).toHaveLength(6)
})

test('a call fails at once if the rate limit ends in more than five seconds, or at an unknown time', async () => {
  answers([429, { 'retry-after': '6' }])
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 429 })
  answers(429)
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 429 })
  expect(site.calls).toHaveLength(2)
})

/** Lets the test end waits of five seconds and more, and sets the random part to half of its range. */
function holdRateLimits() {
  const { random } = Math
  const waits = holdWaits(5_000)
  Math.random = () => 0.5
  const release = () => {
    Math.random = random
    waits.release()
  }
  return { ...waits, release }
}

test('a call waits for its rate limit as long as the server says, plus up to half a second so that pages do not all retry at once', async () => {
  const { pending, end, release } = holdRateLimits()
  answers([429, { 'retry-after': '5' }])
  const called = page.call(getDemo, {}).finally(release)
  await expect.poll(pending).toEqual([5_250])
  expect(site.calls).toHaveLength(1)
  end(5_250)
  expect(await called).toEqual(DEMO)
})

test('a call that is cancelled while it waits for its rate limit ends at once, and is not sent again', async () => {
  const { pending, release } = holdRateLimits()
  answers([429, { 'retry-after': '5' }])
  const cancelling = new AbortController()
  const called = page.call(getDemo, {}, cancelling.signal).finally(release)
  await expect.poll(pending).toEqual([5_250])
  cancelling.abort()
  await expect(called).rejects.toMatchObject({ kind: 'cancelled', code: 0 })
  expect([pending(), site.calls.length]).toEqual([[], 1])
})

test('a call that is cancelled before its answer fails as cancelled, and one that is cancelled immediately is not sent', async () => {
  const cancelling = new AbortController()
  site.does.api = () => cancelling.abort()
  await expect(page.call(getDemo, {}, cancelling.signal)).rejects.toMatchObject({ kind: 'cancelled' })
  await expect(page.call(getDemo, {}, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled' })
  expect([site.calls.length, outage.getOutage()]).toEqual([1, undefined])
})

test('after a call without an answer the page checks whether the server is there, and the next answer ends the outage', async () => {
  const cut = (_call: unknown, response: { destroy: () => void }) => response.destroy()
  site.does.api = cut
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ kind: 'no-connection', path: '/api/v1/ca/demo' })
  // The server answers the request for its settings, so the failed call had its own reason.
  await outage.probe()
  expect(outage.getOutage()).toBeUndefined()
  site.does.siteStatus = 0
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ kind: 'no-connection' })
  await expect.poll(() => outage.getOutage()?.kind).toBe('unreachable')
  answers()
  await page.call(getDemo, {})
  expect(outage.getOutage()).toBeUndefined()
})

test('after the session has ended a call is refused before it is sent', async () => {
  site.does.tokenStatus = 400
  answers(401)
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ status: 401 })
  expect(session.isSignedIn()).toBe(false)
  site.calls.length = 0
  await expect(page.call(getDemo, {})).rejects.toMatchObject({ kind: 'unauthenticated', code: 501 })
  expect(site.calls).toEqual([])
})
