import { parseTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { movePassBack, openOperator as openOperatorOf } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'

const OBSERVATIONS = '/api/v1/odt/observations'
const MINUTE_MS = 60_000

let api: TestApi
const openOperator = (organisation: string) => openOperatorOf(api, organisation)
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const detailOf = async (answer: Response) => [answer.status, (await bodyOf<{ detail: string }>(answer)).detail]
const leoOf = (operator: Awaited<ReturnType<typeof openOperator>>) =>
  operator.fleet.map(({ satelliteId }) => satelliteId)[0] as string

/** Lets the worker process the passes of a request, in the order of time, until nothing changes. */
async function finish(operator: Awaited<ReturnType<typeof openOperator>>, id: string): Promise<ObservationRequest> {
  for (let turns = 0; turns < 30; turns += 1) {
    const request = await operator.find(id)
    if (request.isEnded) return request
    const next = request.passes.find(({ status }) => !['SUCCESSFUL', 'UNSUCCESSFUL', 'CANCELLED'].includes(status))
    const at = next === undefined ? Date.now() : Date.parse(next.end) + 6 * MINUTE_MS
    await operator.work(at)
  }
  throw new Error('the request comes to no end')
}

test('a request goes from PENDING to its end: the amounts are right in every state, and every change is notified', async () => {
  const operator = await openOperator('whole-life')
  await operator.till.addCredit(50_000)
  const body = {
    satelliteId: leoOf(operator),
    numberOfPassesRequested: 2,
    measurementType: 'RADAR',
    fileCompressionType: 'GZIP',
  }
  const asked = await operator.request(body)
  expect(asked).toMatchObject({
    status: 'PENDING',
    price: 7_600,
    held: 7_600,
    isSimulated: true,
    providerId: 'simulator',
    passes: [],
  })
  expect(await operator.till.balance()).toMatchObject({ available: 42_400, held: 7_600 })
  await operator.work(Date.now())
  const planned = await operator.find(asked.observationRequestId)
  expect(planned).toMatchObject({ status: 'APPROVED', held: 7_600, numberOfPassesCompleted: 0 })
  expect(planned.passes.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  expect(planned.observationPassIds).toEqual(planned.passes.map(({ name }) => name))
  const [first] = planned.passes.toSorted((a, b) => a.start.localeCompare(b.start))
  await operator.work(Date.parse(first!.start) + 1000)
  expect(await operator.find(asked.observationRequestId)).toMatchObject({ status: 'IN_PROGRESS', held: 7_600 })
  await operator.work(Date.parse(first!.end) + 6 * MINUTE_MS)
  expect(await operator.find(asked.observationRequestId)).toMatchObject({
    status: 'PARTIAL',
    held: 3_800,
    captured: 3_800,
  })
  const done = await finish(operator, asked.observationRequestId)
  // A radar sees through clouds: no pass fails.
  expect(done).toMatchObject({
    status: 'COMPLETE',
    isEnded: true,
    held: 0,
    captured: 7_600,
    numberOfPassesCompleted: 2,
  })
  expect(await operator.till.balance()).toMatchObject({ available: 42_400, held: 0 })
  const notices = await bodyOf<Notification[]>(await api.call(operator.person, 'GET /api/v1/notifications?limit=200'))
  const told = notices.filter(({ message }) => message.includes('SIMULATED') && message.includes(done.objectName))
  expect(told.map(({ finding }) => finding?.values.status).toReversed()).toEqual([
    ...['PENDING', 'APPROVED', 'IN_PROGRESS', 'PARTIAL', 'COMPLETE'],
  ])
  const files = await bodyOf<Observation[]>(
    await api.call(operator.person, `GET ${OBSERVATIONS}?observation-request-id=${asked.observationRequestId}`),
  )
  expect(files).toHaveLength(2)
  expect(files[0]).toMatchObject({
    isSimulated: true,
    catalogueIdBestAssociation: done.catalogueId,
    fileCompressionType: 'GZIP',
  })
  const file = await api.call(operator.person, `GET ${OBSERVATIONS}/file/${files[0]?.observationFileId}`)
  expect(file.headers.get('content-type')).toBe('application/gzip')
  expect(file.headers.get('content-disposition')).toContain('SIMULATED-')
  // A track that was ordered and paid for cannot be withdrawn.
  const withdrawn = await api.call(
    operator.person,
    `DELETE ${OBSERVATIONS}/file/${files[0]?.observationFileId}?reason=mistaken`,
  )
  expect([withdrawn.status, await withdrawn.text()]).toEqual([409, expect.stringContaining('A request brought')])
})

test('without a named sensor the highest possible price is held, and the price of the actual sensor is paid', async () => {
  const operator = await openOperator('dearest')
  const admin = { subject: 'root', organisation: 'dearest', roles: ['payments:admin'] }
  const sensorFactors = { RAD01: 2_500, RAD02: 2_800, ABC02: 800, ABC03: 1_200 }
  const price = { amountCents: PASS_PRICE, currency: 'EUR', sensorFactors }
  const product = { productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt', price }
  const priced = await api.call(admin, 'POST /api/v1/payments/products', { body: JSON.stringify(product) })
  expect(priced.status).toBe(201)
  await operator.till.addCredit(100_000)
  const radar = { satelliteId: leoOf(operator), measurementType: 'RADAR' }
  // Computed by hand: 38.00 × 2.8 for each pass; RAD01 takes 95.00 and RAD02 106.40.
  const asked = await operator.request({ ...radar, numberOfPassesRequested: 2 })
  expect(asked).toMatchObject({ price: 21_280, held: 21_280 })
  const listed = async () => bodyOf<Order[]>(await api.call(operator.person, 'GET /api/v1/payments/orders'))
  expect((await listed())[0]?.lines).toMatchObject([{ 'sensor-code': null, heldAs: 'RAD02', amount: 21_280 }])
  await operator.work(Date.now())
  const done = await finish(operator, asked.observationRequestId)
  expect(done).toMatchObject({ status: 'COMPLETE', held: 0 })
  const paid = done.passes.filter(({ status }) => status === 'SUCCESSFUL')
  const due = paid.reduce((sum, { sensorCode }) => sum + (sensorCode === 'RAD01' ? 9_500 : 10_640), 0)
  expect([done.captured, done.released]).toEqual([due, 21_280 - due])
  expect(await operator.till.balance()).toMatchObject({ available: 100_000 - due, held: 0 })
  expect((await listed())[0]).toMatchObject({ state: 'DELIVERED', passesCaptured: 2, captured: due })

  // For several sensors the most expensive of them is held; a cancelled request gets all its money back.
  const chosen = await operator.request({
    satelliteId: leoOf(operator),
    sensorCodes: ['ABC02', 'ABC06'],
    priority: 'urgent',
  })
  expect(chosen.price).toBe(9_500)
  expect(await operator.request({ ...radar, sensorCodes: ['RAD01'] })).toMatchObject({ price: 9_500 })
  const cancelled = await api.call(
    operator.person,
    `DELETE /api/v1/odt/requests?observation-request-id=${chosen.observationRequestId}`,
  )
  expect(await bodyOf<ObservationRequest>(cancelled)).toMatchObject({ held: 0, released: 9_500, captured: 0 })
})

test('a user who only has the tracking role orders with their own customer account', async () => {
  const operator = await openOperator('tracking-alone')
  await operator.till.addCredit(50_000)
  const body = { satelliteId: leoOf(operator), numberOfPassesRequested: 2, measurementType: 'RADAR' }
  const answer = await api.call({ ...operator.person, roles: ['odt:user'] }, 'POST /api/v1/odt/requests', {
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  expect(await operator.till.balance()).toMatchObject({ available: 42_400, held: 7_600 })
  const [order] = await bodyOf<Order[]>(await api.call(operator.person, 'GET /api/v1/payments/orders'))
  const { observationRequestId } = await bodyOf<ObservationRequest>(answer)
  expect(order).toMatchObject({ 'request-id': observationRequestId, 'service-type': 'odt', state: 'HELD' })
})

test('the report has the fields of the spec, the right object, and an orbit with its covariance', async () => {
  const operator = await openOperator('report')
  await operator.till.addCredit(50_000)
  // One pass in five is lost to clouds; two passes with three replacements each both fail in at most one of 100,000 runs.
  const asked = await operator.request({
    satelliteId: leoOf(operator),
    measurementType: 'OPTICAL',
    numberOfPassesRequested: 2,
  })
  await operator.work(Date.now())
  const done = await finish(operator, asked.observationRequestId)
  expect(['COMPLETE', 'PARTIAL']).toContain(done.status)
  const id = done.observationFileId
  const report = await bodyOf<ObservationReport>(await api.call(operator.person, `GET ${OBSERVATIONS}/report/${id}`))
  expect(report['file-id']).toBe(id)
  expect(report.catalogueIdBestAssociation).toBe(done.catalogueId)
  expect(report).toMatchObject({
    isUncorrelated: false,
    isSimulated: true,
    associationResults: { associationMetric: 'ANGULAR_DISTANCE' },
  })
  const [best] = report.t2oAssociationResults
  expect(best).toMatchObject({ isAssociated: true, catalogueId: done.catalogueId })
  expect(String(best?.associationThreshold).replace(/\D/g, '').length).toBeLessThanOrEqual(4)
  expect(best?.measurementAssociationResults).toHaveLength(report.reports[0]?.measurementReports.length ?? 0)
  expect(report.numberOfMagnitudeMeasurements).toBe(report.reports[0]?.measurementReports.length)
  // The noise of the telescope is 1.5″, and one offset along the track was removed.
  expect(report.rms?.dec).toBeLessThan(5)
  const update = report.orbitUpdate
  expect(update?.covariance).toHaveLength(6)
  expect((update?.used ?? 0) + (update?.edited ?? 0)).toBe(2 * (best?.measurementAssociationResults.length ?? 0))
  for (const k of [0, 1, 2, 3, 4, 5]) expect(update?.covariance[k]?.[k]).toBeGreaterThan(0)
  const other = await bodyOf<ObservationReport>(
    await api.call(operator.person, `GET ${OBSERVATIONS}/report/${id}?metric=MAHALANOBIS_DISTANCE`),
  )
  expect(other.t2oAssociationResults[0]).toMatchObject({ isAssociated: true, associationThreshold: 3.44 })
  const kvn = await (await api.call(operator.person, `GET ${OBSERVATIONS}/file/${id}`)).text()
  const xml = await (await api.call(operator.person, `GET ${OBSERVATIONS}/file/${id}?notation=TDM_XML`)).text()
  expect(parseTdm(xml)).toEqual(parseTdm(kvn))
  const tdm = parseTdm(kvn)
  expect(kvn).toContain('COMMENT SIMULATED')
  expect(tdm.segments[0]?.metadata).toMatchObject({ participant2: String(done.catalogueId), correctionsApplied: 'YES' })
})

test('empty message fields, and one field without the other, are left out, and the answer says which', async () => {
  const operator = await openOperator('left-out')
  await operator.till.addCredit(50_000)
  const satelliteId = leoOf(operator)
  const ignoredOf = async (message: object) => (await operator.request({ satelliteId, ...message })).ignored
  expect(await ignoredOf({ orbitDataMessage: '', orbitDataMessageType: '' })).toEqual([
    'orbitDataMessage',
    'orbitDataMessageType',
  ])
  expect(await ignoredOf({ orbitDataMessageType: 'TDM_KVN' })).toEqual(['orbitDataMessageType'])
  expect(await ignoredOf({ orbitDataMessage: 'whatever' })).toEqual(['orbitDataMessage'])
  expect(await ignoredOf({})).toEqual([])
  for (const row of await operator.list())
    expect([row.orbitDataMessage, row.orbitDataMessageType]).toEqual([null, null])
  const unread = await operator.ask({ satelliteId, orbitDataMessage: 'whatever', orbitDataMessageType: 'TLE' })
  expect(unread.status).toBe(422)
})

test('simulated sensors observe simulated objects only; no other request holds money or is stored', async () => {
  const operator = await openOperator('real-satellite')
  await operator.till.addCredit(50_000)
  const made = await api.call(operator.person, 'POST /api/v1/ca/satellites', {
    body: JSON.stringify({ name: 'REAL', noradId: 25_544 }),
  })
  const { satelliteId } = await bodyOf<{ satelliteId: string }>(made)
  const lines =
    '1 25544U 98067A   20029.54791435  .00001264  00000-0  29621-4 0  9993\n2 25544  51.6434 322.3410 0004845 239.2000 266.6100 15.49165350210312'
  for (const body of [
    { satelliteId },
    { catalogueId: 25_544 },
    { orbitDataMessageType: 'TLE', orbitDataMessage: lines },
  ]) {
    const [status, detail] = await detailOf(await operator.ask({ ...body, providerId: 'simulator' }))
    expect([status, String(detail)]).toEqual([422, expect.stringMatching(/simulated objects alone|checksum/)])
  }
  expect(await operator.list()).toEqual([])
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
  // The table also refuses a request for an object outside the demo at the simulator, in case the program does not.
  const demo = await operator.request({ satelliteId: leoOf(operator) })
  await expect(
    api.database.query(`update odt.request set is_demo_object = false where id = '${demo.observationRequestId}'`),
  ).rejects.toThrow('simulated_for_demo')
})

test('a user who cannot pay is refused with 402, and a repeated request with the same key orders only once', async () => {
  const operator = await openOperator('money')
  const body = { satelliteId: leoOf(operator), numberOfPassesRequested: 2 }
  const [status, detail] = await detailOf(await operator.ask(body))
  expect([status, detail]).toEqual([402, 'available 0 + limit 0 < price 7600: short by 7600 (smallest unit of EUR).'])
  expect(await operator.list()).toEqual([])
  await operator.till.addCredit(10_000)
  const answers = await Promise.all([1, 2, 3].map(() => operator.ask(body, { 'idempotency-key': 'once' })))
  const ids = await Promise.all(
    answers.map(async (one) => (await bodyOf<ObservationRequest>(one)).observationRequestId),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await operator.till.balance()).toMatchObject({ available: 2_400, held: 7_600 })
})

test('a cancelled request returns the money of passes that have not begun; it is cancelled once, by its user or an administrator', async () => {
  const operator = await openOperator('cancelled')
  await operator.till.addCredit(50_000)
  const asked = await operator.request({
    satelliteId: leoOf(operator),
    numberOfPassesRequested: 2,
    measurementType: 'RADAR',
  })
  await operator.work(Date.now())
  const { passes } = await operator.find(asked.observationRequestId)
  const [first] = passes.toSorted((a, b) => a.start.localeCompare(b.start))
  await operator.work(Date.parse(first!.start) + 1000)
  const stranger = { subject: 'ben', organisation: 'cancelled', roles: ['odt:user'] }
  expect((await operator.cancel(asked.observationRequestId, stranger)).status).toBe(403)
  const outsider = { subject: 'eve', organisation: 'elsewhere', roles: ['odt:admin'] }
  expect((await operator.cancel(asked.observationRequestId, outsider)).status).toBe(404)
  const cancelled = await bodyOf<ObservationRequest>(await operator.cancel(asked.observationRequestId))
  expect(cancelled).toMatchObject({ status: 'CANCELLED', isEnded: false, held: 3_800, released: 3_800 })
  expect((await operator.cancel(asked.observationRequestId)).status).toBe(409)
  const done = await finish(operator, asked.observationRequestId)
  expect(done).toMatchObject({
    status: 'CANCELLED',
    isEnded: true,
    held: 0,
    captured: 3_800,
    released: 3_800,
    numberOfPassesCompleted: 1,
  })
})

/** Writes half a minute of azimuth and elevation of the radar SITE1, of no particular object. */
function echoes(start: string): string {
  const at = (k: number) => new Date(Date.parse(start) + 5000 * k).toISOString().slice(0, 23)
  const rows = [0, 1, 2, 3, 4, 5].map((k) => `ANGLE_1 = ${at(k)} ${100 + k}\nANGLE_2 = ${at(k)} ${30 + k}`)
  return [
    ...[
      'CCSDS_TDM_VERS = 2.0',
      'CREATION_DATE = 2026-11-22T00:00:00',
      'ORIGINATOR = OWN',
      'META_START',
      'TIME_SYSTEM = UTC',
    ],
    ...[
      'PARTICIPANT_1 = SITE1',
      'PARTICIPANT_2 = X',
      'MODE = SEQUENTIAL',
      'PATH = 1,2,1',
      'ANGLE_TYPE = AZEL',
      'META_STOP',
    ],
    ...['DATA_START', ...rows, 'DATA_STOP', ''],
  ].join('\n')
}

test('an own sensor delivers its passes itself; a pass without a result is overdue, then failed, and then replaced', async () => {
  const operator = await openOperator('own-provider')
  await operator.till.addCredit(50_000)
  const admin = { subject: 'observer', organisation: 'own-provider', roles: ['odt:admin'] }
  const sensor = {
    sensorCode: 'SITE1',
    groundSensorName: 'Own radar',
    sensorType: 'RADAR_ACTIVE',
    latitude: 50,
    longitude: 8,
    altitude: 100,
  }
  const added = await api.call(admin, 'POST /api/v1/odt/sensors', {
    body: JSON.stringify({ ...sensor, providerId: 'own', minimumElevation: 5 }),
  })
  expect(added.status).toBe(201)
  const unknown = await operator.ask({ satelliteId: leoOf(operator), measurementType: 'RADAR', providerId: 'nobody' })
  expect(unknown.status).toBe(422)
  const asked = await operator.request({ satelliteId: leoOf(operator), measurementType: 'RADAR', providerId: 'own' })
  expect(asked).toMatchObject({ providerId: 'own', isSimulated: false })
  await operator.work(Date.now())
  const [first] = (await operator.find(asked.observationRequestId)).passes
  expect(first).toMatchObject({ sensorCode: 'SITE1', status: 'PENDING' })
  const end = Date.parse(first!.end)
  await operator.work(end + 60 * MINUTE_MS)
  expect(await operator.find(asked.observationRequestId)).toMatchObject({ isOverdue: false, status: 'APPROVED' })
  for (const _ of [1, 2]) await operator.work(end + 121 * MINUTE_MS)
  expect(await operator.find(asked.observationRequestId)).toMatchObject({
    isOverdue: true,
    status: 'APPROVED',
    held: PASS_PRICE,
  })
  const notices = await bodyOf<Notification[]>(await api.call(operator.person, 'GET /api/v1/notifications?limit=200'))
  expect(notices.filter(({ title }) => title === 'Observation overdue')).toHaveLength(1)
  await operator.work(end + 25 * 60 * MINUTE_MS)
  const replaced = await operator.find(asked.observationRequestId)
  expect(replaced.passes.map(({ status, reason }) => [status, reason])).toEqual([
    ['UNSUCCESSFUL', 'provider-silent'],
    ['PENDING', null],
  ])
  expect(replaced).toMatchObject({ isOverdue: false, held: PASS_PRICE })
  const second = replaced.passes[1]
  expect(second?.replaces).toBe(first?.passId)
  const sendBy = (who: typeof admin, passId: string, start: string) =>
    api.call(who, `POST ${OBSERVATIONS}?pass-id=${passId}`, {
      body: echoes(start),
      headers: { 'content-type': 'text/plain' },
    })
  // Measurements of the future are impossible, and other people may not end the pass of a request, because the person who made it would pay.
  const early = await sendBy(admin, second!.passId, second!.start)
  expect(early.status).toBe(422)
  expect((await bodyOf<{ detail: string }>(early)).detail).toContain('which is after now')
  const start = await movePassBack(api, second!.passId)
  const colleague = { subject: 'bob', organisation: 'own-provider', roles: ['odt:user'] }
  expect((await sendBy(colleague, second!.passId, start)).status).toBe(403)
  expect(await operator.find(asked.observationRequestId)).toMatchObject({ status: 'APPROVED', held: PASS_PRICE })
  const send = (passId: string) => sendBy({ ...operator.person, roles: ['odt:user'] }, passId, start)
  expect((await sendBy(admin, first!.passId, start)).status).toBe(409)
  const [file] = await bodyOf<Observation[]>(await send(second!.passId))
  expect(file).toMatchObject({ passId: second!.passId, isSimulated: false, numberOfMeasurements: 6 })
  const done = await operator.find(asked.observationRequestId)
  expect(done).toMatchObject({
    status: 'COMPLETE',
    isEnded: true,
    held: 0,
    captured: PASS_PRICE,
    observationFileId: file?.observationFileId,
  })
  expect((await send(second!.passId)).status).toBe(409)
})

test('a sensor that a request waits for cannot be removed until the request has ended', async () => {
  const operator = await openOperator('waited-for')
  await operator.till.addCredit(50_000)
  const admin = { subject: 'observer', organisation: 'waited-for', roles: ['odt:admin'] }
  const dish = {
    sensorCode: 'DISH',
    groundSensorName: 'Dish',
    sensorType: 'RADAR_ACTIVE',
    latitude: 48,
    longitude: 16,
    altitude: 170,
    minimumElevation: 5,
    providerId: 'house',
  }
  expect((await api.call(admin, 'POST /api/v1/odt/sensors', { body: JSON.stringify(dish) })).status).toBe(201)
  const asked = await operator.request({
    satelliteId: leoOf(operator),
    providerId: 'house',
    sensorCodes: ['DISH'],
    measurementType: 'RADAR',
  })
  const remove = () => api.call(admin, 'DELETE /api/v1/odt/sensors?sensor-code=DISH')
  const refusal = 'Requests that have not ended wait for the sensor DISH: cancel them first.'
  expect(await detailOf(await remove())).toEqual([409, refusal])
  await operator.work(Date.now())
  expect((await operator.find(asked.observationRequestId)).passes.map(({ sensorCode }) => sensorCode)).toEqual(['DISH'])
  expect(await detailOf(await remove())).toEqual([409, refusal])
  await operator.cancel(asked.observationRequestId)
  expect((await remove()).status).toBe(204)
})

test('an address of a calendar shows ordered passes, if its maker may see them', async () => {
  const operator = await openOperator('pass-calendar')
  await operator.till.addCredit(50_000)
  const body = { satelliteId: leoOf(operator), measurementType: 'RADAR', numberOfPassesRequested: 2 }
  const { observationRequestId: id } = await operator.request(body)
  const linesBy = async (roles: readonly string[]) => {
    const who = { subject: 'ada', organisation: 'pass-calendar', roles: [...roles] }
    const { address } = await bodyOf<{ address: string }>(await api.call(who, 'POST /api/v1/ca/calendar'))
    const text = await (await api.call(undefined, `GET ${address}`)).text()
    return text.replaceAll('\r\n ', '').split('\r\n')
  }
  const both = ['ca:user', 'odt:user']
  // A pass that is not planned has the window of its request.
  const pending = await linesBy(both)
  expect(pending).toContain(`UID:${id}@apsis`)
  expect(pending).toContain('STATUS:TENTATIVE')
  await operator.work(Date.now())
  const { passes } = await operator.find(id)
  expect(passes).toHaveLength(2)
  const planned = await linesBy(both)
  for (const pass of passes) {
    // RFC 5545, 3.3.5: a date with UTC time is written 19980119T070000Z.
    const start = `${pass.start.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    const at = planned.indexOf(`UID:${pass.passId}@apsis`)
    expect(planned.slice(at, at + 6)).toContain(`DTSTART:${start}`)
    expect(planned.slice(at, at + 6)).toContain('STATUS:CONFIRMED')
  }
  await operator.cancel(id)
  const cancelled = await linesBy(both)
  expect(cancelled.filter((line) => line === 'STATUS:CANCELLED')).toHaveLength(2)
  expect((await linesBy(['ca:user'])).filter((line) => line === 'BEGIN:VEVENT')).toEqual([])
})

test('an unknown sensor is refused at once, with its field, by requests, orders and estimates', async () => {
  const operator = await openOperator('no-such-sensor')
  await operator.till.addCredit(50_000)
  const refusal = async (request: string, body?: object) => {
    const answer = await api.call(operator.person, request, body === undefined ? {} : { body: JSON.stringify(body) })
    const { errors } = await bodyOf<{ errors: { pointer?: string; parameter?: string; message: string }[] }>(answer)
    return [answer.status, ...errors.map(({ pointer, parameter, message }) => `${pointer ?? parameter}: ${message}`)]
  }
  const asked = { satelliteId: leoOf(operator), measurementType: 'RADAR' }
  expect(await refusal('POST /api/v1/odt/requests', { ...asked, sensorCodes: ['RAD01', 'NOPE'] })).toEqual([
    ...[422, '#/sensorCodes/1: there is no sensor NOPE'],
  ])
  const pass = { ...asked, observationPassIds: ['NOPE@2026-11-29T12:00:00Z'] }
  expect(await refusal('POST /api/v1/odt/requests', pass)).toEqual([
    ...[422, '#/observationPassIds/0: there is no sensor NOPE'],
  ])
  const [own] = await bodyOf<{ customerId: string }[]>(
    await api.call(operator.person, 'GET /api/v1/payments/customers'),
  )
  const order = { 'customer-id': own?.customerId, 'service-type': 'odt', lines: [{ 'sensor-code': 'NOPE', passes: 1 }] }
  expect(await refusal('POST /api/v1/payments/orders', order)).toEqual([
    ...[422, '#/lines/0/sensor-code: there is no sensor NOPE'],
  ])
  expect(await refusal('GET /api/v1/payments/price_estimation?sensor=NOPE')).toEqual([
    ...[422, 'sensor: there is no sensor NOPE'],
  ])
  // An existing sensor without a factor costs the base price.
  const priced = await api.call(operator.person, 'GET /api/v1/payments/price_estimation?sensor=RAD01')
  expect(priced.status).toBe(200)
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
})
