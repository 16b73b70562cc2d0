import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseOmm } from '@apsis/ccsds/omm/omm.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import type { Tle } from '@apsis/contract/tle/tle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'
import type { TestPerson } from '../platform/testing/test-issuer.ts'
import { insertSets, storeCatalogue } from './catalogue.repository.ts'
import { gpText, setsOf } from './testing/gp-text.ts'

/** A mean motion is stored in radians, so the last bit of 16 revolutions a day may differ: 2e-15. */
const MOTION_DIGITS = 14
/** The rounding of an epoch, which is written to the millisecond: half a millisecond. */
const EPOCH_DIGITS = 3

// NASA's element set of the ISS, as printed in Wikipedia and in CelesTrak's documentation of the format.
const LINE_1 = '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927'
const LINE_2 = '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'
const ISS = `${LINE_1}\n${LINE_2}`
const EPOCH = '2008-09-20T12:25:40.104Z'

const sets = setsOf(80)
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.api.platform.db.shared(async (tx) => {
    const history = sets.map((set) => ({ ...set, epoch: { ...set.epoch, taiS: set.epoch.taiS - 86_400 } }))
    const [first] = sets
    const nine = { ...first!, noradId: 799_501_234, objectName: 'SIMULATED NINE' }
    const receivedAt = new Date('2026-11-20T12:00:00Z')
    const of = { catalogue: 'simulated', source: 'simulated catalogue', isSupplemental: false, receivedAt } as const
    const objects = [...sets, nine]
    await insertSets(tx, of, [...objects, ...history])
    await storeCatalogue(tx, { name: 'simulated', changedAt: receivedAt, objects, newestEpoch: receivedAt })
  })
})
afterAll(() => api.close())

const who = (organisation: string, roles = ['ca:user']): TestPerson => ({ subject: 'ada', organisation, roles })
const get = (person: TestPerson, query: string, accept?: string) =>
  api.call(person, `GET /api/v1/tle/tle?${query}`, accept ? { headers: { accept } } : {})
const post = (person: TestPerson, items: unknown) =>
  api.call(person, 'POST /api/v1/tle/tle-set', { body: JSON.stringify(items) })
const known = async (response: Response) => (await bodyOf<{ tle_set: Record<string, Tle | null> }>(response)).tle_set
const faultsOf = async (response: Response) => (await bodyOf<Problem>(response)).errors ?? []

test('the catalogue is told to everybody who may read element sets, with its simulated source', async () => {
  const answer = await api.call(who('iss'), 'GET /api/v1/tle/catalogue')
  expect(answer.status).toBe(200)
  const { catalogue, parts, sources, reentries } = await bodyOf<CatalogueContent>(answer)
  expect(catalogue).toMatchObject({ isSimulated: true, newestEpoch: '2026-11-20T12:00:00.000Z' })
  expect(parts.reduce((sum, { objects }) => sum + objects, 0)).toBe(sets.length + 1)
  expect(sources).toEqual([
    expect.objectContaining({ kind: 'SIMULATED', objects: sets.length + 1, lastFailedAt: null }),
  ])
  expect(reentries).toEqual([])
})

test('two lines are stored for the organisation and answered in three forms', async () => {
  const ada = who('iss')
  const stored = await known(await post(ada, [ISS]))
  expect(stored['25544']).toMatchObject({
    noradId: 25_544,
    epoch: EPOCH,
    tle: ISS,
    source: 'upload',
    isSimulated: false,
  })
  const json = await get(ada, 'noradId=25544')
  expect(json.headers.get('content-type')).toContain('application/json')
  expect(await bodyOf<Tle>(json)).toMatchObject({ noradId: 25_544, name: null, epoch: EPOCH, tle: ISS })
  const text = await get(ada, 'noradId=25544', 'text/plain')
  expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', `${ISS}\n`])
  const xml = await get(ada, 'noradId=25544', 'text/html, application/xml;q=0.9, */*;q=0.1')
  expect(xml.headers.get('content-type')).toContain('application/xml')
  const omm = parseOmm(await xml.text())
  expect(omm.tle).toMatchObject({ noradId: 25_544, elementSetNumber: 292, revolutionAtEpoch: 56_353 })
  expect(omm.elements.eccentricity).toBe(0.0006703)
  expect(omm.elements.meanMotionRevPerDay).toBeCloseTo(15.72125391, MOTION_DIGITS)
  expect((await get(ada, 'noradId=25544', 'image/png')).status).toBe(406)
})

test('a client that has the answer already gets 304', async () => {
  const etag = (await get(who('etag'), `noradId=${sets[0]!.noradId}`)).headers.get('etag')!
  const again = await api.call(who('etag'), `GET /api/v1/tle/tle?noradId=${sets[0]!.noradId}`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
})

test('the set with the nearest epoch is answered, with the time between them; without an epoch the newest', async () => {
  const ada = who('nearest')
  const [set] = sets
  const at = (days: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000).toISOString()
  const read = async (query: string) => bodyOf<Tle>(await get(ada, `noradId=${set!.noradId}${query}`))
  const newest = await read('')
  expect(newest).toMatchObject({ secondsFromEpoch: null, isSimulated: true, source: 'simulated catalogue' })
  const epochMs = Date.parse(newest.epoch)
  const older = await read(`&epoch=${new Date(epochMs - 50_000_000).toISOString()}`)
  expect(Date.parse(older.epoch)).toBe(epochMs - 86_400_000)
  expect(older.secondsFromEpoch).toBeCloseTo(-36_400, EPOCH_DIGITS)
  expect((await read(`&epoch=${new Date(epochMs - 40_000_000).toISOString()}`)).epoch).toBe(newest.epoch)
  expect((await read(`&epoch=${at(9_000)}`)).epoch).toBe(newest.epoch)
})

test('numbers beyond five digits: Alpha-5 in two lines, beyond 339 999 as OMM alone', async () => {
  const ada = who('numbers')
  const text = await (await get(ada, `noradId=${sets[0]!.noradId}`, 'text/plain')).text()
  expect(text).toMatch(/^0 SIMULATED.*\n1 W\d{4}U /)
  expect(await bodyOf<Tle>(await get(ada, 'noradId=799501234'))).toMatchObject({ noradId: 799_501_234, tle: null })
  const refused = await get(ada, 'noradId=799501234', 'text/plain')
  expect(refused.status).toBe(406)
  expect((await bodyOf<Problem>(refused)).detail).toContain('application/xml')
  const xml = await (await get(ada, 'noradId=799501234', 'application/xml')).text()
  expect(parseOmm(xml).tle?.noradId).toBe(799_501_234)
  expect(xml).toContain('SIMULATED')
})

test('a list queries and stores at once; an unknown set is null', async () => {
  const ada = who('list')
  const [one, other] = sets
  const nine = gpText['omm-json']([{ ...other!, noradId: 123_456_789 }]).slice(1, -1)
  const answer = await known(
    await post(ada, [
      one!.noradId,
      { noradId: other!.noradId, epoch: '2026-11-01T00:00:00.000Z' },
      { noradId: 25_544, epoch: EPOCH, tle: ISS },
      `ISS (ZARYA)\r\n${LINE_1}\r\n${LINE_2}\r\n`,
      { omm: nine },
      5,
    ]),
  )
  expect(Object.keys(answer).sort()).toEqual(
    ['123456789', '25544', '5', String(one!.noradId), String(other!.noradId)].sort(),
  )
  expect(answer['5']).toBeNull()
  expect(answer['25544']).toMatchObject({ name: 'ISS (ZARYA)', tle: ISS, source: 'upload' })
  expect(answer['123456789']).toMatchObject({ noradId: 123_456_789, tle: null, source: 'upload' })
  expect(answer[String(other!.noradId)]!.secondsFromEpoch).toBeGreaterThan(0)
  const events = await api.database.query<{ data: unknown }>(
    "select data from events.event where tenant_id = 'organisation:list' and type = 'tle'",
  )
  expect(events).toEqual([{ data: { noradIds: [25_544, 123_456_789] } }])
  const done = { actor: ada.subject, action: 'tle.store', object: '2 element sets', outcome: 'done' }
  expect(await auditOf(api.database, 'list', 'tle.')).toEqual([
    { ...done, detail: { noradIds: [25_544, 123_456_789] } },
  ])
})

test('lines are returned as they came, until an OMM of the same epoch replaces them', async () => {
  const ada = who('as it came')
  await post(ada, [ISS])
  const omm = await (await get(ada, 'noradId=25544', 'application/xml')).text()
  expect((await bodyOf<Tle>(await get(ada, 'noradId=25544'))).tle).toBe(ISS)
  await post(ada, [{ omm }])
  // The lines are printed from the elements: a zero has the sign that Space-Track writes, so the line has another checksum.
  const printed = ISS.replace('00000-0', '00000+0').replace('0  2927', '0  2926')
  expect((await bodyOf<Tle>(await get(ada, 'noradId=25544'))).tle).toBe(printed)
})

test('the sets of one organisation are not visible to others', async () => {
  await post(who('owner'), [ISS])
  expect((await get(who('stranger'), 'noradId=25544')).status).toBe(404)
  expect((await known(await post(who('stranger'), [25_544])))['25544']).toBeNull()
  expect((await get(who('owner', ['odt:user']), 'noradId=25544')).status).toBe(200)
  expect((await get(who('owner', ['payments:admin']), 'noradId=25544')).status).toBe(403)
})

const WRONG: [what: string, item: unknown, place: object][] = [
  ['a wrong checksum', `${LINE_1.slice(0, -1)}8\n${LINE_2}`, { pointer: '#/1', line: 1, column: 69 }],
  ['a field off its columns', `${LINE_1}\n${LINE_2.slice(0, 16)}0${LINE_2.slice(17)}`, { pointer: '#/1', line: 2 }],
  ['two objects', `${LINE_1}\n${LINE_2.replace('25544', '25545')}`, { pointer: '#/1' }],
  ['one line', LINE_1, { pointer: '#/1', line: 2 }],
  ['two sets', `${ISS}\n${ISS}`, { pointer: '#/1', line: 3 }],
  ['nothing', '', { pointer: '#/1' }],
  ['lines of another object', { noradId: 5, tle: ISS }, { pointer: '#/1/noradId' }],
  [
    'lines of another epoch',
    { noradId: 25_544, tle: ISS, epoch: '2008-09-21T00:00:00.000Z' },
    { pointer: '#/1/epoch' },
  ],
  ['lines that cannot be read', { noradId: 25_544, tle: 'x' }, { pointer: '#/1/tle', line: 1 }],
  ['no OMM', { omm: '{"OBJECT_NAME":"A"}' }, { pointer: '#/1/omm', line: 1 }],
]

test.each(WRONG)('a list with %s is refused with its place, and nothing of it is stored', async (_, item, place) => {
  const person = who('wrong')
  const response = await post(person, [ISS, item])
  expect(response.status).toBe(422)
  expect((await faultsOf(response))[0]).toMatchObject(place)
  expect((await get(person, 'noradId=25544')).status).toBe(404)
})

test.each([
  ['[]', [], '#'],
  ['number 0', [0], '#/0'],
  ['an epoch without a Z', [{ noradId: 5, epoch: '2026-11-20' }], '#/0/epoch'],
  ['an epoch before UTC', [{ noradId: 5, epoch: '1960-01-01T00:00:00Z' }], '#/0/epoch'],
  ['a field too much', [{ noradId: 5, colour: 'red' }], '#/0/colour'],
  ['501 items', Array<number>(501).fill(5), '#'],
])('a list of %s is refused by its schema', async (_, items, pointer) => {
  const response = await post(who('schema'), items)
  expect(response.status).toBe(400)
  expect((await faultsOf(response)).map((fault) => fault.pointer)).toContain(pointer)
})

test.each([
  '',
  'noradId=0',
  'noradId=x',
  'noradId=1000000000',
  'noradId=5&epoch=yesterday',
  'noradId=5&epoch=1960-01-01T00:00:00Z',
])('GET /tle/tle?%s is refused, and the parameter is named', async (query) => {
  const response = await get(who('query'), query)
  expect(response.status).toBe(400)
  expect((await faultsOf(response))[0]?.parameter).toBe(query.includes('epoch') ? 'epoch' : 'noradId')
})

/** The sets of the verification file of SGP4 (AIAA 2006-6753). */
const VERIFICATION = join(import.meta.dirname, '..', '..', 'astro', 'sgp4', 'sgp4.reference.json')
/** Returns true if a line has the right checksum: the sum of its digits, with 1 for each minus sign, modulo ten. */
function isWhole(line: string): boolean {
  const sum = [...line.slice(0, 68)].reduce((all, one) => all + (one === '-' ? 1 : Number(/\d/.test(one) && one)), 0)
  return String(sum % 10) === line[68]
}

test('every set in the verification file is returned unchanged to the last digit', async () => {
  // The lines have a time span after column 69, which is not part of the set. Three of the lines have a wrong checksum.
  const { cases } = JSON.parse(readFileSync(VERIFICATION, 'utf8')) as { cases: { line1: string; line2: string }[] }
  const pairs = cases
    .map(({ line1, line2 }) => [line1.slice(0, 69), line2.slice(0, 69)] as const)
    .filter((pair) => pair.every(isWhole))
  expect(pairs.length).toBeGreaterThan(25)
  const answer = await post(
    who('verification'),
    pairs.map((pair) => pair.join('\n')),
  )
  expect(answer.status).toBe(200)
  const stored = await known(answer)
  const sent = new Map(pairs.map((pair) => [String(Number(pair[0].slice(2, 7))), pair]))
  expect(Object.keys(stored).sort()).toEqual([...sent.keys()].sort())
  for (const [noradId, tle] of Object.entries(stored)) {
    const [line1, line2] = tle!.tle!.split('\n')
    // The elements are the same; the fields before them can be written in more than one way.
    expect(line2!.slice(8, 63)).toBe(sent.get(noradId)![1].slice(8, 63))
    expect(line1!.slice(18, 32)).toBe(sent.get(noradId)![0].slice(18, 32))
  }
})
