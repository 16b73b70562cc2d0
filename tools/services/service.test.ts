import { readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { afterEach, expect, test } from 'vitest'
import {
  type AnswerRow,
  alterRows,
  COMMON_MOODS,
  type CommonMood,
  HOSTILE_TEXTS,
  jsonAnswer,
  type LocalService,
  type LocalServiceDefinition,
  SlidingCount,
  startLocalService,
} from './service.ts'

const NOW = Date.parse('2026-11-30T08:00:00Z')
const ROWS: readonly AnswerRow[] = [
  { NAME: 'ONE', TCA: '2026-12-01T00:00:00', RANGE_M: 1 },
  { NAME: 'TWO', TCA: '2026-12-02T00:00:00', RANGE_M: 2 },
]
const WHOLE = `${JSON.stringify(ROWS, undefined, 1)}\n`
/** A slow answer of a test begins after this time, ms. */
const SLOW_MS = 100
const LONG_LINE_BYTES = 1_000_000
const TWO_HOURS_MS = 7_200_000

type OwnMood = 'asleep' | 'polite'
const open: LocalService<OwnMood>[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

async function start(changes: Partial<LocalServiceDefinition<OwnMood>> = {}): Promise<LocalService<OwnMood>> {
  const service = await startLocalService<OwnMood>({
    name: 'a service of the test',
    clock: () => NOW,
    slowMs: SLOW_MS,
    longLineBytes: LONG_LINE_BYTES,
    moods: { asleep: 'never answers', polite: 'says please' },
    answer: (_, mood) => {
      if (mood === 'asleep') return undefined
      if (mood === 'polite') return jsonAnswer({ please: 'come back' })
      if (mood === 'wrong-type') return { status: 200, type: 'text/plain', body: 'NAME = ONE\n' }
      const rows = alterRows(ROWS, mood, { missing: 'TCA', text: 'NAME' })
      return { status: 200, type: 'application/json', body: `${JSON.stringify(rows, undefined, 1)}\n` }
    },
    ...changes,
  })
  open.push(service)
  return service
}

type Outcome = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
  /** True if the answer ended as HTTP requires. */
  readonly isComplete: boolean
  readonly firstByteMs: number
}
type AskOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly ca?: string
  readonly mostBytes?: number
}

/** Sends one request, follows no redirect, and stops after `mostBytes`. */
function ask(
  url: string,
  { headers = {}, method = 'GET', ca, mostBytes = Infinity }: AskOptions = {},
): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const request = send(url, { method, headers, ...(ca !== undefined && { ca }), agent: false }, (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      let firstByteMs = Number.NaN
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - started
        pieces.push(piece)
        bytes += piece.length
        if (bytes >= mostBytes) request.destroy()
      })
      response.on('error', () => undefined)
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isComplete: response.complete,
          firstByteMs,
        }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

const isText = (text: string) => (outcome: Outcome) =>
  expect([outcome.status, outcome.isComplete, outcome.body.toString('utf8')]).toEqual([200, true, text])
const hasRows = (check: (rows: Record<string, unknown>[]) => void) => (outcome: Outcome) => {
  expect(outcome).toMatchObject({ status: 200, isComplete: true })
  check(JSON.parse(outcome.body.toString('utf8')))
}
/** Checks that the answer ends in the middle of its last record. */
function expectCut(outcome: Outcome, isComplete: boolean): void {
  const text = outcome.body.toString('utf8')
  expect([outcome.status, outcome.isComplete]).toEqual([200, isComplete])
  expect(text.length).toBeGreaterThan(0)
  expect(WHOLE.startsWith(text)).toBe(true)
  expect(text.lastIndexOf('{')).toBeGreaterThan(text.lastIndexOf('}'))
}
const isStatus = (status: number, headers: object, text: string) => (outcome: Outcome) => {
  expect(outcome).toMatchObject({ status, headers, isComplete: true })
  expect(outcome.body.toString('utf8')).toContain(text)
}

type Expectation = (outcome: Outcome, service: LocalService<OwnMood>) => unknown

const EXPECTED: Readonly<Record<CommonMood, Expectation>> = {
  ok: (outcome) => {
    isText(WHOLE)(outcome)
    expect(outcome.headers.date).toBe(new Date(NOW).toUTCString())
  },
  gzip: ({ status, headers, body }) => {
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(gunzipSync(body).toString('utf8')).toBe(WHOLE)
  },
  crlf: isText(WHOLE.replaceAll('\n', '\r\n')),
  'lf-without-end': isText(WHOLE.trimEnd()),
  'byte-order-mark': isText(`\uFEFF${WHOLE}`),
  slow: (outcome) => {
    isText(WHOLE)(outcome)
    // The timer of the service counts whole milliseconds.
    expect(outcome.firstByteMs).toBeGreaterThanOrEqual(SLOW_MS - 1)
  },
  'cut-off': (outcome) => {
    expectCut(outcome, true)
    expect(outcome.headers['content-length']).toBeUndefined()
    expect(outcome.headers['transfer-encoding']).toBeUndefined()
  },
  'cut-off-length': (outcome) => {
    expectCut(outcome, false)
    expect(outcome.headers['content-length']).toBe(String(WHOLE.length))
  },
  'cut-off-chunked': (outcome) => {
    expectCut(outcome, false)
    expect(outcome.headers['transfer-encoding']).toBe('chunked')
  },
  'half-text': (outcome) => expectCut(outcome, true),
  'empty-list': isText('[]\n'),
  'empty-body': isText(''),
  'no-content': isStatus(204, {}, ''),
  'error-page': isStatus(500, { 'content-type': 'text/html; charset=UTF-8' }, '<h1>Internal Server Error</h1>'),
  page: isStatus(200, { 'content-type': 'text/html; charset=UTF-8' }, '<title>Scheduled maintenance</title>'),
  down: isStatus(503, { 'content-type': 'text/plain' }, 'maintenance'),
  'too-many': isStatus(429, { 'retry-after': '7200' }, ''),
  forbidden: isStatus(403, {}, ''),
  'redirect-same': isStatus(302, { location: '/moved/list?of=all' }, ''),
  'redirect-permanent': isStatus(301, { location: '/moved/list?of=all' }, ''),
  'redirect-elsewhere': async ({ status, headers: { location } }, { url, elsewhere }) => {
    expect(status).toBe(302)
    const there = new URL(String(location))
    expect(there.hostname).not.toBe(new URL(url).hostname)
    await ask(there.href, { headers: { cookie: 'secret=1' } })
    expect(elsewhere).toMatchObject([{ method: 'GET', target: '/list?of=all', headers: { cookie: 'secret=1' } }])
  },
  'redirect-http': async ({ status, headers: { location } }, { elsewhere }) => {
    expect(status).toBe(302)
    const there = new URL(String(location))
    expect([there.protocol, there.pathname]).toEqual(['http:', '/list'])
    await ask(there.href)
    expect(elsewhere).toHaveLength(1)
  },
  'redirect-ring': async ({ status, headers: { location } }, { url }) => {
    expect([status, location]).toEqual([302, '/ring-1/list?of=all'])
    const seen: unknown[] = [location]
    for (let turn = 0; turn < 3; turn += 1) seen.push((await ask(`${url}${seen.at(-1)}`)).headers.location)
    expect(seen).toEqual(['1', '2', '3', '1'].map((place) => `/ring-${place}/list?of=all`))
  },
  'wrong-type': isStatus(200, { 'content-type': 'text/plain' }, 'NAME = ONE'),
  huge: hasRows((rows) => expect(rows).toHaveLength(10 * ROWS.length)),
  'long-line': ({ status, isComplete, body }) => {
    expect([status, isComplete, body.length]).toEqual([200, true, LONG_LINE_BYTES])
    expect(body.includes('\n')).toBe(false)
  },
  endless: ({ status, isComplete, body }) => {
    expect([status, isComplete]).toEqual([200, false])
    expect(body.length).toBeGreaterThan(LONG_LINE_BYTES)
  },
  clock: (outcome) => {
    isText(WHOLE)(outcome)
    expect(Date.parse(String(outcome.headers.date)) - NOW).toBe(TWO_HOURS_MS)
  },
  'unknown-field': hasRows((rows) => {
    for (const [i, row] of rows.entries())
      expect(Object.keys(row)).toEqual([...Object.keys(ROWS[i]!), 'FIELD_OF_NEXT_YEAR'])
  }),
  'missing-field': hasRows((rows) => {
    expect(rows[0]).toEqual({ NAME: 'ONE', RANGE_M: 1 })
    expect(rows[1]).toEqual(ROWS[1])
  }),
  'hostile-text': hasRows((rows) => expect(rows.map(({ NAME }) => NAME)).toEqual(HOSTILE_TEXTS.slice(0, 2))),
}

test.each(Object.keys(COMMON_MOODS) as CommonMood[])('startLocalService() does what the mood %s says', async (mood) => {
  const service = await start()
  service.mood = mood
  const options = { headers: { 'accept-encoding': 'gzip' }, mostBytes: 2 * LONG_LINE_BYTES }
  await EXPECTED[mood](await ask(`${service.url}/list?of=all`, options), service)
})

/** The test of each line of the table "For every service" of the collection: a mood, or a separate test. */
const LINES_OF_THE_TABLE: Readonly<Record<string, readonly (CommonMood | 'a test')[]>> = {
  ok: ['ok'],
  gzip: ['gzip', 'a test'],
  crlf: ['crlf', 'lf-without-end', 'byte-order-mark'],
  slow: ['slow'],
  'cut off': ['cut-off', 'cut-off-length', 'cut-off-chunked', 'half-text'],
  empty: ['empty-list', 'empty-body', 'no-content'],
  '500 with HTML': ['error-page'],
  '200 with HTML': ['page'],
  redirect: ['redirect-same', 'redirect-permanent', 'redirect-elsewhere', 'redirect-http', 'redirect-ring'],
  'wrong type': ['wrong-type'],
  huge: ['huge', 'long-line', 'endless'],
  clock: ['clock'],
  'unknown field, missing field': ['unknown-field', 'missing-field'],
  'hostile text': ['hostile-text'],
  certificate: ['a test'],
  'two at once': ['a test'],
}

test.skipIf(!hasCollection('exchange/README.md'))(
  'there is a mood for every line of the table of the collection',
  () => {
    const readme = readFileSync(collectionPath('exchange/README.md'), 'utf8')
    const table = readme.split(/^### /m).find((section) => section.startsWith('For every service\n')) ?? ''
    const lines = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, name = '']) => name).slice(1)
    expect(lines).toEqual(Object.keys(LINES_OF_THE_TABLE))
    const besides = ['down', 'too-many', 'forbidden']
    const moods = Object.values(LINES_OF_THE_TABLE).flat()
    expect(Object.keys(COMMON_MOODS).sort()).toEqual(
      [...new Set([...moods, ...besides])].filter((one) => one !== 'a test').sort(),
    )
  },
)

test('a redirect to the same host leads to the documented answer', async () => {
  const service = await start()
  service.mood = 'redirect-same'
  const outcome = await fetch(`${service.url}/list?of=all`)
  expect([outcome.url, outcome.redirected, await outcome.text()]).toEqual([
    `${service.url}/moved/list?of=all`,
    true,
    WHOLE,
  ])
})

test('gzip is left out when the request does not accept it', async () => {
  const service = await start()
  service.mood = 'gzip'
  isText(WHOLE)(await ask(`${service.url}/list`))
})

test('next() takes as many answers as it says, among those that the filter accepts', async () => {
  const service = await start()
  service.mood = 'down'
  service.next('polite', 2, ({ path }) => path === '/a')
  service.next('ok')
  const statuses: number[] = []
  for (const path of ['/a', '/b', '/b', '/a', '/a']) statuses.push((await ask(`${service.url}${path}`)).status)
  expect(statuses).toEqual([200, 200, 503, 200, 503])
})

test('setMood() changes those answers only that the filter accepts, and concerns() keeps a mood from others', async () => {
  const service = await start({ concerns: ({ path }) => path !== '/login' })
  service.setMood('down', ({ query }) => query.get('of') === 'all')
  const status = async (path: string) => (await ask(service.url + path)).status
  expect([await status('/list'), await status('/list?of=all'), await status('/login?of=all')]).toEqual([200, 503, 200])
})

test('a request is kept with what was sent, the time of the clock and the account', async () => {
  const service = await start({ accountOf: ({ headers }) => String(headers['x-account']) })
  const headers = { 'x-account': 'flight', 'content-type': 'text/plain' }
  await fetch(`${service.url}/a%2Fb/%3E2026/?x=1%202`, { method: 'POST', headers, body: 'text' })
  const [request] = service.requests
  expect(request).toMatchObject({
    method: 'POST',
    target: '/a%2Fb/%3E2026/?x=1%202',
    path: '/a/b/>2026/',
    segments: ['a/b', '>2026'],
    atMs: NOW,
    account: 'flight',
  })
  expect([request?.query.get('x'), String(request?.body)]).toEqual(['1 2', 'text'])
})

test('admit() counts each request in every mood, and what it returns is sent in place of the answer', async () => {
  const counts = new SlidingCount(60_000)
  const service = await start({
    admit: (_, violate) => {
      if (counts.add('all', NOW) < 2) return undefined
      violate('2 requests within a minute')
      return jsonAnswer({ error: 'limit' }, 500)
    },
  })
  service.mood = 'page'
  expect((await ask(`${service.url}/`)).headers['content-type']).toContain('text/html')
  isStatus(500, {}, 'limit')(await ask(`${service.url}/`))
  expect(service.violations).toEqual(['2 requests within a minute'])
})

test('SlidingCount counts what happened in the window that ends now, apart for each key', () => {
  const counts = new SlidingCount(1_000)
  expect([counts.add('a', 0), counts.add('a', 500), counts.add('b', 500)]).toEqual([1, 2, 1])
  expect([counts.count('a', 999), counts.count('a', 1_000), counts.count('a', 1_500)]).toEqual([2, 1, 0])
})

test('a conditional request is answered 304 when nothing has changed', async () => {
  const headers = { etag: '"v1"', 'last-modified': 'Mon, 30 Nov 2026 07:00:00 GMT' }
  const service = await start({ answer: () => jsonAnswer([], 200, headers) })
  const status = async (sent: Readonly<Record<string, string>>) =>
    (await ask(`${service.url}/`, { headers: sent })).status
  expect(await status({ 'if-none-match': '"v0", "v1"' })).toBe(304)
  expect(await status({ 'if-none-match': '"v0"' })).toBe(200)
  expect(await status({ 'if-modified-since': 'Mon, 30 Nov 2026 07:00:00 GMT' })).toBe(304)
  expect(await status({ 'if-modified-since': 'Mon, 30 Nov 2026 06:59:59 GMT' })).toBe(200)
})

test('an answer that never comes leaves the request open, and close() ends it', async () => {
  const service = await start()
  service.mood = 'asleep'
  const asked = [ask(`${service.url}/`), ask(`${service.url}/`)].map((one) => one.catch((error) => error.code))
  await expect.poll(() => service.mostAtOnce).toBe(2)
  await service.close()
  expect(await Promise.all(asked)).toEqual(['ECONNRESET', 'ECONNRESET'])
})

test.each([
  ['good', undefined],
  ['expired', 'CERT_HAS_EXPIRED'],
  ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['unknown', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
] as const)('a service with a certificate that is %s is refused with the code %s', async (tls, code) => {
  const service = await start({ tls })
  const outcome = await ask(`${service.url}/`, { ca: service.ca! }).then(
    ({ status }) => status,
    (error) => error.code,
  )
  expect(outcome).toBe(code ?? 200)
})

test('with TLS a redirect to another host keeps TLS, and a redirect to http does not', async () => {
  const service = await start({ tls: 'good' })
  const ca = service.ca!
  for (const [mood, protocol] of [
    ['redirect-elsewhere', 'https:'],
    ['redirect-http', 'http:'],
  ] as const) {
    service.mood = mood
    const { headers } = await ask(`${service.url}/`, { ca })
    const there = new URL(String(headers.location))
    expect([there.protocol, (await ask(there.href, { ca })).status]).toEqual([protocol, 200])
  }
  expect(service.elsewhere).toHaveLength(2)
})

test('a person sees and sets the mood by calls to /control, which are no requests of the service', async () => {
  const asked: string[] = []
  const service = await start({ controls: { wake: (query) => void asked.push(String(query.get('who'))) } })
  const post = (call: string) => fetch(`${service.url}/control/${call}`, { method: 'POST' })
  await ask(`${service.url}/list`)
  expect((await post('mood?name=polite')).status).toBe(200)
  expect((await post('mood?name=down&times=1')).status).toBe(200)
  expect((await post('wake?who=everybody')).status).toBe(200)
  expect((await post('mood?name=constructor')).status).toBe(404)
  expect((await post('sleep')).status).toBe(404)
  expect(await (await fetch(`${service.url}/control`)).json()).toMatchObject({
    service: 'a service of the test',
    mood: 'polite',
    planned: ['down, 1 times'],
    violations: [],
    requestsOfTheLastHour: ['2026-11-30T08:00:00.000Z GET /list'],
    moods: { ok: COMMON_MOODS.ok, asleep: 'never answers' },
  })
  expect([asked, service.requests.length]).toEqual([['everybody'], 1])
})

test('a fault of the service itself ends the request and is written down', async () => {
  const service = await start({
    answer: () => {
      throw new RangeError('no such record')
    },
  })
  await expect(ask(`${service.url}/`)).rejects.toThrow()
  expect(service.violations).toEqual([expect.stringContaining('RangeError: no such record')])
})
