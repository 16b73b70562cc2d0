import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PassOrder } from '@apsis/contract/odt/provider-message.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bareEnvironment } from '../../platform/testing/bare-environment.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openDesk } from '../testing/desk.ts'
import { NETWORK, openNetwork } from '../testing/network.ts'
import { PASS_PRICE } from '../testing/till.ts'

const WORKER = join(import.meta.dirname, '..', '..', 'platform', 'jobs', 'testing', 'job-worker.ts')
const PASSES = 6
/** Long enough for the worker to be killed in the middle of many. */
const ANSWER_MS = 400
/** A lost worker's turn is free after 30 s; three times that on a busy machine. */
const LEASE_OUT = { timeout: 100_000, interval: 200 }
const LIMIT_MS = 240_000

let api: TestApi
let worker: ChildProcess | undefined
const folder = mkdtempSync(join(tmpdir(), 'apsis-provider-kill-'))
const SETTINGS = { APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true', APSIS_DATA_DIR: folder }
beforeAll(async () => {
  api = await startTestApi(SETTINGS)
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
  'a worker that is killed while it orders loses no pass and no cent: each order arrives, under one id',
  async () => {
    const desk = await openDesk(api, 'provider-kill')
    await desk.till.addCredit(50_000)
    const network = await openNetwork(api, 'provider-kill', { isTest: true })
    network.receiver.answer = (response) => void setTimeout(() => response.writeHead(202).end(), ANSWER_MS)
    const asked = await desk.request({
      ...{ satelliteId: desk.fleet[0]?.satelliteId, measurementType: 'RADAR', providerId: NETWORK },
      numberOfPassesRequested: PASSES,
    })
    worker = await startWorker()
    await vi.waitFor(() => expect(network.receiver.received.length).toBeGreaterThanOrEqual(2), LEASE_OUT)
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    expect(network.orders().length).toBeLessThan(PASSES)
    const killed = await desk.find(asked.observationRequestId)
    expect(killed).toMatchObject({ status: 'APPROVED', held: PASSES * PASS_PRICE, captured: 0 })
    worker = await startWorker()
    const passIds = (orders: readonly PassOrder[]) => [...new Set(orders.map(({ passId }) => passId))].toSorted()
    await vi.waitFor(() => expect(passIds(network.orders())).toHaveLength(PASSES), LEASE_OUT)
    expect(passIds(network.orders())).toEqual(killed.passes.map(({ passId }) => passId).toSorted())
    // A copy comes under the id of the first: the network takes it once.
    const ids = network.receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(PASSES)
    expect(await desk.till.balance()).toMatchObject({ held: PASSES * PASS_PRICE })
    await network.close()
  },
  LIMIT_MS,
)
