import { DAY_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'

export type Rota = Pick<DutyPlan, 'timeZone' | 'turnsFrom' | 'handoverTime' | 'chain' | 'overrides' | 'absences'>

const WEEK_DAYS = 7
/** The maximum number of later changes of the holder that are searched. */
const MOST_CHANGES = 10

/** A time and its week of the rota. The week is computed once and used for all steps, because reading the clocks of a zone is slow. */
type Moment = { readonly at: number; readonly week: number }

const momentOf = (rota: Rota, at: number): Moment => ({ at, week: weekAt(rota, at) })

/** Returns the holder of a step at a time; undefined if nobody has it. */
export const holderAt = (rota: Rota, step: number, at: number): string | undefined =>
  holderIn(rota, step, momentOf(rota, at))

function holderIn(rota: Rota, step: number, { at, week }: Moment): string | undefined {
  const covers = ({ from, until }: { readonly from: string; readonly until: string }) =>
    Date.parse(from) <= at && at < Date.parse(until)
  const override = rota.overrides.findLast((one) => one.step === step && covers(one))
  if (override !== undefined) return override.person
  const people = rota.chain[step - 1]?.people ?? []
  if (week < 0) return undefined
  const isAway = (person: string) => rota.absences.some((one) => one.person === person && covers(one))
  return people.map((_, more) => people[(week + more) % people.length] ?? '').find((person) => !isAway(person))
}

/** Returns the time at which another person, or nobody, has the step; undefined if that is not among the next ten changes. */
function changeIn(rota: Rota, step: number, [first, ...later]: Moments): number | undefined {
  const holder = holderIn(rota, step, first)
  return later.find((moment) => holderIn(rota, step, moment) !== holder)?.at
}

/**
 * Returns the holder of each step at a time, as the plan shows them; null if nobody has the step, or if the name of the holder is not
 * known.
 */
export function holdersAt(rota: Rota, at: number, nameOf: (person: string) => string | undefined): DutyPlan['now'] {
  const moments = momentsFrom(rota, at)
  return rota.chain.map((_, place) => {
    const person = holderIn(rota, place + 1, moments[0])
    const until = changeIn(rota, place + 1, moments)
    return {
      step: place + 1,
      person: person === undefined ? null : (nameOf(person) ?? null),
      until: until === undefined ? null : new Date(until).toISOString(),
    }
  })
}

export type RotaGap = {
  /** The number of the step in the chain, from 1. */
  readonly step: number
  readonly from: number
  readonly until: number | undefined
  /** The holder when the gap begins, who cannot be called; undefined if nobody has the step. */
  readonly holder: string | undefined
}

/** Returns the periods within a span in which the holder of a step cannot be called, one for each holder, earliest first. */
export function gapsWithin(
  rota: Rota,
  span: { readonly from: number; readonly to: number },
  canBeCalled: (person: string) => boolean,
): RotaGap[] {
  const moments = momentsFrom(rota, span.from)
  const gaps = rota.chain.flatMap((_, place) => {
    const step = place + 1
    const ofStep: RotaGap[] = []
    let open: Pick<RotaGap, 'from' | 'holder'> | undefined
    for (const moment of moments) {
      const holder = holderIn(rota, step, moment)
      const isGap = holder === undefined || !canBeCalled(holder)
      // If the next holder cannot be reached either, a new gap begins, with that person's name.
      if (isGap && open !== undefined && open.holder === holder) continue
      if (open !== undefined) ofStep.push({ step, from: open.from, until: moment.at, holder: open.holder })
      open = isGap && moment.at < span.to ? { from: moment.at, holder } : undefined
    }
    if (open !== undefined) ofStep.push({ step, from: open.from, until: undefined, holder: open.holder })
    return ofStep
  })
  return gaps.sort((a, b) => a.from - b.from || a.step - b.step)
}

type Moments = readonly [Moment, ...Moment[]]

/** Returns a time, and all later times at which a holder can change. */
const momentsFrom = (rota: Rota, at: number): Moments => [
  momentOf(rota, at),
  ...changesAfter(rota, at).map((change) => momentOf(rota, change)),
]

/** Returns all times at which a holder can change: hand-overs, and both ends of exceptions. */
function changesAfter(rota: Rota, at: number): number[] {
  const week = Math.max(weekAt(rota, at), -1)
  const handovers = Array.from({ length: MOST_CHANGES }, (_, more) => handoverAt(rota, week + 1 + more))
  const ends = [...rota.overrides, ...rota.absences].flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)])
  return [...handovers, ...ends].filter((one) => one > at).sort((a, b) => a - b)
}

/** Returns the number of weeks since the first turn began; it is negative before that. */
function weekAt(rota: Rota, at: number): number {
  const week = Math.floor((at - handoverAt(rota, 0)) / (WEEK_DAYS * DAY_MS))
  // A change of the clocks moves a hand-over by an hour, so that counting days may give the week before or after.
  if (at >= handoverAt(rota, week + 1)) return week + 1
  return at < handoverAt(rota, week) ? week - 1 : week
}

/** Returns the beginning of a week of the rota: the same local time every seven days, also across a change of the clocks. */
function handoverAt({ timeZone, turnsFrom, handoverTime }: Rota, week: number): number {
  const local = Date.parse(`${turnsFrom}T${handoverTime}:00Z`) + week * WEEK_DAYS * DAY_MS
  return localToUtc(timeZone, local)
}

/**
 * Returns the instant at which the clocks of a zone show a local time (given as if it were UTC). If the clocks show the time twice, the first instant
 * is returned; if they skip it, it is interpreted by the clock before the change.
 */
function localToUtc(timeZone: string, local: number): number {
  const offsets = [local - DAY_MS, local + DAY_MS].map((near) => shownAt(timeZone, near) - near)
  const hit = offsets.map((offset) => local - offset).find((at) => shownAt(timeZone, at) === local)
  return hit ?? local - (offsets[0] ?? missing())
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time, to the minute, that the clocks of a zone show at an instant, given as if it were UTC. */
function shownAt(timeZone: string, at: number): number {
  const format = formats.get(timeZone) ?? formatOf(timeZone)
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const digits = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en', { timeZone, ...digits })
}

/** Returns true if this machine knows a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone)
    return true
  } catch {
    return false
  }
}
