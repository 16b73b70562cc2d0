import type { Problem } from '@apsis/contract/errors.ts'
import type { Provider } from '@apsis/contract/odt/provider/provider.ts'
import type { PassOrder } from '@apsis/contract/odt/provider/provider-message.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../../platform/testing/test-database.ts'
import { NETWORK, type Network, openNetwork, RADAR } from '../testing/network.ts'
import { moveRequestBack, openOperator } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let api: TestApi
const open: Network[] = []
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true' })
})
afterEach(async () => {
  for (const network of open.splice(0)) await network.close()
})
afterAll(() => api.close())

/** Makes a network with an ordered pass: two days ago, so that it is past, or now. */
async function openOrdered(organisation: string, { isOver = true } = {}) {
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(50_000)
  const network = await openNetwork(api, organisation, { isTest: true })
  open.push(network)
  const ask = async ({ isOver = false } = {}) => {
    const body = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR', providerId: NETWORK }
    const { observationRequestId } = await operator.request(body)
    const beganMs = isOver ? await moveRequestBack(api, observationRequestId) : Date.now()
    await operator.work(beganMs)
    return { id: observationRequestId, beganMs, passId: (await operator.find(observationRequestId)).passes[0]!.passId }
  }
  const ordered = await ask({ isOver })
  await network.send(ordered.beganMs)
  const [order] = network.orders()
  if (order === undefined) throw new Error('the network got no order')
  return { operator, network, order, ask, id: ordered.id }
}

const detailOf = async (answer: Response) => [answer.status, (await bodyOf<{ detail: string }>(answer)).detail] as const
const SECRETS = `/api/v1/odt/providers/secrets?provider-id=${NETWORK}`
type Secret = { readonly secret: string; readonly oldSecretEndsAt: string | null }

test('a leaked secret can be made invalid at once, and so can an earlier secret that was still valid', async () => {
  const { network, order } = await openOrdered('leaked')
  const rotate = (more = '') => network.made<Secret>(`POST ${SECRETS}${more}`)
  const told = { type: 'pass.accepted', passId: order.passId } as const
  const statusBy = async (secret: string) => (await network.tell(told, { secret })).status
  const second = await rotate('&old-secret-hours=48')
  expect(Math.abs(Date.parse(second.oldSecretEndsAt!) - Date.now() - 48 * HOUR_MS)).toBeLessThan(MINUTE_MS)
  expect([await statusBy(network.secret), await statusBy(second.secret)]).toEqual([200, 200])
  const again = await api.call(network.admin, `POST ${SECRETS}`)
  expect(await detailOf(again)).toEqual([409, expect.stringContaining('end both with old-secret-hours=0')])
  // A parameter without a number must not end secrets, as 0 does.
  for (const nothing of ['', '%20', '0x10'])
    expect((await api.call(network.admin, `POST ${SECRETS}&old-secret-hours=${nothing}`)).status).toBe(400)
  const third = await rotate('&old-secret-hours=0')
  expect(third.oldSecretEndsAt).toBeNull()
  expect([await statusBy(network.secret), await statusBy(second.secret), await statusBy(third.secret)]).toEqual([
    ...[403, 403, 200],
  ])
  const [provider] = await network.made<Provider[]>('GET /api/v1/odt/providers')
  expect(provider).toMatchObject({ hasSecret: true, oldSecretEndsAt: null })
  expect((await api.call(network.admin, `POST ${SECRETS}&old-secret-hours=169`)).status).toBe(400)
  // The order was signed with its first secret; the refused calls had no effect.
  const audit = await auditOf(api.database, 'leaked', 'provider.')
  expect(audit.map(({ action, object }) => [action, object])).toEqual(
    ['create', 'secret', 'secret', 'secret'].map((step) => [`provider.${step}`, NETWORK]),
  )
})

test('a provider that is switched off finishes its current passes, and gets no new ones', async () => {
  const { operator, network, order, ask, id } = await openOrdered('off-under-way')
  const waiting = await ask({ isOver: true })
  const { providerId, name } = network.provider
  const off = { providerId, name, url: network.receiver.url, isTest: true, isEnabled: false }
  await network.made(`PUT /api/v1/odt/providers?provider-id=${NETWORK}`, off)
  expect((await auditOf(api.database, 'off-under-way', 'provider.')).at(-1)).toMatchObject({
    actor: network.admin.subject,
    action: 'provider.update',
    object: NETWORK,
    detail: { isEnabled: false },
  })
  expect((await eventsOf(api.database, 'off-under-way', 'sensor')).at(-1)).toEqual({ provider: NETWORK })
  const start = new Date(Date.parse(order.start) + 5 * HOUR_MS)
  const offer = {
    type: 'pass.replaced' as const,
    passId: order.passId,
    reason: 'clouds',
    start: start.toISOString(),
    end: new Date(start.getTime() + 2 * MINUTE_MS).toISOString(),
  }
  expect(await detailOf(await network.tell(offer))).toEqual([409, expect.stringContaining('no other time is taken')])
  const refused = await operator.ask({
    satelliteId: operator.fleet[0]?.satelliteId,
    measurementType: 'RADAR',
    providerId: NETWORK,
  })
  expect(await bodyOf<Problem>(refused)).toMatchObject({
    status: 422,
    detail: `Provider ${NETWORK} is switched off.`,
    errors: [{ code: 'provider.off', pointer: '#/providerId' }],
  })
  // The provider cannot know of a pass whose order it never got.
  const unsent = await network.tell({ type: 'pass.status', passId: waiting.passId, status: 'EXECUTED' })
  expect(await detailOf(unsent)).toEqual([409, expect.stringContaining('was never sent to it')])
  expect((await operator.find(waiting.id)).passes).toMatchObject([{ status: 'PENDING' }])
  const track = network.track(order as PassOrder)
  const measured = await network.tell({ type: 'pass.measured', passId: order.passId, tdm: track })
  expect(await bodyOf(measured)).toMatchObject({ result: 'taken', status: 'SUCCESSFUL' })
  expect(await operator.find(id)).toMatchObject({ status: 'COMPLETE', captured: PASS_PRICE })
})

test('no order is sent to a provider that could not sign its answers', async () => {
  const operator = await openOperator(api, 'unsigned')
  await operator.till.addCredit(50_000)
  const admin = { subject: 'observer', organisation: 'unsigned', roles: ['odt:admin'] }
  const make = async (request: string, body: object) =>
    expect((await api.call(admin, request, { body: JSON.stringify(body) })).ok, request).toBe(true)
  await make('POST /api/v1/odt/sensors', RADAR)
  await make('POST /api/v1/odt/providers', {
    providerId: NETWORK,
    name: 'Network',
    url: 'https://orders.network.example/apsis',
    isTest: true,
  })
  const asked = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR', providerId: NETWORK }
  expect(await bodyOf<Problem>(await operator.ask(asked))).toMatchObject({
    status: 422,
    detail: `Provider ${NETWORK} has no signing secret yet.`,
    errors: [{ code: 'provider.off', pointer: '#/providerId' }],
  })
  expect(await operator.list()).toEqual([])
})

test('measurements of a future pass are refused, with their line, and the pass stays', async () => {
  const { operator, network, order, id } = await openOrdered('ahead', { isOver: false })
  const { passId } = order
  const tdm = network.track(order as PassOrder)
  const answer = await network.tell({ type: 'pass.measured', passId, tdm })
  expect(answer.status).toBe(422)
  const { detail, errors } = await bodyOf<Problem>(answer)
  expect(detail).toMatch(/^line \d+: The measurements are until .*, which is after now/)
  expect(errors).toMatchObject([{ code: 'track.future', pointer: '#/tdm' }])
  const line = tdm.split('\n')[(errors?.[0]?.line ?? 0) - 1] ?? ''
  expect(Date.parse(`${/= (\S{23})/.exec(line)?.[1]}Z`)).toBeGreaterThan(Date.now())
  const { passes, held } = await operator.find(id)
  expect(passes).toMatchObject([{ status: 'PENDING', observationFileId: null }])
  expect(held).toBe(PASS_PRICE)
})
