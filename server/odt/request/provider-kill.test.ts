import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PassOrder } from '@apsis/contract/odt/provider/provider-message.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bareEnvironment } from '../../platform/testing/bare-environment.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { NETWORK, openNetwork } from '../testing/network.ts'
import { moveRequestBack, openOperator } from '../testing/operator.ts'
import type { Telling } from '../testing/provider-process.ts'
import { closeGate, createPatientDatabase, openAllGates } from '../testing/table-gate.ts'
import { PASS_PRICE } from '../testing/till.ts'

const WORKER = join(import.meta.dirname, '..', '..', 'platform', 'jobs', 'testing', 'job-worker.ts')
const PROVIDER = join(import.meta.dirname, '..', 'testing', 'provider-process.ts')
const PASSES = 6
const CREDIT = 50_000
/** The answer takes long enough to kill the worker in the middle of many. */
const ANSWER_MS = 400
/** The lease of a lost worker ends after 3 s; on a busy machine everything takes longer. */
const LEASE_OUT = { timeout: 100_000, interval: 200 }
/** Several workers are killed one after the other, and the lease of each has to end. */
const LIMIT_MS = 600_000
/** A message that waited at the gate is processed within this time after it is opened. */
const TAKEN = { timeout: 60_000, interval: 200 }

let api: TestApi
let worker: ChildProcess | undefined
let provider: ChildProcess | undefined
const folder = mkdtempSync(join(tmpdir(), 'apsis-provider-kill-'))
const SETTINGS = { APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true', APSIS_DATA_DIR: folder }
beforeAll(async () => {
  api = await startTestApi(SETTINGS, createPatientDatabase)
})
afterEach(async () => {
  provider?.kill('SIGKILL')
  await openAllGates()
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await api.close()
  rmSync(folder, { recursive: true })
})

async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...bareEnvironment(),
    ...SETTINGS,
    APSIS_DATABASE_URL: api.database.appUrl,
    APSIS_PUBLIC_URL: api.config.publicUrl,
    APSIS_OIDC_ISSUER: api.issuer.issuer,
    APSIS_OPS_PORT: '0',
  }
  const child = fork(WORKER, { env, execArgv: [] })
  await once(child, 'message')
  return child
}

test(
  'if a worker is killed while it orders, no pass and no money is lost: each order arrives, under one id',
  async () => {
    const operator = await openOperator(api, 'provider-kill')
    await operator.till.addCredit(CREDIT)
    const network = await openNetwork(api, 'provider-kill', { isTest: true })
    network.receiver.answer = (response) => void setTimeout(() => response.writeHead(202).end(), ANSWER_MS)
    const asked = await operator.request({
      satelliteId: operator.fleet[0]?.satelliteId,
      measurementType: 'RADAR',
      providerId: NETWORK,
      numberOfPassesRequested: PASSES,
    })
    worker = await startWorker()
    await vi.waitFor(() => expect(network.receiver.received.length).toBeGreaterThanOrEqual(2), LEASE_OUT)
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    expect(network.orders().length).toBeLessThan(PASSES)
    const killed = await operator.find(asked.observationRequestId)
    expect(killed).toMatchObject({ status: 'APPROVED', held: PASSES * PASS_PRICE, captured: 0 })
    worker = await startWorker()
    const passIds = (orders: readonly PassOrder[]) => [...new Set(orders.map(({ passId }) => passId))].toSorted()
    await vi.waitFor(() => expect(passIds(network.orders())).toHaveLength(PASSES), LEASE_OUT)
    expect(passIds(network.orders())).toEqual(killed.passes.map(({ passId }) => passId).toSorted())
    // A copy has the id of the first: the network accepts it once.
    const ids = network.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(PASSES)
    expect(await operator.till.balance()).toMatchObject({ held: PASSES * PASS_PRICE })
    await network.close()
    // The worker's runs write to passes, too: a running worker would reach the gate of the next test.
    const stopped = once(worker, 'exit')
    worker.kill('SIGKILL')
    await stopped
  },
  LIMIT_MS,
)

/** Kills the provider when its message has arrived and its effect is not written yet, so that it gets no answer. */
async function dieWhileTelling(telling: Telling): Promise<void> {
  const gate = await closeGate(api.database, 'odt.pass')
  provider = fork(PROVIDER, { execArgv: [] })
  provider.send(telling)
  await gate.isReached()
  const ended = once(provider, 'exit')
  provider.kill('SIGKILL')
  await ended
  await gate.open()
}

test(
  'a provider that is killed while it reports a state of a pass reports it again: it has its effect once, and the pass is paid once',
  async () => {
    const operator = await openOperator(api, 'provider-dies')
    await operator.till.addCredit(CREDIT)
    const network = await openNetwork(api, 'provider-dies', { isTest: true })
    const asked = await operator.request({
      satelliteId: operator.fleet[0]?.satelliteId,
      measurementType: 'RADAR',
      providerId: NETWORK,
      numberOfPassesRequested: 1,
    })
    const beganMs = await moveRequestBack(api, asked.observationRequestId)
    await operator.work(beganMs)
    await network.send(beganMs)
    const [order] = network.orders()
    if (order === undefined) throw new Error('no order has come')
    const { passId } = order
    const told = [
      { type: 'pass.accepted', passId, providerReference: 'N-1' },
      ...(['EXECUTING', 'EXECUTED', 'PUBLISHING'] as const).map((status) => ({ type: 'pass.status', passId, status })),
      { type: 'pass.measured', passId, tdm: network.track(order) },
    ]
    const telling: Telling = {
      url: `${api.origin}${new URL(network.provider.callbackUrl).pathname}`,
      secret: network.secret,
      journal: join(folder, 'told'),
      messages: told.map((one, place) => ({ id: `told-${place}`, body: JSON.stringify(one) })),
    }
    const states: string[] = []
    const received = async () => {
      const rows = await api.database.query<{ told: string }>(
        "select concat_ws(' ', id, state, detail) as told from odt.provider_message where direction = 'received' and tenant_id = $1",
        [operator.tenantId],
      )
      return rows.map((row) => row.told)
    }
    for (const _ of told) {
      const before = await operator.find(asked.observationRequestId)
      await dieWhileTelling(telling)
      await vi.waitFor(async () => expect(await received()).toHaveLength(states.length + 1), TAKEN)
      const after = await operator.find(asked.observationRequestId)
      const { price, held, captured, released, passes } = after
      expect(held + captured + released).toBe(price)
      expect(captured).toBe(PASS_PRICE * passes.filter(({ status }) => status === 'SUCCESSFUL').length)
      expect(await operator.till.balance()).toMatchObject({ available: CREDIT - held - captured, held })
      states.push(`${before.passes[0]?.status} ${passes[0]?.status}`)
    }
    expect(states).toEqual([
      ...['PENDING PENDING', 'PENDING EXECUTING', 'EXECUTING EXECUTED', 'EXECUTED PUBLISHING', 'PUBLISHING SUCCESSFUL'],
    ])
    // The restarted provider repeats the last message, because it does not know that it was accepted: it gets the same answer, and nothing is paid or
    // stored twice.
    provider = fork(PROVIDER, { execArgv: [] })
    provider.send(telling)
    await once(provider, 'message')
    expect(await operator.find(asked.observationRequestId)).toMatchObject({
      status: 'COMPLETE',
      captured: PASS_PRICE,
      held: 0,
    })
    const files = await api.database.query('select 1 from odt.observation where tenant_id = $1', [operator.tenantId])
    expect(files).toHaveLength(1)
    await network.close()
  },
  LIMIT_MS,
)
