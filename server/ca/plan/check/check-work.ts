import { dot, norm, type Vec3 } from '@apsis/astro/vec3.ts'
import type { ExecutionCheck } from '@apsis/contract/ca/plan/execution-check.ts'
import { EXECUTION_SOURCES } from '@apsis/contract/ca/plan/execution-source.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { PlanReason } from '@apsis/contract/notice-text/plan-reason.ts'
import { emit } from '../../../events/event.service.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'
import { reasonOf } from '../../../platform/thread/task-failure.ts'
import { reassessObjects } from '../../event/event.service.ts'
import { findSatellite } from '../../satellite/record/satellite.repository.ts'
import { eachPlan } from '../record/each-plan.ts'
import * as repository from '../record/plan.repository.ts'
import { record } from '../record/record-step.ts'
import { platformOf, tell } from '../record/supersede.ts'
import { type ExecutionEvidence, type FlownPlan, readEvidence } from './evidence.ts'
import type { FindTracks } from './own-tracks.service.ts'

type Platform = Pick<WorkPlatform, 'db' | 'now' | 'queue' | 'log' | 'signal'>
type Row = repository.ListedRow

/**
 * From ignition on each plan is compared with the data from after its burn. The first source that can measure the burn decides the plan: VERIFIED,
 * PARTIAL, or, where there was no burn, ABORTED. Only new data are read and measured, outside of any transaction. The result is written only if
 * the plan has not changed; if a worker dies, the next run repeats its check.
 */
export async function checkExecution(platform: Platform, tenantId: string, findTracks?: FindTracks): Promise<void> {
  const { db, now } = platform
  const flown = await db.tenant(tenantId, (tx) => repository.listFlown(tx, new Date(now())))
  await eachPlan(platform, flown, (row) => checkPlan(platform, { tenantId, row, findTracks }))
}

type Looking = { readonly tenantId: string; readonly row: Row; readonly findTracks: FindTracks | undefined }

async function checkPlan(platform: Platform, { tenantId, row, findTracks }: Looking): Promise<void> {
  // Successive burns cannot be told apart in an orbit from after the last one, so a person states the result.
  if (!repository.isForEvent(row)) return
  const { db } = platform
  const satellite = await db.tenant(tenantId, (tx) => findSatellite(tx, row.satellite_id))
  if (satellite === undefined) return
  const evidence = await readEvidence({ ...platform, findTracks }, { tenantId, row, satellite })
  const markOf = (all: readonly ExecutionEvidence[]) => all.map(({ source, mark }) => `${source} ${mark}`).join('\n')
  const isNew = markOf(evidence) !== row.checked_mark
  if (!isNew && settling(row.checks) === undefined) return
  const { checks, measured } = isNew
    ? await measureAll(platform, row, evidence)
    : { checks: row.checks, measured: evidence }
  await db.tenant(tenantId, async (tx) => {
    const held = await repository.findPlan(tx, row.id, true)
    if (held === undefined || !repository.isForEvent(held) || held.version !== row.version) return
    await repository.updateChecks(tx, row.id, { checks, checked_mark: markOf(measured) })
    emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: row.id, state: row.state } })
    await settle(tx, platform, { tenantId, satellite, row: { ...held, checks } })
  })
}

type MeasuredAll = {
  readonly checks: ExecutionCheck[]
  /** All measurements except the ones that took too long: a measurement that took too long may succeed in the next run, and is tried again. */
  readonly measured: readonly ExecutionEvidence[]
}

async function measureAll(
  { db, now, log }: Platform,
  row: Row,
  evidence: readonly ExecutionEvidence[],
): Promise<MeasuredAll> {
  const at = new Date(now()).toISOString()
  const found: ExecutionCheck[] = []
  const measured: ExecutionEvidence[] = []
  for (const one of evidence)
    try {
      const check = await one.measure(db)
      if (check !== null) found.push({ ...check, at })
      measured.push(one)
    } catch (error) {
      log.warn({ manoeuvreId: row.id, source: one.source, reason: reasonOf(error) }, 'no burn can be measured')
      if (!(error instanceof TaskLimitError && error.isOfTime)) measured.push(one)
    }
  const place = ({ source }: ExecutionCheck) => EXECUTION_SOURCES.indexOf(source)
  return { checks: found.toSorted((a, b) => place(a) - place(b)), measured }
}

/** Returns the check with the smallest uncertainty of several that can measure the burn. */
const settling = (checks: readonly ExecutionCheck[]): ExecutionCheck | undefined =>
  checks.filter(({ verdict }) => verdict !== 'NOT_YET').toSorted((a, b) => a.sigmaMps - b.sigmaMps)[0]

const OUTCOMES = {
  AS_PLANNED: { state: 'VERIFIED', code: 'burn-verified', level: 'ok', reason: 'found-as-planned' },
  DIFFERENT: { state: 'PARTIAL', code: 'burn-partial', level: 'serious', reason: 'found-different' },
  MISSED: { state: 'ABORTED', code: 'burn-missed', level: 'critical', reason: 'found-none' },
} as const satisfies Record<string, { state: PlanState; code: string; level: string; reason: PlanReason }>

/** Returns how a burn differed from the plan except in size: how much later it began, and its part across the planned direction. */
function differenceOf({ deltaVRtn, lateS, lateSigmaS }: ExecutionCheck, planned: Vec3): Finding['values'] {
  const found = deltaVRtn as Vec3
  const along = dot(found, planned) / norm(planned)
  const isShifted = lateS !== null && lateSigmaS !== null && Math.abs(lateS) > 3 * lateSigmaS
  return { acrossMps: Math.sqrt(Math.max(0, dot(found, found) - along ** 2)), ...(isShifted ? { lateS } : {}) }
}

/** Sets the state of the plan by the measured burn, and sends notices; a plan that nobody has marked as executed is first set to EXECUTED. */
async function settle(tx: TenantDb, { now, queue }: Platform, { tenantId, row, satellite }: FlownPlan): Promise<void> {
  const check = settling(row.checks)
  if (check === undefined || check.verdict === 'NOT_YET') return
  const at = new Date(now())
  const { state, code, level, reason } = OUTCOMES[check.verdict]
  const plannedMps = norm(row.burn.deltaVRtn as Vec3)
  const { deltaVMps, sigmaMps, source, name } = check
  const apart: Finding['values'] = check.verdict === 'DIFFERENT' ? differenceOf(check, row.burn.deltaVRtn as Vec3) : {}
  const values = { reason, source, name, foundMps: deltaVMps, sigmaMps, plannedMps, ...apart }
  const why = `${source} ${name}: ${deltaVMps.toFixed(4)} ± ${sigmaMps.toFixed(4)} m/s found, ${plannedMps.toFixed(4)} m/s planned.`
  const step = (to: PlanState, from: PlanState) =>
    record(tx, platformOf(tenantId), {
      id: row.id,
      at,
      action: 'MOVE',
      state: to,
      why,
      detail: { from, cause: values },
    })
  if (row.state === 'EXPORTED' && state === 'VERIFIED') {
    await repository.updateState(tx, row.id, { ...row, state: 'EXECUTED' })
    await step('EXECUTED', row.state)
  }
  const found = { deltaVMps, sigmaMps, source: `${source} ${name}`.slice(0, 200) }
  await repository.updateState(tx, row.id, { ...row, state, found })
  await step(state, state === 'VERIFIED' ? 'EXECUTED' : row.state)
  await tell(tx, { tenantId, row }, { level, finding: { code, values: { ...values, plan: row.name } } })
  // If there was no burn, the messages that did not include it were right.
  if (state === 'ABORTED') await reassessObjects(tx, { queue, tenantId, now: at }, [String(satellite.norad_id)])
}
