import { CARA_TOLERANCE_S, groupToleranceS } from '@apsis/astro/conjunction/group-updates.ts'
import { blackoutReasons } from '@apsis/contract/ca/plan/blackout.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import {
  PATH_CASES,
  type PathCase,
  type PathEncounter,
  type PathScreening,
} from '@apsis/contract/ca/plan/path-screening.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { RAISED, verdictFields, WARN_SHARE } from './message-verdict.ts'
import type { MessageScreening } from './screen-task.ts'

/** A close approach of one of the paths, as the screening stored it. */
export type FoundApproach = {
  readonly case: PathCase
  readonly objectId: string
  readonly object: string
  readonly tca: Date
  readonly missM: number
  readonly probability: number | null
  readonly maximumProbability: number
  readonly reason: string
  /** The period of the object by its newest element set, s; null if it is not in the catalogue. */
  readonly objectPeriodS: number | null
}

/** An open event with a message: its object, its closest approach, and the largest difference of its TCAs, s; null: CARA's value. */
export type KnownEvent = { readonly objectId: string; readonly tca: Date; readonly toleranceS: number | null }

/** An announced burn of an object that is not in the orbit that a path was compared with. */
export type AnnouncedBurn = { readonly objectId: string; readonly by: string; readonly at: Date }

/** The most encounters that a person reads; the worst are listed first. */
const SHOWN = 50
const NONE = { nominal: null, hot: null, cold: null, missed: null }

/**
 * Groups the approaches of all paths to one object at about one time into one encounter. A burn moves a TCA by seconds, and the same two
 * objects meet again half a revolution later. Outside LEO a TCA may move further (flight rule F6). The shorter of both periods decides, as
 * for messages: an object on an eccentric orbit whose perigee is near the path of a low object meets it twice within a quarter of an hour.
 */
export function encountersOf(
  found: readonly FoundApproach[],
  events: readonly KnownEvent[],
  satellitePeriodS: number,
): PathEncounter[] {
  const isWithin = (one: Date, other: Date, mostS: number) => Math.abs(one.getTime() - other.getTime()) <= mostS * 1_000
  const encounters: { encounter: PathEncounter; tca: Date }[] = []
  for (const { case: which, objectId, object, tca, objectPeriodS, ...rest } of found.toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  )) {
    const toleranceS = groupToleranceS([satellitePeriodS, objectPeriodS ?? Number.POSITIVE_INFINITY])
    const known = encounters.find((one) => one.encounter.objectId === objectId && isWithin(one.tca, tca, toleranceS))
    const { missM, probability, maximumProbability, reason } = rest
    const approach = { tca: tca.toISOString(), missM, probability, maximumProbability, reason }
    if (known === undefined) {
      const isOfMessage = events.some(
        (event) => event.objectId === objectId && isWithin(event.tca, tca, event.toleranceS ?? CARA_TOLERANCE_S),
      )
      encounters.push({ encounter: { objectId, object, isOfMessage, ...NONE, [which]: approach }, tca })
    } else if (isGraver(approach, known.encounter[which])) known.encounter[which] = approach
  }
  return encounters.map(({ encounter }) => encounter).toSorted((a, b) => gravityOf(b) - gravityOf(a))
}

const rankOf = (found: FoundApproach) => PATH_CASES.indexOf(found.case)
const worthOf = (one: PathEncounter['nominal']) => (one === null ? -1 : (one.probability ?? one.maximumProbability))
const isGraver = (one: PathEncounter['nominal'], other: PathEncounter['nominal']) => worthOf(one) > worthOf(other)
const gravityOf = (one: PathEncounter) => Math.max(...PATH_CASES.map((which) => worthOf(one[which])))

/** Returns how an encounter affects the verdict on the burn (flight rule F12); null if it does not affect it. */
export function gravityFor(one: PathEncounter, accepted: number): 'FAIL' | 'WARN' | 'OPEN' | null {
  const { nominal, hot, cold, missed, isOfMessage } = one
  if (isOfMessage) return null
  const value = nominal?.probability ?? 0
  if (value >= accepted) return 'FAIL'
  const isRaised = missed === null || (missed.probability !== null && value > RAISED * missed.probability)
  if (value >= WARN_SHARE * accepted && isRaised) return 'WARN'
  if ((hot?.probability ?? 0) >= accepted || (cold?.probability ?? 0) >= accepted) return 'WARN'
  // If the probability is unknown, its largest possible value has to be small enough, even for a burn that is 3σ too
  // strong or too weak.
  const isOpen = [nominal, hot, cold].some(
    (approach) => approach?.probability === null && approach.maximumProbability >= accepted,
  )
  return isOpen ? 'OPEN' : null
}

const show = (approach: PathEncounter['nominal']) => (approach === null ? 'none' : (approach.probability ?? 'unknown'))

/** Returns announced burns before an encounter of the new path, of objects that messages do not judge: their position is unknown (F10). */
function announcedBefore(
  { isOfMessage, objectId, nominal, hot, cold }: PathEncounter,
  burns: readonly AnnouncedBurn[],
) {
  const times = [nominal, hot, cold].flatMap((one) => (one === null ? [] : [Date.parse(one.tca)]))
  if (isOfMessage || times.length === 0) return []
  return burns.filter((one) => one.objectId === objectId && one.at.getTime() < Math.max(...times))
}

/** Returns the encounters of a path as a result, with a reason for each that counts. */
export function resultOf(
  encounters: readonly PathEncounter[],
  accepted: number,
  burns: readonly AnnouncedBurn[] = [],
): Pick<PathScreening, 'result' | 'reasons' | 'causes' | 'encounters' | 'encounterCount'> {
  const judged = encounters.map((one) => {
    const [met, announced] = [gravityFor(one, accepted), announcedBefore(one, burns)]
    return { one, met, announced, gravity: met ?? (announced.length > 0 ? 'OPEN' : null) }
  })
  // A burn belongs to all encounters after it, and is reported with the worst.
  const told = new Set<AnnouncedBurn>()
  const causes = judged.flatMap(({ one, met, announced }): ScreeningReason[] => {
    const fresh = announced.filter((burn) => !told.has(burn))
    for (const burn of fresh) told.add(burn)
    const { object, objectId, nominal, hot, cold, missed } = one
    const named = { object: object || objectId, tcaAt: (nominal ?? hot ?? cold ?? missed)?.tca ?? '' }
    const values = { nominal: show(nominal), hot: show(hot), cold: show(cold), missed: show(missed) }
    return [
      ...(met === null ? [] : [{ code: 'path-meets' as const, values: { ...named, ...values } }]),
      ...fresh.map(({ by, at }) => ({
        code: 'path-announced-burn' as const,
        values: { ...named, why: by, fromAt: at.toISOString() },
      })),
    ]
  })
  const has = (which: 'FAIL' | 'WARN' | 'OPEN') => judged.some(({ gravity }) => gravity === which)
  const result = has('FAIL') ? 'FAIL' : has('WARN') || has('OPEN') ? 'WARN' : 'CLEAR'
  // Encounters that count are shown first, even if worse events are judged by messages.
  const shown = judged.toSorted((a, b) => Number(b.gravity !== null) - Number(a.gravity !== null)).slice(0, SHOWN)
  return {
    result,
    ...verdictFields(causes.slice(0, SHOWN)),
    encounters: shown.map(({ one }) => one),
    encounterCount: encounters.length,
  }
}

const ORDER = ['FAIL', 'NOT_ASSESSED', 'WARN', 'PASS'] as const

/** True if there is nothing to compare with, as for an organisation with one satellite: this does not speak against the burn. */
export const isNothingThere = ({ result, reasons }: PathScreening) => result === 'NOT_SCREENED' && reasons.length === 0

/**
 * Returns the verdict of messages, blackouts and paths. A path without anything to compare with does not change the verdict; its own result
 * stays NOT_SCREENED.
 */
export function together(
  screened: MessageScreening,
  paths: readonly PathScreening[],
): Omit<PlanScreening, 'at' | 'nextBest'> {
  const { ofMessages, blackouts } = screened
  const ofBlackouts = blackouts === undefined ? [] : blackoutReasons(blackouts)
  const of = {
    FAIL: 'FAIL',
    WARN: 'WARN',
    WAITING: 'NOT_ASSESSED',
    CLEAR: 'PASS',
    NOT_SCREENED: 'NOT_ASSESSED',
  } as const
  const shut = ofBlackouts.map(({ code }) => (code === 'in-blackout' ? of.FAIL : of.WARN))
  const verdicts = [
    ofMessages.verdict,
    ...shut,
    ...paths.map((path) => (isNothingThere(path) ? 'PASS' : of[path.result])),
  ]
  const verdict = ORDER.find((one) => verdicts.includes(one)) ?? 'NOT_ASSESSED'
  const told = [verdictFields(ofBlackouts), ...paths.filter((path) => !isNothingThere(path)).map(reasonsOfPath)]
  return {
    ...screened,
    verdict,
    reasons: [...ofMessages.reasons, ...told.flatMap(({ reasons }) => reasons)],
    paths: [...paths],
    causes: [...ofMessages.causes, ...told.flatMap(({ causes }) => causes)],
  }
}

type PathReasons = Pick<PathScreening, 'reasons' | 'causes'>

/** Returns the reasons of a path about the burn, each with the name of the path. */
function reasonsOfPath({ type: path, result, ...own }: PathScreening): PathReasons {
  if (result === 'WAITING') return verdictFields([{ code: 'path-under-way', values: { path } }])
  if (result === 'CLEAR') return verdictFields([])
  const causes = own.causes.map(({ code, values }): ScreeningReason => ({ code, values: { ...values, path } }))
  return { reasons: own.reasons.map((one) => `${path}: ${one}`), causes }
}
