import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { dutyOf, isDecided } from '@apsis/contract/ca/event/duty.ts'
import { MESSAGE_OLD_MS, MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'
import { now, useNow } from '../../clock/clock.ts'
import { useSession } from '../../session/session.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** The maximum number of events: the bar counts the events of one level and names the next, and does not need more. */
const MOST_EVENTS = 1_000

/** Reads the high and critical events that are still in the future. When the stream announces changed conjunctions, both are read again. */
const alarmQuery = queryOptions({
  queryKey: ['conjunction', 'alarm'],
  meta: { silent: 'bar-events' },
  queryFn: ({ signal }) => {
    const query = { 'risk-level': 'HIGH,CRITICAL', 'tca-after': new Date(now()).toISOString(), limit: MOST_EVENTS }
    return callAll(listConjunctions, { query }, signal)
  },
})

const newestQuery = queryOptions({
  queryKey: ['conjunction', 'newest'],
  meta: { silent: 'bar-newest-message' },
  queryFn: async ({ signal }) => (await call(listCdms, { query: { limit: 1 } }, signal))[0] ?? null,
})

/** The facts about conjunctions that the frame around every screen shows. */
export type Alarm = {
  /** The event that needs action next, or else the next critical one, decided or not; it is always visible. */
  readonly next: Conjunction | undefined
  /** The events that are critical or need action, and that nobody has acknowledged, the most urgent first. */
  readonly unseen: readonly Conjunction[]
  readonly level: Level
  /** The number of events of `level`; undefined while nothing is monitored, which is not the same as zero. */
  readonly count: number | undefined
  readonly feed: Level
  /** The time at which the newest message was created; undefined before the first message. */
  readonly newestMs: number | undefined
}

/** Returns the alarm; undefined for a user without access to conjunctions. */
export function useAlarm(): Alarm | undefined {
  const session = useSession()
  const enabled = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  const { data } = useQuery({ ...alarmQuery, enabled })
  const { data: newest } = useQuery({ ...newestQuery, enabled })
  const nowMs = useNow('minute')
  return enabled ? alarmOf(data, newest ? Date.parse(newest.creationDate) : undefined, nowMs) : undefined
}

/** Returns the worst level and the state of the feed, as far as known; an unknown state is never green. */
export function alarmOf(above: readonly Conjunction[] | undefined, newestMs: number | undefined, nowMs: number): Alarm {
  // A mitigated event needs no action: it is not counted, and has no countdown.
  const ahead = (above ?? []).filter(
    ({ state, conjunctionData }) => state !== 'MITIGATED' && Date.parse(conjunctionData.tca) >= nowMs,
  )
  const critical = ahead.filter(({ conjunctionData }) => conjunctionData.riskLevel === 'CRITICAL')
  // The level may be limited because of dilution while the event still needs action.
  const pressing = ahead.filter((one) => one.action === 'ACT' || critical.includes(one))
  const [next] = pressing.toSorted(byDuty)
  const unseen = pressing.filter(({ decision }) => isUnseen(decision)).toSorted(byUrgency)
  const feed = feedOf(newestMs, nowMs)
  // Without messages it is unknown whether all is well, but events from our own screenings still count.
  if (!above || (newestMs === undefined && ahead.length === 0))
    return { next, unseen, level: 'inactive', count: undefined, feed, newestMs }
  const level = critical.length > 0 ? 'critical' : ahead.length > 0 ? 'serious' : 'ok'
  return { next, unseen, level, count: critical.length || ahead.length, feed, newestMs }
}

/** Orders events: undecided events first, then events that need action, then the nearest events. */
function byDuty(a: Conjunction, b: Conjunction): number {
  return (
    Number(isDecided(a)) - Number(isDecided(b)) ||
    dutyOf(a) - dutyOf(b) ||
    compareText(a.conjunctionData.tca, b.conjunctionData.tca)
  )
}

/** All times of the API have the same format, so their texts have the same order as the times. */
function byUrgency(a: Conjunction, b: Conjunction): number {
  return (
    dutyOf(a) - dutyOf(b) ||
    compareText(a.decideBefore, b.decideBefore) ||
    compareText(a.conjunctionData.tca, b.conjunctionData.tca)
  )
}

function feedOf(newestMs: number | undefined, nowMs: number): Level {
  if (newestMs === undefined) return 'inactive'
  const ageMs = nowMs - newestMs
  return ageMs > MESSAGE_VERY_OLD_MS ? 'serious' : ageMs > MESSAGE_OLD_MS ? 'caution' : 'ok'
}
