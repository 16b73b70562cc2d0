import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { type FleetLine, type FleetRunRow, findFleetNews, listFleetRuns } from './fleet-screening.repository.ts'

/** The job of the scheduled fleet screenings, and the account that orders them. */
export const FLEET_SCREENING = 'ca.fleet-screening'
export const FLEET_SUBJECT = 'schedule'
/** The time between two checks for due screenings. */
export const LOOK_EVERY_S = 60

/** The fleet is screened at least three times a day (CARA's operational system; yardstick A16, B36). */
export const AT_LEAST_EVERY_MS = 8 * HOUR_MS
/** A screening is late this long after its due time: it normally starts within a minute, and takes another minute. */
const LATE_MS = 10 * MINUTE_MS

/** Returns, for each kind of scheduled screening, the last time, the latest next time, and whether it is late. */
export async function fleetScreeningChecks(tx: TenantDb, now: number): Promise<Check[]> {
  const { satellites } = await findFleetNews(tx, new Date(now))
  if (satellites === 0) return []
  const runs = await listFleetRuns(tx)
  return (['CAT', 'CDM'] as const).map((line) =>
    checkOf(
      line,
      runs.find((run) => run.line === line),
      now,
    ),
  )
}

const NAMES = { CAT: 'fleet against catalogue', CDM: 'fleet against messages' } as const

export function checkOf(line: FleetLine, run: FleetRunRow | undefined, now: number): Check {
  const name = NAMES[line]
  if (run === undefined)
    return {
      name,
      level: 'pending',
      message: 'Not screened yet: the first time follows within minutes.',
      finding: { code: 'fleet-pending', values: {} },
      isLate: false,
    }
  const nextMs = run.asked_at.getTime() + AT_LEAST_EVERY_MS
  const lateMs = now - nextMs
  const isLate = lateMs > LATE_MS
  const lastAt = run.ended_at ?? run.asked_at
  const [last, next] = [toMinute(lastAt), toMinute(new Date(nextMs))]
  const asked = { lastAt: lastAt.toISOString(), nextAt: new Date(nextMs).toISOString(), isLate }
  const measured = { value: Math.round((now - lastAt.getTime()) / 1000), unit: 's' }
  const when = isLate ? `Late: it was due ${next}.` : `Next at the latest ${next}.`
  const asOf = { lastAt: asked.lastAt, nextAt: asked.nextAt }
  // Without an event there is no object to compare with: that is not an error.
  if (run.screening_id === null && line === 'CDM')
    return {
      name,
      level: isLate ? 'serious' : 'ok',
      message: `Nothing to compare with, ${last}. ${when}`,
      finding: { code: 'fleet-nothing', values: asOf },
      ...measured,
      ...asked,
    }
  const failed = run.screening_id === null ? run.error : run.state === 'failed' ? 'the screening failed' : null
  const done = failed === null ? `Last ${last}.` : `Tried ${last}: ${failed}`
  const level = isLate ? 'serious' : failed !== null ? 'caution' : 'ok'
  const finding: Finding =
    failed === null
      ? { code: 'fleet-screened', values: asOf }
      : { code: 'fleet-tried', values: { ...asOf, trouble: failed } }
  return { name, level, message: `${done} ${when}`, finding, ...measured, ...asked }
}

const toMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} Z`
