import type { Satellite, SatelliteStep } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import type { TestPerson } from '../../platform/testing/test-issuer.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'

let api: TestApi
beforeAll(async () => {
  const sets = simulatedSets(60)
  api = await startTestApi()
  await storeSets(api.database, sets)
})
afterAll(() => api.close())

const ROLES = ['ca:user']
const who = (organisation: string, subject = 'ada'): TestPerson => ({ subject, organisation, roles: ROLES })
const json = (value: unknown, headers: Record<string, string> = {}) => ({ body: JSON.stringify(value), headers })
const add = (person: TestPerson, value: unknown) => api.call(person, 'POST /api/v1/ca/satellites', json(value))
const replace = (person: TestPerson, value: unknown, headers = {}) =>
  api.call(person, 'PUT /api/v1/ca/satellites', json(value, headers))
const list = async (person: TestPerson, query = '') =>
  bodyOf<Satellite[]>(await api.call(person, `GET /api/v1/ca/satellites${query}`))
const added = async (person: TestPerson, value: unknown) => bodyOf<Satellite>(await add(person, value))
const faultsOf = async (response: Response) => (await bodyOf<Problem>(response)).errors ?? []

test('POST /ca/satellites needs only name and number, fills in every default, and adds the satellite to the list', async () => {
  const ada = who('defaults')
  const response = await add(ada, { name: ' SAT-9 ', noradId: 123_456_789 })
  expect(response.status).toBe(201)
  expect(response.headers.get('etag')).toBe('"1"')
  const satellite = await bodyOf<Satellite>(response)
  expect(satellite).toMatchObject({
    name: 'SAT-9',
    noradId: 123_456_789,
    configuration: {
      shape: 'OTHER',
      dragCoefficient: 2.2,
      reflectivityCoefficient: 1.3,
      propulsion: { type: 'UNKNOWN' },
      strategy: 'SHORT_TERM_AND_LONG_TERM',
      thresholds: { acceptedCollisionProbability: 1e-4, acceptedMinimumDistanceM: 100, commitHours: 24 },
    },
    derived: {
      hardBodyRadius: null,
      hardBodyRadiusFrom: 'unknown',
      dragArea: null,
      regime: null,
      elementSetEpoch: null,
    },
    isSimulated: false,
    version: 1,
  })
  expect(await list(ada)).toEqual([satellite])
})

/** The correct decimals of some metres and square metres in double precision. */
const SIZE_DIGITS = 12
// domain.md C8: half the space diagonal; a wing adds its length to the width of the box, and its width counts if it is higher than the box.
const SIZES = { boxWidth: 2, boxHeight: 3, boxLength: 6 }
const WINGS = { wingLength: 4, wingWidth: 5 }
test.each([
  ['CANNONBALL', { hardBodyRadius: 2 }, 2, Math.PI * 4],
  ['OTHER', { hardBodyRadius: 1.5 }, 1.5, Math.PI * 2.25],
  ['BOX', SIZES, 3.5, (6 + 18 + 12) / 2],
  ['BOX_WING', { ...SIZES, ...WINGS }, Math.hypot(6, 5, 6) / 2, undefined],
  ['WING_BOX_WING', { ...SIZES, ...WINGS }, Math.hypot(10, 5, 6) / 2, undefined],
])(
  'the radius and the areas of a %s follow from its shape where they are blank',
  async (shape, sizes, radius, area) => {
    const person = who(`shape-${shape.toLowerCase()}`)
    const { derived } = await added(person, { name: 'a', noradId: 1, configuration: { shape, ...sizes } })
    expect(derived.hardBodyRadius).toBeCloseTo(radius, SIZE_DIGITS)
    expect(derived.hardBodyRadiusFrom).toBe('hardBodyRadius' in sizes ? 'given' : 'shape')
    if (area !== undefined) expect(derived.dragArea).toBeCloseTo(area, SIZE_DIGITS)
    // The area is more than the box alone (18 m²), and less than the box and the wings without their shadows.
    else expect(derived.dragArea).toBeGreaterThan(18)
    expect(derived.solarRadiationPressureArea).toBe(derived.dragArea)
    const given = { shape, ...sizes, hardBodyRadius: 9, dragArea: 7, solarRadiationPressureArea: 8 }
    const own = await added(person, { name: 'b', noradId: 2, configuration: given })
    expect(own.derived).toMatchObject({
      hardBodyRadius: 9,
      hardBodyRadiusFrom: 'given',
      dragArea: 7,
      solarRadiationPressureArea: 8,
    })
  },
)

const impulsive = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
const drag = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 2, maxAreaM2: 3 }
const REFUSED: [what: string, fields: object, pointer: string][] = [
  ['no name', { name: '  ' }, '/name'],
  ['a long name', { name: 'x'.repeat(101) }, '/name'],
  ['number 0', { noradId: 0 }, '/noradId'],
  ['ten digits', { noradId: 1_000_000_000 }, '/noradId'],
  ['a number as text', { noradId: '7' }, '/noradId'],
  ['a designator of another form', { cosparId: '98067A' }, '/cosparId'],
  ['a long tag', { group: 'x'.repeat(61) }, '/group'],
  ['a field too much', { colour: 'red' }, '/colour'],
  ...(
    [
      ['an unknown shape', { shape: 'CYLINDER' }, '/shape'],
      ['a radius below 0.05 m', { hardBodyRadius: 0.04 }, '/hardBodyRadius'],
      ['a radius above 250 m', { hardBodyRadius: 251 }, '/hardBodyRadius'],
      ['a size of 0', { shape: 'BOX', ...SIZES, boxWidth: 0 }, '/boxWidth'],
      ['half a box', { shape: 'BOX', boxWidth: 1, boxHeight: 1 }, '/boxLength'],
      ['a box without its wing', { shape: 'BOX_WING', ...SIZES, wingLength: 1 }, '/wingWidth'],
      ['a wing on a box', { shape: 'BOX', ...SIZES, wingLength: 1 }, '/wingLength'],
      ['a box of a ball', { shape: 'CANNONBALL', boxHeight: 1 }, '/boxHeight'],
      ['a drag area of 0', { dragArea: 0 }, '/dragArea'],
      ['a drag coefficient above 4', { dragCoefficient: 4.1 }, '/dragCoefficient'],
      ['a radiation area above 10 000 m²', { solarRadiationPressureArea: 10_001 }, '/solarRadiationPressureArea'],
      ['a reflectivity above 2', { reflectivityCoefficient: 2.1 }, '/reflectivityCoefficient'],
      ['a mass below 50 g', { wetMass: 0.04 }, '/wetMass'],
      ['an unknown propulsion', { propulsion: { type: 'SAIL' } }, '/propulsion/type'],
      ['a burn without thrust', { propulsion: { type: 'IMPULSIVE', ispS: 1 } }, '/propulsion/thrustN'],
      [
        'a frame that there is not',
        { propulsion: { ...impulsive, deltaVReferenceFrame: 'RTN_INERTIAL' } },
        '/propulsion/deltaVReferenceFrame',
      ],
      ['a duty cycle of an impulse', { propulsion: { ...impulsive, dutyCycle: 1 } }, '/propulsion/dutyCycle'],
      ['least above most', { propulsion: { ...impulsive, minDeltaVMps: 11 } }, '/propulsion/maxDeltaVMps'],
      ['areas the wrong way round', { propulsion: { ...drag, minAreaM2: 3 } }, '/propulsion/maxAreaM2'],
      [
        'thresholds that rise',
        { thresholds: { highCollisionProbability: 1e-3 } },
        '/thresholds/highCollisionProbability',
      ],
      ['considered after the deadline', { thresholds: { considerHours: 12 } }, '/thresholds/considerHours'],
      ['half a screening box', { screeningBox: { radialM: 100 } }, '/screeningBox/alongTrackM'],
      ['an unknown strategy', { strategy: 'NEVER' }, '/strategy'],
      [
        'a window that ends before it begins',
        { blackoutWindows: [{ from: '2026-11-21T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }] },
        '/blackoutWindows/0/to',
      ],
    ] as const
  ).map(([what, configuration, pointer]): (typeof REFUSED)[number] => [
    what,
    { configuration },
    `/configuration${pointer}`,
  ]),
]
test.each(REFUSED)('a satellite with %s is refused, and the field is named', async (_, fields, pointer) => {
  const person = who('refused')
  const response = await add(person, { name: 'a', noradId: 1, ...fields })
  expect(response.status).toBe(400)
  expect((await faultsOf(response)).map((fault) => fault.pointer)).toContain(`#${pointer}`)
  expect(await list(person)).toEqual([])
})

test('name and number are unique within an organisation, in any case of letters, and free in another', async () => {
  const [ada, ben] = [who('unique'), who('unique-too')]
  await added(ada, { name: 'Alpha', noradId: 1 })
  const both = await add(ada, { name: 'ALPHA', noradId: 1 })
  expect(both.status).toBe(409)
  expect((await faultsOf(both)).map(({ pointer }) => pointer)).toEqual(['#/noradId', '#/name'])
  expect((await faultsOf(await add(ada, { name: 'Beta', noradId: 1 }))).map((f) => f.pointer)).toEqual(['#/noradId'])
  expect((await add(ben, { name: 'Alpha', noradId: 1 })).status).toBe(201)
  const other = await added(ada, { name: 'Beta', noradId: 2 })
  const renamed = await replace(ada, { satelliteId: other.satelliteId, name: 'alpha', noradId: 2 })
  expect([renamed.status, (await faultsOf(renamed))[0]?.pointer]).toEqual([409, '#/name'])
})

test('of several parallel requests to add the same satellite, only one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(who('race'), { name: 'One', noradId: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  expect(await list(who('race'))).toHaveLength(1)
})

test('PUT replaces all fields; If-Match prevents it from undoing another save', async () => {
  const ada = who('replace')
  const first = await added(ada, {
    name: 'a',
    noradId: 1,
    group: 'old',
    cosparId: '2024-031C',
    configuration: { wetMass: 100, propulsion: impulsive },
  })
  const send = (fields: object, tag?: string) =>
    replace(ada, { satelliteId: first.satelliteId, name: 'a', noradId: 1, ...fields }, tag ? { 'if-match': tag } : {})
  const saved = await send({ configuration: { hardBodyRadius: 2 } }, '"1"')
  expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"'])
  const second = await bodyOf<Satellite>(saved)
  expect(second).toMatchObject({ version: 2, createdAt: first.createdAt, configuration: { hardBodyRadius: 2 } })
  expect([second.group, second.cosparId, second.configuration.wetMass]).toEqual([undefined, undefined, undefined])
  expect((await send({}, '"1"')).status).toBe(412)
  expect((await send({}, 'W/"2"')).status).toBe(412)
  const both = await Promise.all([send({ group: 'x' }, '"2"'), send({ group: 'y' }, '"2"')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  expect((await send({ group: 'z' })).status).toBe(200)
})

test('PUT with the stored fields creates no version, no step of history and no change for others', async () => {
  const ada = who('unchanged')
  const configuration = { wetMass: 100, propulsion: impulsive }
  const fields = { name: 'a', noradId: 1, group: 'x', cosparId: '2024-031C', configuration }
  const first = await added(ada, fields)
  const { satelliteId } = first
  const changes = () =>
    api.database.query("select 1 from events.event where type = 'satellite' and data ->> 'id' = $1", [satelliteId])
  expect(await changes()).toHaveLength(1)
  const again = await replace(ada, { satelliteId, ...fields }, { 'if-match': '"1"' })
  expect([again.status, again.headers.get('etag')]).toEqual([200, '"1"'])
  expect(await bodyOf<Satellite>(again)).toEqual(first)
  expect((await replace(ada, { satelliteId, ...fields }, { 'if-match': '"2"' })).status).toBe(412)
  expect(await changes()).toHaveLength(1)
  const history = await api.call(ada, `GET /api/v1/ca/satellites/${satelliteId}/history`)
  expect(await bodyOf<SatelliteStep[]>(history)).toHaveLength(1)
  expect((await replace(ada, { satelliteId, ...fields, group: 'y' })).headers.get('etag')).toBe('"2"')
})

test('DELETE hides a satellite and frees its name; restoring brings it back unless the name was taken', async () => {
  const ada = who('remove')
  const { satelliteId } = await added(ada, { name: 'a', noradId: 1 })
  const remove = () => api.call(ada, `DELETE /api/v1/ca/satellites/${satelliteId}`)
  const restore = () => api.call(ada, `POST /api/v1/ca/satellites/${satelliteId}/restore`)
  expect((await restore()).status).toBe(409)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect(await list(ada)).toEqual([])
  expect((await list(ada, '?deleted=true')).map((one) => one.satelliteId)).toEqual([satelliteId])
  expect((await replace(ada, { satelliteId, name: 'a', noradId: 1 })).status).toBe(404)
  const other = await added(ada, { name: 'b', noradId: 1 })
  expect((await restore()).status).toBe(409)
  await api.call(ada, `DELETE /api/v1/ca/satellites/${other.satelliteId}`)
  expect(await bodyOf<Satellite>(await restore())).toMatchObject({ satelliteId, name: 'a' })
  expect((await list(ada)).map(({ name }) => name)).toEqual(['a'])
  await remove()
  await api.database.query(`update ca.satellite set deleted_at = now() - interval '30 days' where id = $1`, [
    satelliteId,
  ])
  expect((await restore()).status).toBe(404)
})

test('the history shows who changed which field from and to which value, newest first, only to the own organisation', async () => {
  const [ada, bob] = [who('history'), who('history', 'bob')]
  const { satelliteId } = await added(ada, { name: 'a', noradId: 1, configuration: { wetMass: 100 } })
  const history = `GET /api/v1/ca/satellites/${satelliteId}/history`
  const body = { satelliteId, name: 'a', noradId: 1, group: 'x' }
  await replace(bob, { ...body, configuration: { hardBodyRadius: 2, propulsion: impulsive } })
  await replace(ada, { ...body, configuration: { hardBodyRadius: 4, propulsion: { ...impulsive, thrustN: 2 } } })
  await api.call(ada, `DELETE /api/v1/ca/satellites/${satelliteId}`)
  const steps = await bodyOf<SatelliteStep[]>(await api.call(ada, history))
  expect(steps.map(({ change, version }) => [change, version])).toEqual([
    ['remove', 4],
    ['update', 3],
    ['update', 2],
    ['create', 1],
  ])
  expect(steps[1]?.fields).toEqual([
    { field: 'configuration.hardBodyRadius', from: 2, to: 4 },
    { field: 'configuration.propulsion.thrustN', from: 1, to: 2 },
  ])
  const said = Object.fromEntries((steps[2]?.fields ?? []).map(({ field, from, to }) => [field, [from, to]]))
  expect(said).toMatchObject({
    group: [null, 'x'],
    'configuration.wetMass': [100, null],
    'configuration.propulsion.type': ['UNKNOWN', 'IMPULSIVE'],
  })
  expect(steps[2]?.by).not.toBe(steps[1]?.by)
  expect((await api.call(who('history-too'), history)).status).toBe(404)
})

test('GET filters by id, number, designator and part of the name, and returns pages by name', async () => {
  const ada = who('filters')
  for (const [place, name] of ['delta', 'Alpha', 'bravo', 'Charlie_1'].entries())
    await added(ada, { name, noradId: place + 1, cosparId: `2024-00${place + 1}A` })
  const names = async (query: string) => (await list(ada, query)).map(({ name }) => name)
  expect(await names('')).toEqual(['Alpha', 'bravo', 'Charlie_1', 'delta'])
  expect(await names('?name=A')).toEqual(['Alpha', 'bravo', 'Charlie_1', 'delta'])
  expect(await names('?name=AL')).toEqual(['Alpha'])
  expect(await names('?name=_')).toEqual(['Charlie_1'])
  expect(await names('?name=%25')).toEqual([])
  expect(await names('?norad-id=1')).toEqual(['delta'])
  expect(await names('?cospar-id=2024-003A')).toEqual(['bravo'])
  const [alpha] = await list(ada, '?name=alpha')
  expect(await names(`?satellite-id=${alpha!.satelliteId}`)).toEqual(['Alpha'])
  const page = await api.call(ada, 'GET /api/v1/ca/satellites?limit=2&page=2&name=a')
  expect((await bodyOf<Satellite[]>(page)).map(({ name }) => name)).toEqual(['Charlie_1', 'delta'])
  expect(page.headers.get('x-total-count')).toBe('4')
  expect(page.headers.get('link')).toContain('name=a')
})

test('a satellite of another organisation is treated as unknown by every call', async () => {
  const [ada, ben] = [who('mine'), who('theirs')]
  const { satelliteId } = await added(ada, { name: 'secret', noradId: 1 })
  expect(await list(ben, `?satellite-id=${satelliteId}`)).toEqual([])
  const answers = (id: string) => [
    replace(ben, { satelliteId: id, name: 'x', noradId: 2 }),
    api.call(ben, `DELETE /api/v1/ca/satellites/${id}`),
    api.call(ben, `POST /api/v1/ca/satellites/${id}/restore`),
  ]
  const plain = async (response: Response) => {
    const { requestId: _, instance: __, ...rest } = await bodyOf<Problem>(response)
    return { status: response.status, rest }
  }
  const theirs = await Promise.all((await Promise.all(answers(satelliteId))).map(plain))
  const unknown = await Promise.all((await Promise.all(answers('00000000-0000-4000-8000-000000000000'))).map(plain))
  expect(theirs).toEqual(unknown)
  expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await list(ada)).toHaveLength(1)
})

test('every change is published as an event for the organisation and is in its record', async () => {
  const ada = who('traced')
  const { satelliteId } = await added(ada, { name: 'a', noradId: 1 })
  await replace(ada, { satelliteId, name: 'b', noradId: 1 })
  await api.call(ada, `DELETE /api/v1/ca/satellites/${satelliteId}`)
  await api.call(ada, `POST /api/v1/ca/satellites/${satelliteId}/restore`)
  const changes = ['create', 'update', 'remove', 'restore']
  const events = await api.database.query<{ data: unknown }>(
    "select data from events.event where tenant_id = 'organisation:traced' and type = 'satellite' order by id",
  )
  expect(events.map(({ data }) => data)).toEqual(changes.map((change) => ({ id: satelliteId, change })))
  const audit = await api.database.query<{ action: string; object: string }>(
    "select action, object from platform.audit where tenant_id = 'organisation:traced' and action like 'satellite.%' order by seq",
  )
  expect(audit).toEqual(changes.map((change) => ({ action: `satellite.${change}`, object: satelliteId })))
})

/** An object that drifts by 0.02 revolutions a day is 560 km too high or low; an eccentricity of 4e-4 changes the altitude by 17 km. */
const DRIFTING_M = 600_000

test('the newest element set gives regime, heights and its age', async () => {
  const [known] = await api.database.query<{ norad_id: number }>(
    `select o.norad_id from tle.object o join tle.element_set s using (catalogue, norad_id, epoch_s, epoch_fs)
     where o.name like 'SIMULATED GEO%' order by 1 limit 1`,
  )
  const { derived } = await added(who('orbit'), { name: 'geo', noradId: known!.norad_id })
  expect(derived.regime).toBe('GEO')
  // The geostationary height above the equatorial radius.
  expect(Math.abs(derived.perigeeAltitudeM! - 35_786_000)).toBeLessThan(DRIFTING_M)
  expect(derived.apogeeAltitudeM!).toBeGreaterThanOrEqual(derived.perigeeAltitudeM!)
  expect(derived.elementSetEpoch).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

const operator = (person: TestPerson, noradId: number) =>
  api.call(person, `GET /api/v1/ca/satellites/operator/${noradId}`)
const importAll = (person: TestPerson, entries: unknown) =>
  api.call(person, 'POST /api/v1/ca/satellites/operator', json(entries))

test('the operator of a simulated object is in the shared directory, and is marked as simulated', async () => {
  const found = await bodyOf<SatelliteOperator>(await operator(who('directory'), 300_000))
  expect(found).toMatchObject({ noradId: 300_000, source: 'shared directory', isSimulated: true })
  expect(found.operatorName).toContain('simulated')
  expect(found.objectName).toMatch(/^SIMULATED /)
  const unknown = await operator(who('directory'), 25_544)
  expect([unknown.status, await unknown.json()]).toEqual([200, null])
})

test('an imported entry precedes the shared one, is replaced by the next import, and is invisible to others', async () => {
  const ada = who('importing')
  const entry = { noradId: 300_000, objectName: 'OURS', operatorName: 'Example Orbital', country: null }
  expect(await (await importAll(ada, [entry, { ...entry, noradId: 7 }])).json()).toEqual({ imported: 2 })
  expect(await bodyOf<SatelliteOperator>(await operator(ada, 300_000))).toMatchObject({
    operatorName: 'Example Orbital',
    source: 'own directory',
    manoeuvrability: 'UNKNOWN',
    lastVerified: null,
  })
  await importAll(ada, [{ ...entry, email: 'f@operator.example', lastVerified: '2026-01-01T00:00:00.000Z' }])
  expect(await bodyOf<SatelliteOperator>(await operator(ada, 300_000))).toMatchObject({
    email: 'f@operator.example',
    lastVerified: '2026-01-01T00:00:00.000Z',
    isSimulated: false,
  })
  expect(await (await operator(who('importing-too'), 7)).json()).toBeNull()
})

test.each([
  ['nothing', [], '#'],
  ['an object twice', [{ noradId: 1 }, { noradId: 2 }, { noradId: 1 }], '#/2/noradId'],
  ['an address that is none', [{ email: 'nobody' }], '#/0/email'],
  ['a site that is no web site', [{ website: 'javascript:alert(1)' }], '#/0/website'],
  ['a day instead of an instant', [{ lastVerified: '2026-01-01' }], '#/0/lastVerified'],
  ['an unknown manoeuvrability', [{ manoeuvrability: 'MAYBE' }], '#/0/manoeuvrability'],
  ['no operator', [{ operatorName: '' }], '#/0/operatorName'],
])('an import with %s is refused, and nothing of it is stored', async (_, changes, pointer) => {
  const person = who('import-refused')
  const entries = changes.map((change) => ({ noradId: 1, objectName: 'a', operatorName: 'b', ...change }))
  const response = await importAll(person, entries)
  expect(response.status).toBe(400)
  expect((await faultsOf(response)).map((fault) => fault.pointer)).toContain(pointer)
  expect(await (await operator(person, 1)).json()).toBeNull()
})
