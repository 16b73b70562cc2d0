import { randomUUID } from 'node:crypto'
import { groupToleranceS } from '@apsis/astro/conjunction/group-updates.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import { type Fleet, readFleet } from '../satellite/record/fleet.ts'
import { listEstimates } from './estimate.repository.ts'
import { listPairEvents, type Pair, raiseListVersion } from './event.repository.ts'
import { findEvent, readEventMessages, type Target, toTarget, type Writing, writeEvents } from './event-changes.ts'
import { insertReports, listKnownReports, markReports, type StoredReport } from './reported-approach.repository.ts'
import type { ReportedApproach, ReportedObject } from './reported-approach.ts'
import { ownOfTarget } from './write-estimates.ts'

/** A report as the service wrote it, with the values that were read from its row. */
export type NewReport = Omit<StoredReport, 'id' | 'conjunctionId' | 'receivedAt' | 'isSimulated' | 'objects'> & {
  /** Both objects, in the order and with the names of the row. */
  readonly objects: readonly [ReportedObject, ReportedObject]
}

export type TakenReports = {
  /** The number of new reports, and the number of reports that were stored already. */
  readonly accepted: number
  readonly known: number
}

type Taking = {
  readonly tenantId: string
  readonly now: Date
  /** True if the service is a test service. */
  readonly isSimulated: boolean
  readonly reports: readonly NewReport[]
}

/** Stores reports about satellites of the organisation; each joins the event of the same two objects that is nearest in time, or opens one. */
export async function takeInReports(tx: TenantDb, taking: Taking): Promise<TakenReports> {
  const { tenantId, now, isSimulated } = taking
  const fleet = await readFleet(tx)
  const byId = new Map(taking.reports.map((one) => [one.reportId, one]))
  // This row lock makes everybody else who changes events of the organisation wait until the transaction ends.
  const changedIn = await raiseListVersion(tx, tenantId)
  const stored = await listKnownReports(tx, { reportIds: [...byId.keys()], isSimulated })
  const fresh = [...byId.values()].filter(({ reportId }) => !stored.has(reportId))
  const taken = { accepted: fresh.length, known: taking.reports.length - fresh.length }
  if (fresh.length === 0) return taken
  const joined = await joinReports(tx, { ...taking, fleet, reports: fresh })
  const ids = joined.map(({ target }) => target.id)
  const estimates = Map.groupBy(await listEstimates(tx, ids), ({ conjunctionId }) => conjunctionId)
  const messages = await readEventMessages(tx, ids)
  const writings: Writing[] = []
  for (const { target, reports } of joined)
    writings.push({
      target,
      messages: messages.get(target.id),
      estimates: estimates.get(target.id) ?? [],
      reports: await markReports(tx, reports),
      own: ownOfTarget(target, fleet),
      reason: 'report',
    })
  await writeEvents(tx, { tenantId, now, changedIn }, writings)
  await insertReports(
    tx,
    tenantId,
    joined.flatMap(({ reports }) => reports),
  )
  return taken
}

type JoinedReports = { readonly target: Target; readonly reports: StoredReport[] }

async function joinReports(
  tx: TenantDb,
  { fleet, reports, now, isSimulated }: Taking & { readonly fleet: Fleet },
): Promise<JoinedReports[]> {
  const numbers = reports.flatMap(({ objects }) => objects.map(({ designator }) => Number(designator)))
  const sets = await newestSets(tx, [...new Set(numbers)])
  const pairs = new Map(reports.map((one) => [JSON.stringify(pairOf(one)), pairOf(one)]))
  const joined = (await listPairEvents(tx, [...pairs.values()])).map(
    (row): JoinedReports => ({ target: toTarget(row), reports: [] }),
  )
  for (const report of reports.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const { low, high } = pairOf(report)
    const periods = report.objects.flatMap(({ designator }) => {
      const set = sets.get(Number(designator))?.set
      return set === undefined ? [] : [(2 * Math.PI) / set.meanMotionRadPerS]
    })
    const meeting = {
      objects: [low, high] as const,
      isCoOrbiting: undefined,
      tca: report.tca,
      toleranceS: periods.length === 0 ? undefined : groupToleranceS(periods),
    }
    const event = findEvent(
      joined.map(({ target }) => target),
      meeting,
    )
    let into = joined.find(({ target }) => target === event)
    if (into === undefined) {
      into = { target: { id: randomUUID(), ...meeting, row: undefined, messages: [] }, reports: [] }
      joined.push(into)
    }
    into.reports.push({
      ...report,
      id: randomUUID(),
      conjunctionId: into.target.id,
      receivedAt: now.getTime(),
      isSimulated,
      objects: namedObjects(report, { fleet, sets }),
    })
  }
  return joined.filter((one) => one.reports.length > 0)
}

function pairOf({ objects: [first, second] }: NewReport): Pair {
  const [low = '', high = ''] = [first.designator, second.designator].sort()
  return { low, high }
}

type NameSources = { readonly fleet: Fleet; readonly sets: Awaited<ReturnType<typeof newestSets>> }

/** Returns the objects with the names of the fleet or the catalogue, the satellite of the organisation first. */
function namedObjects({ objects }: NewReport, { fleet, sets }: NameSources): ReportedApproach['objects'] {
  const [first, second] = objects
  const named = (object: ReportedObject): ReportedObject => {
    const own = fleet.byNumber.get(object.designator)?.name
    const name = own ?? sets.get(Number(object.designator))?.set.objectName
    return { ...object, name: name === undefined || name === '' ? object.name : name }
  }
  const isOwn = ({ designator }: ReportedObject) => fleet.byNumber.has(designator)
  const isTurned = isOwn(second) && (!isOwn(first) || Number(second.designator) < Number(first.designator))
  return isTurned ? [named(second), named(first)] : [named(first), named(second)]
}
