import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@apsis/astro/random.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bareEnvironment } from '../../platform/testing/bare-environment.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { approved, type PlanOperator, planAt } from '../testing/plan-operator.ts'

const WORKER = join(import.meta.dirname, '..', '..', 'platform', 'jobs', 'testing', 'job-worker.ts')
/** The lease of a lost worker ends after 3 s; on a busy machine everything takes longer. */
const LEASE_OUT = { timeout: 100_000, interval: 200 }
/** Several workers are killed one after the other, and the lease of each has to end. */
const LIMIT_MS = 400_000
/**
 * The number of workers that are killed before the last one is left alone. Each is killed soon after one more plan has ended, while other
 * workers run. The times follow from a seed, and the campaign draws other seeds.
 */
const [KILLS, LATEST_KILL_MS] = [3, 100]
const draw = seededRandom(Number(process.env.APSIS_PROPERTY_SEED ?? 16))
const KILLED_AFTER_MS = Array.from({ length: KILLS }, () => LATEST_KILL_MS * draw())

let api: TestApi
let worker: ChildProcess | undefined
const folder = mkdtempSync(join(tmpdir(), 'apsis-plan-kill-'))
const SETTINGS = { APSIS_DATA_DIR: folder }
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

type Standing = {
  readonly operator: PlanOperator
  readonly plan: Plan
  readonly end: string
  readonly notice: string
}

/** Makes a plan in a state, and new data that end it: the worker has to write the consequences. */
async function standingIn(state: 'DRAFT' | 'SCREENED' | 'APPROVED' | 'EXPORTED' | 'EXECUTED'): Promise<Standing> {
  const operator = await planAt(api, `killed-${state.toLowerCase()}`)
  let plan = state === 'DRAFT' || state === 'SCREENED' ? await operator.planned() : await approved(operator)
  if (state === 'SCREENED') plan = await operator.moved(plan, { state })
  if (state === 'EXPORTED' || state === 'EXECUTED')
    plan = await operator.moved(plan, { state: 'EXPORTED', why: 'none was asked' })
  if (state !== 'EXECUTED') {
    // According to this message the burn leads to the other object.
    const missM = plan.after.missM
    await operator.ada.take(cdmText({ createdAt: '2030-01-02T00:00:00.000', missM, sigmaM: 150 }))
    return { operator, plan, end: 'SUPERSEDED', notice: state === 'EXPORTED' ? 'plan-withdrawn' : 'plan-superseded' }
  }
  // A worker uses the real clock: so the plan's burn is set to an hour ago, and its file is from the time of the burn.
  await api.api.platform.db.tenant(operator.tenantId, (tx) =>
    sql`update ca.manoeuvre set ignition_at = now() - interval '1 hour' where id = ${plan.manoeuvreId}`.execute(tx),
  )
  plan = await operator.moved(await operator.read(plan.manoeuvreId), { state })
  const oem = parseOem((await operator.file(plan, 'format=oem')).text)
  // Flight dynamics write an ephemeris after the burn; the plan's own file does not prove the burn.
  const header = { ...oem.header, creationDate: parseTime('2030-01-05T11:59:00'), originator: 'FDS' }
  const form = new FormData()
  form.set('satellite-id', plan.satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([formatOem({ ...oem, header })]), 'own.oem')
  expect((await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })).status).toBe(201)
  return { operator, plan, end: 'VERIFIED', notice: 'burn-verified' }
}

test(
  'after workers are killed, no plan is left half-changed, is ended twice, or is exported without an approval',
  async () => {
    const all: Standing[] = []
    for (const state of ['DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED', 'EXECUTED'] as const)
      all.push(await standingIn(state))
    const stateOf = async ({ operator, plan }: Standing) => (await operator.read(plan.manoeuvreId)).state
    const countEnded = async () => {
      const states = await Promise.all(all.map(stateOf))
      return states.filter((state, k) => state === all[k]?.end).length
    }
    const endedAtKill: number[] = []
    for (const afterMs of KILLED_AFTER_MS) {
      const before = endedAtKill.at(-1) ?? 0
      if (before === all.length) break
      worker = await startWorker()
      await vi.waitFor(async () => expect(await countEnded()).toBeGreaterThan(before), { ...LEASE_OUT, interval: 20 })
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      const ended = once(worker, 'exit')
      worker.kill('SIGKILL')
      await ended
      // Each plan is either unchanged or ended; no plan is between the two.
      for (const one of all) expect([one.plan.state, one.end]).toContain(await stateOf(one))
      endedAtKill.push(await countEnded())
    }
    // The kills interrupted the work: after one of them some plans were still open, and before the last some had ended.
    expect(endedAtKill.some((count) => count < all.length)).toBe(true)
    expect(endedAtKill.at(-2)).toBeGreaterThan(0)
    worker = await startWorker()
    for (const one of all) await vi.waitFor(async () => expect(await stateOf(one)).toBe(one.end), LEASE_OUT)
    for (const { operator, plan, end, notice } of all) {
      const { steps } = await operator.read(plan.manoeuvreId)
      const moves = steps.filter(({ action }) => action === 'MOVE').map(({ state }) => state)
      expect(moves.filter((state) => state === end)).toHaveLength(1)
      expect(new Set(moves).size).toBe(moves.length)
      if (moves.includes('EXPORTED')) expect(moves.indexOf('APPROVED')).toBe(moves.indexOf('EXPORTED') - 1)
      const told = (await operator.notices()).filter(({ finding }) => finding?.code === notice)
      expect(told.map(({ finding }) => finding?.values.plan)).toEqual([plan.name])
    }
  },
  LIMIT_MS,
)
