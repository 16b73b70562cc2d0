import { createServer, type Server } from 'node:http'
import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { Provider, ProviderMessage } from '@apsis/contract/odt/provider/provider.ts'
import type { CallbackAnswer, PassOrder } from '@apsis/contract/odt/provider/provider-message.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { findOrbit } from '../object/object.service.ts'
import { NETWORK, type Network, openNetwork, signatureOf } from '../testing/network.ts'
import { moveRequestBack, openOperator } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let api: TestApi
const open: Network[] = []
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true' })
})
afterEach(async () => {
  for (const network of open.splice(0)) await network.close()
})
afterAll(() => api.close())

type Operator = Awaited<ReturnType<typeof openOperator>>

/** Makes an organisation with a network, and a request that is planned with it, two days ago if its passes must be in the past. */
async function openOrdered(organisation: string, { passes = 1, isOver = false } = {}) {
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(50_000)
  const network = await openNetwork(api, organisation, { isTest: true })
  open.push(network)
  const asked = await operator.request({
    satelliteId: operator.fleet[0]?.satelliteId,
    measurementType: 'RADAR',
    providerId: NETWORK,
    numberOfPassesRequested: passes,
  })
  const id = asked.observationRequestId
  const beganMs = isOver ? await moveRequestBack(api, id) : Date.now()
  await operator.work(beganMs)
  return { operator, network, id, beganMs, find: () => operator.find(id) }
}

async function openSent(organisation: string, options = {}) {
  const world = await openOrdered(organisation, options)
  await world.network.send(world.beganMs)
  const [order] = world.network.orders()
  if (order === undefined) throw new Error('the network got no order')
  return { ...world, order }
}

const answered = (answer: Response) => bodyOf<CallbackAnswer>(answer)
/** Checks that the price of each pass is held, paid or returned as its state requires, and that no money is lost. */
async function checkMoney(operator: Operator, request: ObservationRequest): Promise<void> {
  const { price, held, captured, released, passes, isEnded } = request
  expect(held + captured + released).toBe(price)
  expect(captured).toBe(PASS_PRICE * passes.filter(({ status }) => status === 'SUCCESSFUL').length)
  if (isEnded) expect(held).toBe(0)
  expect(await operator.till.balance()).toMatchObject({ available: 50_000 - captured - held, held })
}

test('an order arrives signed, with the orbit of its pass; the reports of the provider change the pass, and its track is paid', async () => {
  const { operator, network, order, find } = await openSent('whole', { isOver: true })
  const [came] = network.receiver.received
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = came!.headers
  expect(String(signature).split(' ')).toContain(signatureOf(network.secret, String(id), Number(timestamp), came!.body))
  expect(order).toMatchObject({ providerId: NETWORK, sensorCode: 'NET1', isTest: true })
  expect(order.callbackUrl).toBe(network.provider.callbackUrl)
  expect(order.orbitDataMessage).toContain('CCSDS_OEM_VERS')
  const { passId } = order
  const steps = [
    [{ type: 'pass.accepted', providerReference: 'N-1' }, 'PENDING'],
    [{ type: 'pass.status', status: 'EXECUTING' }, 'EXECUTING'],
    [{ type: 'pass.status', status: 'PUBLISHING' }, 'PUBLISHING'],
  ] as const
  for (const [told, status] of steps)
    expect(await answered(await network.tell({ ...told, passId }))).toMatchObject({
      status,
      result: 'taken',
      observationFileId: null,
    })
  expect(await find()).toMatchObject({ status: 'IN_PROGRESS', isSimulated: true })
  const done = await answered(await network.tell({ type: 'pass.measured', passId, tdm: network.track(order) }))
  expect(done).toMatchObject({ result: 'taken', status: 'SUCCESSFUL' })
  const request = await find()
  expect(request).toMatchObject({ status: 'COMPLETE', observationFileId: done.observationFileId, isEnded: true })
  await checkMoney(operator, request)
  const [file] = await bodyOf<Observation[]>(
    await api.call(
      operator.person,
      `GET /api/v1/odt/observations?observation-request-id=${request.observationRequestId}`,
    ),
  )
  // The measurements of a test provider are simulated, and marked as such.
  expect(file).toMatchObject({ isSimulated: true, catalogueIdBestAssociation: request.catalogueId })
  const listed = await network.made<ProviderMessage[]>(`GET /api/v1/odt/providers/messages?provider-id=${NETWORK}`)
  expect(listed.map(({ type, state }) => `${type} ${state}`).toReversed()).toEqual([
    ...['pass.order done', 'pass.accepted done', 'pass.status done', 'pass.status done', 'pass.measured done'],
  ])
})

test('a pass that has not begun cannot have a result, with a tolerance for the clocks', async () => {
  const { network, order } = await openSent('early')
  const { passId } = order
  const start = async (inS: number) =>
    api.database.query(
      `update odt.pass set starts_at = now() + interval '${inS} s', ends_at = now() + interval '${inS + 300} s' where id = '${passId}'`,
    )
  for (const inS of [9 * 3_600, 330]) {
    await start(inS)
    const answer = await network.tell({ type: 'pass.status', status: 'PUBLISHING', passId })
    expect(answer.status).toBe(422)
    expect((await bodyOf<{ message: string }>(answer)).message).toContain('The pass begins at')
  }
  await start(240)
  expect(await answered(await network.tell({ type: 'pass.status', status: 'EXECUTING', passId }))).toMatchObject({
    result: 'taken',
  })
})

test('faults 1 (silent) and 2 (dripping): an order without an answer is sent again under its id, and finally its pass is given up', async () => {
  const { operator, network, find } = await openOrdered('silent')
  const begun = Date.now()
  network.receiver.answer = () => {}
  await network.send(begun)
  // Headers that arrive one byte at a time do not count as an answer.
  network.receiver.answer = (response) => void setInterval(() => response.socket?.write('H'), 500).unref()
  await network.send(begun + 10_000)
  const { received } = network.receiver
  expect(received.length).toBe(2)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [provider] = await network.made<Provider[]>('GET /api/v1/odt/providers')
  expect(provider).toMatchObject({ waiting: 1, lastDeliveredAt: null })
  expect(provider?.lastResult).toMatch(/answer-timeout|connection-failed/)
  // The order ends when the pass begins: the money is used for another time, or is returned.
  const [pass] = (await find()).passes
  await network.send(Date.parse(pass!.start) + 1000)
  await operator.work(Date.parse(pass!.start) + 2000)
  const request = await find()
  expect(request.passes[0]).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'not-delivered' })
  await checkMoney(operator, request)
})

test('fault 3 (errors): an order is sent again after 500, an answer of 400 is final, and the pass is planned again', async () => {
  const { operator, network, find } = await openOrdered('errors')
  const now = Date.now()
  network.receiver.answer = (response) => void response.writeHead(500).end('<html>')
  await network.send(now)
  await network.send(now + 1000)
  expect(network.receiver.received).toHaveLength(1)
  network.receiver.answer = (response) => void response.writeHead(422).end()
  await network.send(now + 6000)
  await operator.work(now + 10_000)
  const request = await find()
  expect(request.passes[0]).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'provider-refused' })
  expect(request.passes[1]?.start).not.toBe(request.passes[0]?.start)
  await checkMoney(operator, request)
})

test('an order whose answer is lost is not sent again, and is not too late, once the provider reports on its pass', async () => {
  const { operator, network, beganMs, find } = await openOrdered('lost-answer', { isOver: true })
  network.receiver.answer = (response) => void response.writeHead(503).end()
  await network.send(beganMs)
  const [order] = network.orders()
  const { passId, start, end } = order!
  await network.tell({ type: 'pass.accepted', passId, providerReference: 'N-1' })
  await network.send(beganMs + MINUTE_MS)
  await network.send(Date.parse(start) + 1000)
  expect(network.orders()).toHaveLength(1)
  await operator.work(Date.parse(start) + 2000)
  expect((await find()).passes).toMatchObject([{ status: 'PENDING', reason: null }])
  // A provider that reported two hours late is not overdue for the next two.
  await network.tell({ type: 'pass.status', passId, status: 'EXECUTED' })
  await api.database.query(
    `update odt.provider_message set ended_at = $2 where pass_id = $1 and direction = 'received'`,
    [passId, new Date(Date.parse(end) + 3 * HOUR_MS)],
  )
  await operator.work(Date.parse(end) + 4 * HOUR_MS)
  expect(await find()).toMatchObject({ isOverdue: false })
  await operator.work(Date.parse(end) + 5.1 * HOUR_MS)
  expect(await find()).toMatchObject({ isOverdue: true })
  await network.tell({ type: 'pass.measured', passId, tdm: network.track(order!) })
  expect(await find()).toMatchObject({ status: 'COMPLETE', captured: PASS_PRICE })
  await checkMoney(operator, await find())
})

test('a provider that is switched off gets no order, and the waiting request gets its money back', async () => {
  const { operator, network, find } = await openOrdered('switched-off')
  const { providerId, name } = network.provider
  const off = { providerId, name, url: network.receiver.url, isTest: true, isEnabled: false }
  await network.made(`PUT /api/v1/odt/providers?provider-id=${NETWORK}`, off)
  const now = Date.now()
  await network.send(now)
  expect(network.receiver.received).toEqual([])
  const [pass] = (await find()).passes
  const start = Date.parse(pass!.start)
  await network.send(start + 1000)
  await operator.work(start + 2000)
  const request = await find()
  // No other time is searched for this pass.
  expect(request.passes).toMatchObject([{ status: 'UNSUCCESSFUL', reason: 'not-delivered' }])
  expect(request).toMatchObject({ status: 'UNSUCCESSFUL', released: PASS_PRICE })
  expect(network.receiver.received).toEqual([])
  await checkMoney(operator, request)
})

test('faults 4 (wrong signatures) and 10 (wrong clocks) change nothing', async () => {
  const { operator, network, order, find } = await openSent('signature', { isOver: true })
  const told = { type: 'pass.measured', passId: order.passId, tdm: network.track(order) } as const
  const other = Buffer.from('x'.repeat(32)).toString('base64')
  const ways = [{ secret: other }, { signedBody: '{}' }, { offS: 330 }, { offS: -330 }]
  for (const way of ways) expect((await network.tell(told, way)).status, JSON.stringify(way)).toBe(403)
  const path = `POST /api/v1${network.provider.callbackUrl.split('/api/v1')[1]}`
  expect((await api.call(undefined, path, { body: JSON.stringify(told) })).status).toBe(403)
  expect((await api.call(undefined, path, { body: '{"type":"no JSON' })).status).toBe(403)
  expect((await api.call(undefined, `${path.slice(0, -4)}AAAA`, { body: JSON.stringify(told) })).status).toBe(404)
  expect(await find()).toMatchObject({ status: 'APPROVED', held: PASS_PRICE })
  // A clock that is four minutes wrong is accepted.
  expect((await network.tell(told, { offS: -240 })).status).toBe(200)
  await checkMoney(operator, await find())
})

test('faults 5 (replayed), 6 (out of order) and 7 (doubled): each message has its effect once', async () => {
  const { operator, network, order, find } = await openSent('doubled', { isOver: true })
  const { passId } = order
  const accepted = { type: 'pass.accepted', passId, providerReference: 'N-1' } as const
  const first = await answered(await network.tell(accepted, { id: 'one' }))
  expect(await answered(await network.tell(accepted, { id: 'one' }))).toEqual(first)
  expect((await network.tell({ ...accepted, providerReference: 'N-2' }, { id: 'one' })).status).toBe(409)
  await network.tell({ type: 'pass.status', passId, status: 'EXECUTED' })
  expect(await answered(await network.tell({ type: 'pass.status', passId, status: 'EXECUTING' }))).toMatchObject({
    result: 'ignored',
    status: 'EXECUTED',
  })
  const measured = { type: 'pass.measured', passId, tdm: network.track(order) } as const
  const answers = await Promise.all(
    ['a', 'a', 'b', 'c'].map(async (id) => answered(await network.tell(measured, { id }))),
  )
  for (const answer of answers) expect(answer.status).toBe('SUCCESSFUL')
  expect(new Set(answers.map(({ observationFileId }) => observationFileId)).size).toBe(1)
  expect((await answered(await network.tell({ type: 'pass.failed', passId, reason: 'lost' }))).result).toBe('ignored')
  const request = await find()
  expect(request).toMatchObject({ status: 'COMPLETE', captured: PASS_PRICE })
  await checkMoney(operator, request)
})

test('fault 8 (another satellite): the file keeps its true object, the pass fails, and its price is returned or kept for another pass', async () => {
  const { operator, network, order, find } = await openSent('other-satellite', { isOver: true })
  const { passId } = order
  const tdm = network.track(order)
  const refusals = [
    [tdm.replaceAll('NET1', 'ABC01'), 'no sensor of the organisation'],
    [tdm.replaceAll(/\b20(\d\d)-/g, (_all, year) => `20${Number(year) - 1}-`), 'The measurements are from'],
    ['no message at all', ''],
  ] as const
  for (const [text, detail] of refusals) {
    const answer = await network.tell({ type: 'pass.measured', passId, tdm: text })
    expect(answer.status).toBe(422)
    expect((await bodyOf<{ detail: string }>(answer)).detail).toContain(detail)
  }
  expect((await find()).passes[0]?.status).toBe('PENDING')
  const [, second] = operator.fleet
  const orbit = await api.api.platform.db.tenant(operator.tenantId, (tx) =>
    findOrbit(tx, {
      noradId: second!.noradId!,
      from: new Date(order.start),
      to: new Date(order.end),
    }),
  )
  const answer = await answered(await network.tell({ type: 'pass.measured', passId, tdm: network.track(order, orbit) }))
  expect(answer).toMatchObject({ result: 'taken', status: 'PUBLISHED' })
  expect(await find()).toMatchObject({ held: PASS_PRICE, captured: 0 })
  await operator.work(Date.now())
  const request = await find()
  expect(request.passes[0]).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'other-object' })
  const file = request.passes[0]?.observationFileId
  const [kept] = (await bodyOf<Observation[]>(await api.call(operator.person, 'GET /api/v1/odt/observations'))).filter(
    ({ observationFileId }) => observationFileId === file,
  )
  expect(kept?.catalogueIdBestAssociation).toBe(second!.noradId)
  await checkMoney(operator, request)
})

test('fault 9: a huge file is refused, and a redirect into the network is not followed', async () => {
  const { operator, network, order, find } = await openSent('huge')
  const huge = await network.tell({ type: 'pass.measured', passId: order.passId, tdm: 'x'.repeat(300_000) })
  expect(huge.status).toBe(413)
  let asked = 0
  const inside: Server = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const port = (inside.address() as { port: number }).port
  const again = await openOrdered('redirect')
  again.network.receiver.answer = (response) =>
    void response.writeHead(307, { location: `http://127.0.0.1:${port}/secrets` }).end()
  await again.network.send(Date.now())
  expect(asked).toBe(0)
  const [provider] = await again.network.made<Provider[]>('GET /api/v1/odt/providers')
  expect(provider).toMatchObject({ lastResult: 'status', lastStatus: 307, waiting: 1 })
  inside.close()
  await checkMoney(operator, await find())
})

test('a provider that accepts and then does not report is OVERDUE, then the pass fails and the user is notified', async () => {
  const { operator, network, order, find } = await openSent('overdue')
  await network.tell({ type: 'pass.accepted', passId: order.passId })
  const end = Date.parse(order.end)
  await operator.work(end + 3 * HOUR_MS)
  expect(await find()).toMatchObject({ isOverdue: true, held: PASS_PRICE })
  await operator.work(end + 25 * HOUR_MS)
  const request = await find()
  expect(request.passes[0]).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'provider-silent' })
  await network.send(end + 25 * HOUR_MS)
  const cancel = { type: 'pass.cancel', passId: order.passId, reason: 'provider-silent' }
  expect(network.receiver.received.map(({ body }) => JSON.parse(body) as object)).toContainEqual(cancel)
  const late = await network.tell({ type: 'pass.measured', passId: order.passId, tdm: network.track(order) })
  expect(late.status).toBe(409)
  await checkMoney(operator, await find())
})

test('a pass that its provider refuses gets another time, an offered time is used, and a provider is notified of a cancelled pass', async () => {
  const { operator, network, order, find, id } = await openSent('replaced')
  await network.tell({ type: 'pass.refused', passId: order.passId, reason: 'maintenance' })
  await operator.work(Date.now())
  const [first, second] = (await find()).passes
  expect(first).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'provider-refused: maintenance' })
  expect(second).toMatchObject({ status: 'PENDING' })
  expect(second?.start).not.toBe(first?.start)
  await network.send(Date.now())
  const replacing = network.orders().find(({ passId }) => passId === second?.passId) as PassOrder
  const start = new Date(Date.parse(replacing.start) + 5 * HOUR_MS)
  const offer = {
    type: 'pass.replaced' as const,
    passId: replacing.passId,
    reason: 'clouds',
    start: start.toISOString(),
    end: new Date(start.getTime() + 2 * MINUTE_MS).toISOString(),
  }
  expect((await network.tell({ ...offer, sensorCode: 'ABC01' })).status).toBe(422)
  expect((await network.tell({ ...offer, start: new Date().toISOString() })).status).toBe(422)
  expect(await answered(await network.tell(offer))).toMatchObject({ result: 'taken', status: 'UNSUCCESSFUL' })
  const third = (await find()).passes[2]
  expect(third).toMatchObject({ status: 'PENDING', start: start.toISOString() })
  await network.send(Date.now())
  await operator.cancel(id)
  await network.send(Date.now())
  const last = network.receiver.received.at(-1)
  expect(JSON.parse(last!.body)).toEqual({ type: 'pass.cancel', passId: third?.passId, reason: 'cancelled' })
  await checkMoney(operator, await find())
})

test('another time is accepted if the sensor is free: between its own passes, to the second, and during passes of other sensors', async () => {
  const { network, order: replacing } = await openSent('replaced-busy', { passes: 4 })
  const [before, after, elsewhere] = network
    .orders()
    .map(({ passId }) => passId)
    .filter((passId) => passId !== replacing.passId)
  const dayMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS
  const at = (minute: number) => new Date(dayMs + minute * MINUTE_MS).toISOString()
  const place = (passId: string | undefined, sensorCode: string, from: number, to: number) =>
    api.database.query('update odt.pass set sensor_code = $2, starts_at = $3, ends_at = $4 where id = $1', [
      ...[passId, sensorCode, at(from), at(to)],
    ])
  await place(before, 'NET1', 0, 2)
  await place(replacing.passId, 'NET1', 2, 3)
  await place(after, 'NET1', 4, 6)
  await place(elsewhere, 'RAD01', 2, 4)
  const offer = async (from: number, to: number) => {
    const times = { start: at(from), end: at(to) }
    const answer = await network.tell({ type: 'pass.replaced', passId: replacing.passId, reason: 'clouds', ...times })
    return [answer.status, (await bodyOf<{ detail?: string }>(answer)).detail]
  }
  // The offered times overlap the end of the previous pass, overlap the start of the next pass, lie inside a pass, and surround it.
  for (const [from, to] of [
    [1, 3],
    [3, 5],
    [4.5, 5.5],
    [3.5, 7],
  ] as const)
    expect([from, to, ...(await offer(from, to))]).toEqual([from, to, 422, 'the sensor is busy then'])
  // A sensor with a stated rate needs time to turn; without one its provider decides.
  const set = `update odt.sensor set fields = jsonb_set(fields, '{slewRate}', $1) where code = 'NET1'`
  await api.database.query(set, ['0.5'])
  expect(await offer(2, 4)).toEqual([422, expect.stringContaining('no time to turn')])
  await api.database.query(set, ['null'])
  expect(await offer(2, 4)).toEqual([200, undefined])
})

test('a test provider observes demo satellites only, and data marked as simulated are no measurement of a real object', async () => {
  const { operator, network, order } = await openSent('demo-only', { isOver: true })
  const made = await api.call(operator.person, 'POST /api/v1/ca/satellites', {
    body: JSON.stringify({ name: 'REAL', noradId: 25_544 }),
  })
  const { satelliteId } = await bodyOf<{ satelliteId: string }>(made)
  const answer = await operator.ask({ satelliteId, measurementType: 'RADAR', providerId: NETWORK })
  expect(answer.status).toBe(422)
  expect((await bodyOf<{ detail: string }>(answer)).detail).toContain('simulated objects alone')
  const handed = await api.call(network.admin, 'POST /api/v1/odt/observations', {
    body: network.track(order),
    headers: { 'content-type': 'text/plain' },
  })
  expect(handed.status).toBe(422)
  expect((await bodyOf<{ detail: string }>(handed)).detail).toContain('says that it is simulated')
  const asResult = await api.call(network.admin, `POST /api/v1/odt/observations?pass-id=${order.passId}`, {
    body: network
      .track(order)
      .replaceAll(/^COMMENT .*\n/gm, '')
      .replace('APSIS-SIM', 'OWN'),
    headers: { 'content-type': 'text/plain' },
  })
  expect(asResult.status).toBe(409)
  expect((await bodyOf<{ detail: string }>(asResult)).detail).toContain('tells of it by its call-backs')
})
