import { File } from 'node:buffer'
import { IMPORT_LIMITS, type ImportDetail } from '@apsis/contract/ca/message/import.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { comeBack, openSite, type SeenCall, type Site, sendJson } from '../../../../session/testing/site.ts'
import { openBrowser } from '../../../../ui/testing/browser.ts'

const ID = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e90'
const NONE = { messages: 0, accepted: 0, duplicate: 0, refused: 0 }

type FileState = ImportDetail['list'][number]['state']
const listed = (name: string, bytes: number, place: number, state: FileState = 'MISSING') => ({
  place,
  name,
  bytes,
  state,
  ...NONE,
})
const detail = (list: ImportDetail['list']): ImportDetail => ({
  importId: ID,
  at: '2026-11-27T03:00:00.000Z',
  by: 'ann',
  state: 'RECEIVING',
  endedAt: null,
  files: list.length,
  ...NONE,
  list,
})
const file = (name: string, text: string) => new File([text], name) as unknown as globalThis.File

let site: Site
let intake: typeof import('./send-import.ts')
/** The import on the server: it accepts each file that a form names, like the real server. */
let list: ImportDetail['list'] = []
/** The status codes that refuse the next forms; 0 breaks the connection. */
let refusals: number[] = []
/** The times at which the server refused a form, and at which it was again asked for the missing files. */
let refusedAt: number[] = []
let takenUp: number[] = []
/** The indexes of the files of each form that was accepted. */
let forms: string[][] = []

const placesOf = ({ body }: SeenCall) =>
  [...body.matchAll(/name="file"; filename="([^"]*)"/g)].map(([, name = '']) => name)

const answer: Site['does']['api'] = (seen, response) => {
  const { method } = seen
  if (method === 'GET') {
    if (takenUp.length < refusedAt.length) takenUp.push(performance.now())
    return sendJson(response, detail(list))
  }
  const status = refusals.shift()
  if (status !== undefined) refusedAt.push(performance.now())
  if (status === 0) return void response.destroy()
  if (status !== undefined) return void response.writeHead(status).end()
  const places = placesOf(seen)
  forms.push(places)
  list = list.map((one) => (places.includes(String(one.place)) ? { ...one, state: 'WAITING' as const } : one))
  sendJson(response, detail(list))
}

beforeAll(async () => {
  site = await openSite()
  const browser = openBrowser(site.origin)
  const session = await import('../../../../session/session.ts')
  intake = await import('./send-import.ts')
  comeBack(browser, site)
  await session.openSession()
  site.does.api = answer
})
beforeEach(() => {
  refusals = []
  refusedAt = []
  takenUp = []
  forms = []
})
afterAll(() => site.close())

test('a file is missing if the server lacks it and a chosen file has its name and size, each file once', () => {
  const [a, b, other] = [file('a.cdm', 'one'), file('b.cdm', 'three'), file('a.cdm', 'longer')]
  const asked = detail([
    listed('a.cdm', 3, 0),
    listed('b.cdm', 5, 1, 'DONE'),
    listed('a.cdm', 6, 2),
    listed('a.cdm', 3, 3),
    listed('c.cdm', 1, 4),
  ])
  expect([...intake.filesMissing(asked, [b, other, a])]).toEqual([
    [0, a],
    [2, other],
  ])
  // Two equal files take two places.
  expect([...intake.filesMissing(asked, [a, a]).keys()]).toEqual([0, 3])
})

test('a file is too large if it exceeds the limit of one request', () => {
  const sized = (size: number) => ({ size }) as globalThis.File
  expect([IMPORT_LIMITS.atOnceBytes, IMPORT_LIMITS.atOnceBytes + 1].map(sized).map(intake.isTooLarge)).toEqual([
    false,
    true,
  ])
})

test('missing files are sent in forms of at most 4 MiB, a larger file alone, and nothing twice', async () => {
  const MIB = 1024 ** 2
  const sizes = [3, 1, 1, 5, 2].map((size) => size * MIB)
  list = sizes.map((bytes, place) => listed(`${place}.cdm`, bytes, place, place === 2 ? 'DONE' : 'MISSING'))
  const files = new Map(sizes.map((bytes, place) => [place, file(`${place}.cdm`, ' '.repeat(bytes))]))
  await intake.sendMissing(ID, files)
  expect(forms).toEqual([['0', '1'], ['3'], ['4']])
})

test('a form has at most a hundred files', async () => {
  list = Array.from({ length: 101 }, (_, place) => listed(`${place}.cdm`, 1, place))
  await intake.sendMissing(ID, new Map(list.map(({ place, name }) => [place, file(name, 'x')])))
  expect(forms.map(({ length }) => length)).toEqual([100, 1])
})

test('after a broken connection or with a busy server sending continues by itself, each pause twice as long as the previous one', async () => {
  list = [listed('a.cdm', 1, 0)]
  refusals = [0, 503]
  await intake.sendMissing(ID, new Map([[0, file('a.cdm', 'x')]]))
  const pausesMs = refusedAt.map((at, i) => (takenUp[i] ?? 0) - at)
  // A busy machine makes the pauses longer; only the last millisecond of a timer can make them shorter.
  expect(pausesMs.map((ms, i) => ms >= 999 * 2 ** i)).toEqual([true, true])
  expect(forms).toEqual([['0']])
})

test('a permanent refusal by the server ends the sending', async () => {
  list = [listed('a.cdm', 1, 0)]
  refusals = [409]
  await expect(intake.sendMissing(ID, new Map([[0, file('a.cdm', 'x')]]))).rejects.toMatchObject({ code: 409 })
  expect(forms).toEqual([])
})
