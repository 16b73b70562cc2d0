import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { pageTester } from './pages.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const get = (path: string) => fetch(`${api.origin}${path}`)

test.each(['/', '/ca/conjunctions', '/account', '/account/notifications?tab=a,b', '/ca/conjunctions/'])(
  '%s is answered by the application, and no cache may store it',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toContain('<title>Apsis</title>')
  },
)

test.each(['/assets/index-12345678.js', '/missing.css', '/assets/a.js?x=1'])(
  '%s, a file that does not exist, is not found',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  },
)

test.each(['/samples/nosuch', '/metrics', '/ca/conjunction', '/account/notifications/more', '/no/such/page'])(
  '%s, an address without a page, gives 404: a downloading program does not store the application, and a person sees that the page does not exist',
  async (path) => {
    const download = await get(path)
    expect([download.status, download.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await download.json()).toMatchObject({ title: 'Not Found', detail: 'There is no such page or file.' })
    const browser = await fetch(`${api.origin}${path}`, {
      headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    })
    expect(browser.status).toBe(404)
    expect(await browser.text()).toContain('<title>Apsis</title>')
  },
)

test.each(['/samples', '/samples/'])('%s lists the sample files, each of which can be downloaded', async (path) => {
  const list = (await (await get(path)).json()) as string[]
  expect(list).toEqual(['satellite.oem'])
  expect((await get(`/samples/${list[0]}`)).status).toBe(200)
})

test('pageTester() recognises pages by the segments of their addresses, including optional ones', () => {
  const isPage = pageTester(['/', '/docs/{-$page}/{-$file}', '/odt/observation/$request/{-$file}', '/ca'])
  const pages = ['/', '/docs', '/docs/ca', '/docs/ca/screening', '/odt/observation/1', '/odt/observation/1/2', '/ca/']
  expect(pages.filter((path) => !isPage(path))).toEqual([])
  const others = ['/docs/ca/screening/more', '/odt/observation', '/odt/observation/', '/ca/x', '/x', '/odt']
  expect(others.filter(isPage)).toEqual([])
})

test('a compressed file of the build is sent to a client that accepts it, but has no address of its own', async () => {
  const path = '/assets/plain-12345678.js'
  const asked = (encoding: string) => fetch(`${api.origin}${path}`, { headers: { 'accept-encoding': encoding } })
  const packed = await asked('gzip, deflate, br')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('content-type')).toContain('javascript')
  expect(packed.headers.get('cache-control')).toContain('immutable')
  expect(packed.headers.get('vary')).toContain('accept-encoding')
  expect(await packed.text()).toBe('// packed')
  const plain = await asked('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe('')
  expect((await get(`${path}.br`)).status).toBe(404)
})

test('the settings of the pages contain only values that may be public', async () => {
  const settings = await (await get('/config.json')).json()
  expect(settings).toEqual({
    issuer: api.issuer.issuer,
    clientId: 'apsis-web',
    version: '0.3.4',
    devMode: false,
    demo: false,
  })
})

test('each kind of problem has a page that explains it', async () => {
  const known = await get('/problems/version-stale')
  expect(known.status).toBe(200)
  expect(await known.text()).toContain('412 Precondition Failed')
  expect((await get('/problems/constructor')).status).toBe(404)
})

test('the code of the developer area is served in dev mode only (decisions.md 13)', async () => {
  const file = '/assets/dev/3d.page-12345678.js'
  const forms = [
    file,
    '/assets/./dev/3d.page-12345678.js',
    '/assets/%64ev/3d.page-12345678.js',
    '/assets//dev/3d.page-12345678.js',
  ]
  for (const form of forms) expect([form, (await get(form)).status]).toEqual([form, 404])
  expect((await get('/assets/plain-12345678.js')).status).toBe(200)
  const dev = await startTestApi({ APSIS_DEV_MODE: 'true' })
  try {
    expect((await fetch(`${dev.origin}${file}`)).status).toBe(200)
  } finally {
    await dev.close()
  }
})
