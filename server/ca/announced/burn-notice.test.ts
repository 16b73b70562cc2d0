import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { BURN_NOTICE_LIMITS, type BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { planAt } from '../testing/plan-operator.ts'
import { deleteOldest } from './burn-notice.repository.ts'
import { readBurnFile } from './read-burn-file.ts'

const NOTICES = '/api/v1/ca/burn-notices'
/** The file gives kilometres per second with ten decimals. */
const ROUNDING_MPS = 1e-10

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type Operator = ReturnType<typeof asOperator>
const load = (operator: Operator, text: string, query = '') =>
  operator.call(`POST ${NOTICES}/file${query}`, { body: text, headers: { 'content-type': 'text/plain' } })
const listed = (operator: Operator, query = '') => operator.read<BurnNotice[]>(`/burn-notices${query}`)
const noticeOf = (noradId: number, ignition: string) => ({ noradId, ignition, announcedBy: 'Example Orbital' })

/** Returns a message of another project, from the reference files of ccsds. */
function messageOf(kind: 'opm' | 'ocm', name: string): string {
  const file = join(PROJECT_DIR, 'ccsds', kind, `${kind}.reference.json`)
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: { path: string; text: string }[] }
  return messages.find(({ path }) => path.endsWith(`/${name}`))!.text
}

/** The example of an OCM in CCSDS 502.0-B-3 whose manoeuvres are candidates. */
const example = messageOf('ocm', 'orekit_OCMExample3.txt')

/** The burns of the files, converted from km/s to m/s: two from the project beyond, and the example of CCSDS 502.0-B-3 (figure G-2). */
const TWO_OF_BEYOND = [
  { ignition: '2008-09-20T12:41:09.984Z', durationS: 180, deltaV: { frame: 'TNW', vector: [280, 0, 0] } },
  { ignition: '2008-09-20T13:33:11.375Z', durationS: 180, deltaV: { frame: 'TNW', vector: [270, 0, 0] } },
]
const TWO_OF_THE_STANDARD = [
  {
    ignition: '2021-06-03T09:00:34.100Z',
    durationS: 132.6,
    deltaV: { frame: 'EME2000', vector: [-23.257, 16.8316, -8.93444] },
  },
  { ignition: '2021-06-05T18:59:21.000Z', durationS: 0, deltaV: { frame: 'RTN', vector: [1.015, -1.873, 0] } },
]

/** The expected result of reading an OPM whose object is named by its designator. */
const burnsOf = (designator: string, burns: readonly object[]) => {
  return { ok: true, source: 'OPM', object: { noradId: null, designator }, burns }
}

test.each(['beyond_opm_continuous_man_tnw.kvn', 'beyond_opm_continuous_man_tnw.xml'])(
  'the burns of %s are those that stand in it',
  (name) => {
    expect(readBurnFile(messageOf('opm', name))).toMatchObject(burnsOf('1998-067A', TWO_OF_BEYOND))
  },
)

const STANDARD = 'ccsds/opm/bluebook_opm_g2.kvn'
test.skipIf(!hasCollection(STANDARD))('the burns of figure G-2 of the standard are read with their values', () => {
  const read = readBurnFile(readFileSync(collectionPath(STANDARD), 'utf8'))
  expect(read).toMatchObject(burnsOf('2021-028A', TWO_OF_THE_STANDARD))
})

test('only the planned burns of an OCM are read, not its candidate burns and its deployments', () => {
  const text = example
  expect(readBurnFile(text)).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('candidates') }] })
  const read = readBurnFile(text.replaceAll('= CANDIDATE', '= PLANNED'))
  // The example states 100 s of thrust from 1998-12-18T14:36:35.1172 on.
  expect(read).toMatchObject({
    ok: true,
    source: 'OCM',
    burns: [{ ignition: '1998-12-18T14:36:35.117Z', durationS: 100, deltaV: null }],
  })
})

/** Table 6-3 of CCSDS 502.0-B-3: OBJECT_DESIGNATOR is a number in the catalogue that CATALOG_NAME names. Figure G-18 has both. */
test.each([
  ['CATALOG_NAME = CSPOC\nOBJECT_DESIGNATOR = 98765', 98_765],
  ['OBJECT_DESIGNATOR = 98765', 98_765],
  ['CATALOG_NAME = DISCOS\nOBJECT_DESIGNATOR = 98765', null],
  ['CATALOG_NAME = CSPOC\nOBJECT_DESIGNATOR = 18SPCS 98765', null],
  ['CATALOG_NAME = CSPOC\nOBJECT_DESIGNATOR = 00000', null],
])('an OCM gives the number of the object that burns, if it has one: %j', (lines, noradId) => {
  const text = example.replaceAll('= CANDIDATE', '= PLANNED')
  const named = text.replace('META_START', `META_START\nINTERNATIONAL_DESIGNATOR = 2022-999A\n${lines}`)
  expect(readBurnFile(named)).toMatchObject({ ok: true, object: { noradId, designator: '2022-999A' } })
})

test('an OCM in which two thrusters fire at the same time is refused, and the message names both', () => {
  const text = example.replaceAll('= CANDIDATE', '= PLANNED')
  const [, second = ''] = text.split('MAN_STOP\n')
  const both = text.replace(second, `${second}MAN_STOP\n${second.replace('THR_01', 'THR_02')}`)
  expect(readBurnFile(both)).toMatchObject({
    ok: false,
    errors: [{ message: expect.stringMatching(/THR_01.*THR_02/) }],
  })
})

/** The example, with the time of its burn given only as seconds after EPOCH_TZERO. */
const relative = (time: string) =>
  example
    .replaceAll('= CANDIDATE', '= PLANNED')
    .replace('TIME_ABSOLUTE, TIME_RELATIVE', 'TIME_RELATIVE')
    .replace('1998-12-18T14:36:35.1172 500.0', time)

test('an invalid time in an OCM is refused with a message, and a long note is cut', () => {
  expect(relative('500.0')).toContain('TIME_RELATIVE')
  const far = readBurnFile(relative('1.0e13'))
  expect(far).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('1.0e13 s after EPOCH_TZERO') }] })
  const long = readBurnFile(relative('500.0').replaceAll(/^MAN_ID *= .*$/gm, `MAN_ID = ${'long '.repeat(300)}`))
  if (!long.ok) throw new Error(JSON.stringify(long.errors))
  expect(long.burns[0]?.note).toHaveLength(BURN_NOTICE_LIMITS.note)
  expect(long.burns[0]?.note).toMatch(/long lo?n?g? ?… \(cut\)$/)
})

test('a burn that a user enters is stored, replaced when it is entered again, and withdrawn', async () => {
  const operator = asOperator(api, 'typed')
  const first = await operator.json(`POST ${NOTICES}`, noticeOf(25_544, '2030-01-05T08:00:00.000Z'))
  expect(first.status).toBe(201)
  const deltaV = { frame: 'RTN', vector: [0, 0.05, 0] }
  const again = await operator.json(`POST ${NOTICES}`, { ...noticeOf(25_544, '2030-01-05T08:00:00.000Z'), deltaV })
  const { noticeId } = await bodyOf<BurnNotice>(again)
  expect(await listed(operator)).toMatchObject([{ noticeId, deltaV, source: 'ENTERED', satelliteId: null }])
  expect(await listed(operator, '?norad-id=5')).toEqual([])
  expect(await listed(operator, '?ignition-after=2030-01-05T08:00:01.000Z')).toEqual([])
  expect(await listed(asOperator(api, 'typed-by-others'))).toEqual([])
  expect((await operator.call(`DELETE ${NOTICES}/${noticeId}`)).status).toBe(204)
  expect((await operator.call(`DELETE ${NOTICES}/${noticeId}`)).status).toBe(404)
  expect(await listed(operator)).toEqual([])
})

test('the object of a message is found by its number, by the designator of an own satellite, or by the request', async () => {
  const operator = asOperator(api, 'files')
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'burn.opm'), 'utf8')
  const taken = await load(operator, sample)
  expect(taken.status).toBe(201)
  expect(await bodyOf<BurnNotice[]>(taken)).toMatchObject([
    {
      noradId: 99_999,
      ignition: '2026-11-20T03:12:00.000Z',
      durationS: 42,
      source: 'OPM',
      announcedBy: 'APSIS-SAMPLE',
    },
  ])
  const byName = sample.replace('99999', '2024-901A')
  const refused = await load(operator, byName)
  expect(refused.status).toBe(422)
  expect((await bodyOf<Problem>(refused)).errors).toMatchObject([{ code: 'burn-notice.object', parameter: 'norad-id' }])
  expect(await bodyOf<BurnNotice[]>(await load(operator, byName, '?norad-id=44444'))).toMatchObject([
    { noradId: 44_444 },
  ])
  const zero = sample.replace('99999', '00000')
  expect((await load(operator, zero)).status).toBe(422)
  expect(await bodyOf<BurnNotice[]>(await load(operator, zero, '?norad-id=44445'))).toMatchObject([{ noradId: 44_445 }])
  const body = { name: 'OWN', noradId: 55_555, cosparId: '2024-901A', configuration: {} }
  expect((await operator.json('POST /api/v1/ca/satellites', body)).status).toBe(201)
  const [own] = await bodyOf<BurnNotice[]>(await load(operator, byName))
  expect(own).toMatchObject({ noradId: 55_555, satelliteId: expect.any(String) })
  const burn = sample.slice(sample.indexOf('MAN_EPOCH'))
  for (const [text, why, query] of [
    [sample, 'of object 99999, not of 90320', '?norad-id=90320'],
    [byName, 'of object 55555, not of 44444', '?norad-id=44444'],
    [
      `${sample}${burn.replace('DV_2 = 0.000045', 'DV_2 = 0.000002')}`,
      'Burn 1 and Burn 2 both begin at 2026-11-20T03:12:00.000Z',
    ],
    ['nothing', 'neither'],
    [sample.split('MAN_EPOCH')[0] ?? '', 'no burn'],
    [sample.replace('MAN_DV_2 = 0.000045', 'MAN_DV_2 = much'), 'Line 22'],
  ] as const) {
    const answer = await load(operator, text, query)
    expect([answer.status, (await bodyOf<Problem>(answer)).detail]).toEqual([422, expect.stringContaining(why)])
  }
})

test('users with an event after a burn of its object are notified once, and users with an event before the burn are not', async () => {
  const operator = await planAt(api, 'announced')
  const [event] = await operator.ada.events()
  const other = Number(event!.object2.designator)
  const told = async () => (await operator.notices()).filter(({ finding }) => finding?.code === 'burn-announced')
  const late = new Date(Date.parse(event!.conjunctionData.tca) + 60_000).toISOString()
  await operator.ada.json(`POST ${NOTICES}`, noticeOf(other, late))
  expect(await told()).toEqual([])
  const early = new Date(Date.parse(event!.conjunctionData.tca) - 3_600_000).toISOString()
  await operator.ada.json(`POST ${NOTICES}`, noticeOf(other, early))
  await operator.ada.json(`POST ${NOTICES}`, { ...noticeOf(other, early), note: 'again' })
  const [notice, ...rest] = await told()
  expect(rest).toEqual([])
  expect(notice?.finding?.values).toMatchObject({ object: event!.object2.name, by: 'Example Orbital', at: early })
  expect(notice?.message).toContain('Example Orbital announced a burn of')
})

test('one notice covers all burns of a file; a burn with a changed Δv and a withdrawn burn are notified, too', async () => {
  const operator = await planAt(api, 'announced-file')
  const [event] = await operator.ada.events()
  const { tca } = event!.conjunctionData
  const told = async (code: string) => (await operator.notices()).filter(({ finding }) => finding?.code === code)
  const hoursBefore = (hours: number) => new Date(Date.parse(tca) - hours * 3_600_000).toISOString()
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'burn.opm'), 'utf8')
  const [at, burn] = [sample.indexOf('MAN_EPOCH'), sample.slice(sample.indexOf('MAN_EPOCH'))]
  const ofOther = sample.slice(0, at).replace('99999', event!.object2.designator)
  const burnAt = (hours: number) => burn.replace('2026-11-20T03:12:00.000', hoursBefore(hours).replace('Z', ''))
  // The last of three burns is after the event, so it does not change the estimate of the event.
  const text = [ofOther, burnAt(2), burnAt(3), burnAt(-1)].join('')
  const [stored, ...more] = await bodyOf<BurnNotice[]>(await load(operator.ada, text))
  expect(more).toHaveLength(2)
  const [notice, ...rest] = await told('burn-announced')
  expect(rest).toEqual([])
  expect(notice?.finding?.values).toMatchObject({ at: hoursBefore(3), count: 2 })
  expect(notice?.message).toContain('announced 2 burns of')
  await load(operator.ada, text)
  expect(await told('announced-burn-changed')).toEqual([])
  await load(operator.ada, text.replace('DV_2 = 0.000045', 'DV_2 = 0.000090'))
  expect(await told('announced-burn-changed')).toMatchObject([
    { finding: { values: { at: hoursBefore(2), count: 1, by: 'APSIS-SAMPLE' } } },
  ])
  expect((await operator.ada.call(`DELETE ${NOTICES}/${stored?.noticeId}`)).status).toBe(204)
  expect(await told('announced-burn-removed')).toMatchObject([{ finding: { values: { at: hoursBefore(2) } } }])
  expect(await told('burn-announced')).toHaveLength(1)
})

test('if there are too many burns, only the oldest ones that are no longer shown are deleted', async () => {
  const operator = asOperator(api, 'many')
  for (const day of ['01', '02', '03', '04'])
    await operator.json(`POST ${NOTICES}`, noticeOf(5, `2030-01-${day}T00:00:00.000Z`))
  const keep = (most: number, before: string) =>
    api.api.platform.db.tenant('organisation:many', (tx) => deleteOldest(tx, { most, before: new Date(before) }))
  await keep(4, '2030-01-05T00:00:00.000Z')
  expect(await listed(operator)).toHaveLength(4)
  await keep(3, '2030-01-03T00:00:00.000Z')
  expect((await listed(operator)).map(({ ignition }) => ignition.slice(8, 10))).toEqual(['02', '03', '04'])
  await keep(1, '2030-01-03T00:00:00.000Z')
  expect((await listed(operator)).map(({ ignition }) => ignition.slice(8, 10))).toEqual(['03', '04'])
})

test('the OCM that the product writes for a plan can be read again, and gives the burn of the plan', async () => {
  const operator = await planAt(api, 'own-ocm')
  const plan = await operator.planned()
  for (const notation of ['kvn', 'xml']) {
    const { text } = await operator.file(plan, `format=ocm&notation=${notation}`)
    // The file includes the path, because a small file with manoeuvres only would not test the size.
    expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024)
    const answer = await operator.ada.call(`POST ${NOTICES}/file?norad-id=43617`, {
      body: text,
      headers: { 'content-type': notation === 'xml' ? 'application/xml' : 'text/plain' },
    })
    expect(answer.status).toBe(201)
    const burns = await bodyOf<BurnNotice[]>(answer)
    expect(burns).toMatchObject([
      { noradId: 43_617, source: 'OCM', durationS: plan.manoeuvreDuration, deltaV: { frame: 'RSW_INERTIAL' } },
    ])
    // An instant of the API has milliseconds, the file has microseconds.
    expect(burns[0]?.ignition).toBe(new Date(plan.ignitionEpoch).toISOString())
    for (const [k, part] of plan.deltaVRtn.entries())
      expect(Math.abs((burns[0]?.deltaV?.vector[k] ?? Number.NaN) - part)).toBeLessThan(ROUNDING_MPS)
  }
})

test('a file with more states than the limit is refused, and the message gives their number', () => {
  const row = '1998-12-18T14:28:15.1172 2789.619 -280.045 -1746.755 4.73372 -2.49586 -1.04195'
  const many = `TRAJ_START\nCENTER_NAME = EARTH\nTRAJ_REF_FRAME = EME2000\nTRAJ_TYPE = CARTPV\n${`${row}\n`.repeat(BURN_NOTICE_LIMITS.lines + 1)}TRAJ_STOP\n`
  const text = example.replaceAll('= CANDIDATE', '= PLANNED').replace('MAN_START', `${many}MAN_START`)
  const read = readBurnFile(text)
  expect(read).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('states and covariances') }] })
})
