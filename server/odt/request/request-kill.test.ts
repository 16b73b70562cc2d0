import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { seededRandom } from '@apsis/astro/random.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { NETWORK, openNetwork } from '../testing/network.ts'
import { openOperator } from '../testing/operator.ts'
import { closeGate, createPatientDatabase, openAllGates } from '../testing/table-gate.ts'
import { PASS_PRICE } from '../testing/till.ts'
import { GIVEN_UP_MS, OVERDUE_MS } from './requests-work.ts'

const WORKER = join(import.meta.dirname, '..', 'testing', 'requests-worker.ts')
const [MINUTE_MS, LIMIT_MS] = [60_000, 600_000]
const CREDIT = 50_000
/** The table at which a step is interrupted follows from a seed; campaigns draw other seeds. The request is written last. */
const draw = seededRandom(Number(process.env.APSIS_PROPERTY_SEED ?? 18))
const anyTable = () => (draw() < 0.5 ? 'odt.pass' : 'odt.request')

let api: TestApi
let worker: ChildProcess | undefined
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true' }, createPatientDatabase)
})
afterEach(async () => {
  worker?.kill('SIGKILL')
  await openAllGates()
})
afterAll(() => api.close())

async function startWorker(aheadMs: number): Promise<void> {
  // The work of the previous worker is free at once: the lease and the time between two runs are tested elsewhere.
  await api.database.query("update platform.recurring_work set busy_until = null, taken_at = now() - interval '1 hour'")
  worker = fork(WORKER, [api.database.appUrl, String(aheadMs)], { execArgv: [] })
  await once(worker, 'message')
}

/** Kills the worker with kill -9, and waits until the database has noticed: its unfinished work is rolled back. */
async function kill(): Promise<() => Promise<void>> {
  if (worker === undefined) throw new Error('there is no worker')
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
  return () =>
    vi.waitFor(async () => {
      const left = await api.database.query(
        "select 1 from pg_stat_activity where application_name = 'apsis-requests-worker'",
      )
      expect(left).toHaveLength(0)
    }, 60_000)
}

type Scene = {
  readonly operator: Awaited<ReturnType<typeof openOperator>>
  readonly id: string
  readonly organisation: string
}

/** Returns everything that a step may write. */
async function lookAt({ operator, id, organisation }: Scene) {
  const request = await operator.find(id)
  const tenant = `organisation:${organisation}`
  const counted = await api.database.query<{ files: number; entries: number; steps: number; told: number }>(
    `select (select count(*)::int from odt.observation where tenant_id = $1) as files,
       (select count(*)::int from payments.entry where tenant_id = $1) as entries,
       (select count(*)::int from platform.audit where tenant_id = $1) as steps,
       (select count(*)::int from notifications.notification where tenant_id = $1) as told`,
    [tenant],
  )
  return { request, balance: await operator.till.balance(), ...counted[0] }
}

/** Checks that the amounts fit the states of the request and its passes, and that no other money is held or paid. */
function checkMoney({ request, balance, files }: Awaited<ReturnType<typeof lookAt>>): void {
  const { price, held, captured, released, passes, isEnded } = request
  const count = (...wanted: string[]) => passes.filter(({ status }) => wanted.includes(status)).length
  expect(held + captured + released).toBe(price)
  expect(captured).toBe(PASS_PRICE * count('SUCCESSFUL'))
  expect(files).toBe(count('SUCCESSFUL', 'PUBLISHED'))
  if (isEnded) expect(held).toBe(0)
  expect(balance).toMatchObject({ available: CREDIT - captured - held, held })
}

const statesOf = ({ status, passes }: ObservationRequest): string =>
  [status, ...passes.map((pass) => pass.status)].join(' ')

/** Interrupts the next step when it writes to a table, and checks that nothing of the step remains. */
async function cutOff(scene: Scene, table: string, aheadMs: number): Promise<void> {
  const before = await lookAt(scene)
  const gate = await closeGate(api.database, table)
  await startWorker(aheadMs)
  await gate.isReached()
  const gone = await kill()
  await gate.open()
  await gone()
  expect(await lookAt(scene)).toEqual(before)
}

/** Lets a worker make one step and kills it in the next step, of which nothing remains; returns the state after the step. */
async function stepAndKill(scene: Scene, table: string, aheadMs: number): Promise<ObservationRequest> {
  const gate = await closeGate(api.database, table)
  await startWorker(aheadMs)
  await gate.isReached()
  await gate.letOneThrough()
  const after = await lookAt(scene)
  if (!after.request.isEnded && after.request.status !== 'APPROVED') await gate.isReached()
  const gone = await kill()
  await gate.open()
  await gone()
  expect(await lookAt(scene)).toEqual(after)
  checkMoney(after)
  return after.request
}

async function openScene(organisation: string, body: object = {}): Promise<Scene> {
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(CREDIT)
  const isOfNetwork = 'providerId' in body
  if (isOfNetwork) await openNetwork(api, organisation, { isTest: true }).then((network) => network.close())
  const wish = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR', numberOfPassesRequested: 1 }
  const { observationRequestId } = await operator.request({ ...wish, ...body })
  return { operator, id: observationRequestId, organisation }
}

const aheadOf = (end: string, moreMs: number) => Date.parse(end) + moreMs - Date.now()

async function toldOf({ operator }: Scene): Promise<string[]> {
  const notices = await bodyOf<Notification[]>(await api.call(operator.person, 'GET /api/v1/notifications?limit=200'))
  return notices.flatMap(({ finding }) =>
    finding?.code === 'observation-status' ? [String(finding.values.status)] : [],
  )
}

test(
  'a worker that is killed in any state of a request and its passes leaves the state before or after the step, with its amounts',
  async () => {
    const scene = await openScene('killed-simulated', { numberOfPassesRequested: 2 })
    await cutOff(scene, anyTable(), 0)
    const planned = await stepAndKill(scene, anyTable(), 0)
    const seen = ['PENDING', statesOf(planned)]
    const lastEnd =
      planned.passes
        .map(({ end }) => end)
        .toSorted()
        .at(-1) ?? ''
    const aheadMs = aheadOf(lastEnd, 6 * MINUTE_MS)
    for (let request = planned; !request.isEnded; seen.push(statesOf(request))) {
      // This interruption is between the success of a pass and the payment of its price.
      if (request.passes.some(({ status }) => status === 'PUBLISHED')) await cutOff(scene, 'payments.entry', aheadMs)
      request = await stepAndKill(scene, anyTable(), aheadMs)
    }
    const first = ['EXECUTING', 'EXECUTED', 'PUBLISHING', 'PUBLISHED']
    const inOrder = (states: string) => states.split(' ').toSorted().join(' ')
    expect(seen.map(inOrder)).toEqual(
      [
        ...['PENDING', 'APPROVED PENDING PENDING'],
        ...first.map((status) => `IN_PROGRESS ${status} PENDING`),
        'PARTIAL SUCCESSFUL PENDING',
        ...first.map((status) => `PARTIAL ${status} SUCCESSFUL`),
        'COMPLETE SUCCESSFUL SUCCESSFUL',
      ].map(inOrder),
    )
    expect((await toldOf(scene)).toReversed()).toEqual(['PENDING', 'APPROVED', 'IN_PROGRESS', 'PARTIAL', 'COMPLETE'])
  },
  LIMIT_MS,
)

test(
  'a worker that is killed while a cancelled request finishes its running pass bills the pass once',
  async () => {
    const scene = await openScene('killed-cancelled', { numberOfPassesRequested: 2 })
    await scene.operator.work(Date.now())
    const [first] = (await scene.operator.find(scene.id)).passes.toSorted((a, b) => a.start.localeCompare(b.start))
    await scene.operator.work(Date.parse(first?.start ?? '') + 1_000)
    expect((await scene.operator.cancel(scene.id)).status).toBe(200)
    const seen: string[] = []
    for (let isEnded = false; !isEnded; ) {
      const request = await stepAndKill(scene, anyTable(), aheadOf(first?.end ?? '', 6 * MINUTE_MS))
      seen.push(statesOf({ ...request, passes: request.passes.filter(({ status }) => status !== 'CANCELLED') }))
      isEnded = request.isEnded
    }
    expect(seen).toEqual(['EXECUTED', 'PUBLISHING', 'PUBLISHED', 'SUCCESSFUL'].map((one) => `CANCELLED ${one}`))
    expect(await scene.operator.find(scene.id)).toMatchObject({ captured: PASS_PRICE, released: PASS_PRICE, held: 0 })
  },
  LIMIT_MS,
)

test(
  'a worker that is killed while it waits for a silent provider reports the silence once, and replaces the pass once',
  async () => {
    const scene = await openScene('killed-silent', { providerId: NETWORK })
    await cutOff(scene, anyTable(), 0)
    const [pass] = (await stepAndKill(scene, anyTable(), 0)).passes
    const end = pass?.end ?? ''
    await cutOff(scene, 'odt.pass', aheadOf(end, OVERDUE_MS + MINUTE_MS))
    const overdue = async () =>
      (
        await api.database.query(
          "select 1 from notifications.notification where finding ->> 'code' = 'observation-overdue'",
        )
      ).length
    expect(await overdue()).toBe(0)
    await cutOff(scene, anyTable(), aheadOf(end, GIVEN_UP_MS + MINUTE_MS))
    await scene.operator.work(Date.parse(end) + OVERDUE_MS + MINUTE_MS)
    expect(await overdue()).toBe(1)
    for (const table of ['odt.pass', 'odt.request'] as const)
      await cutOff(scene, table, aheadOf(end, GIVEN_UP_MS + MINUTE_MS))
    await scene.operator.work(Date.parse(end) + GIVEN_UP_MS + MINUTE_MS)
    const after = await lookAt(scene)
    expect(after.request.passes.map(({ status }) => status)).toEqual(['UNSUCCESSFUL', 'PENDING'])
    checkMoney(after)
    expect(await overdue()).toBe(1)
  },
  LIMIT_MS,
)
