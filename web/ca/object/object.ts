import { DAY_MS } from '@apsis/astro/constants.ts'
import { formatCatalogueNumber } from '@apsis/astro/sgp4/catalogue-number.ts'
import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { FIRST_SIX_DIGITS } from '@apsis/contract/tle/catalogue.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import type { CatalogueObject } from '@apsis/contract/tle/object.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { LEVELS, type Level } from '../../ui/status/status-symbol.tsx'
import type { EventRow } from '../event/event-row.ts'
import type { objectWords } from './words.data.ts'

type Say = typeof objectWords

/** A set older than this has the level caution (design/README.md, Space). */
export const OLD_SET_MS = 3 * DAY_MS

/** Returns the number as text; for six digits also the form in two-line element sets: `100214 (A0214 in two lines)`. */
export function numberText(noradId: number, say: Say): string {
  const number = String(noradId)
  if (noradId < FIRST_SIX_DIGITS) return number
  try {
    return say('numberInLines', { number, lines: formatCatalogueNumber(noradId) })
  } catch (error) {
    if (error instanceof RangeError) return say('numberNotInLines', { number })
    throw error
  }
}

/** The events of an object: the future ones by urgency, and all events in the order of the table. */
export type ObjectEvents = { readonly ahead: readonly EventRow[]; readonly shown: readonly EventRow[] }

/** Returns the future events by urgency, and the rows of the table: future events by TCA, then past events, the latest first. */
export function orderedEvents(rows: readonly EventRow[], nowMs: number): ObjectEvents {
  const ahead = rows.filter(({ tcaMs }) => tcaMs > nowMs)
  const past = rows.filter(({ tcaMs }) => tcaMs <= nowMs)
  return {
    ahead: ahead.toSorted(byUrgency),
    shown: [...ahead.toSorted((a, b) => a.tcaMs - b.tcaMs), ...past.toSorted((a, b) => b.tcaMs - a.tcaMs)],
  }
}

type LeadFacts = {
  readonly noradId: number
  /** The object; null if the catalogue does not have the number. */
  readonly object: CatalogueObject | null
  readonly own: Pick<Satellite, 'name'> | undefined
  /** The future events, by urgency; undefined if they are not known. */
  readonly ahead: readonly EventRow[] | undefined
  readonly nowMs: number
}

export type Lead = { readonly level: Level; readonly what: string; readonly rest: string }

/** Returns the first sentences of the page: the kind of object, the age of its set, and the next event. */
export function leadOfObject(facts: LeadFacts, say: Say): Lead {
  const { object, own, noradId, ahead, nowMs } = facts
  const [next] = ahead ?? []
  const approach =
    next === undefined
      ? ahead === undefined
        ? ''
        : say('noEventAhead')
      : say('eventAhead', {
          level: meaningOf('risk', next.risk).word,
          satellite: next.satellite,
          other: next.secondary,
          miss: formatMiss(next.missM),
          until: formatUntil(next.tcaMs - nowMs),
        })
  const eventLevel = next === undefined ? undefined : meaningOf('risk', next.risk).level
  if (object === null) {
    const what = own === undefined ? say('notKnown', { number: noradId }) : say('notKnownOwn', { name: own.name })
    return { level: worseOf('caution', eventLevel), what, rest: approach }
  }
  const { standing } = object
  const isListed = standing === 'LISTED'
  return {
    level: isListed ? (eventLevel ?? 'inactive') : worseOf('caution', eventLevel),
    what: say(own === undefined ? `lead_${standing}` : `leadOwn_${isListed ? 'LISTED' : 'OTHER'}`, {
      name: own?.name ?? object.name ?? String(noradId),
      kind: say(`a_${object.kind}`),
    }),
    rest: [setAge(object, nowMs, say), approach].filter(Boolean).join(' '),
  }
}

const worseOf = (one: Level, other: Level | undefined): Level =>
  other !== undefined && LEVELS.indexOf(other) > LEVELS.indexOf(one) ? other : one

function setAge({ set }: CatalogueObject, nowMs: number, say: Say): string {
  if (set === null) return ''
  const ageMs = nowMs - Date.parse(set.epoch)
  return ageMs < 0
    ? say('setAhead', { time: formatMinute(Date.parse(set.epoch)) })
    : say('setAge', { age: formatAge(ageMs) })
}

/** A set of the history, and the change of the semi-major axis since the previous set, m. */
export type HistoryRow = { readonly set: HistoricSet; readonly changeM: number | undefined }

/** Returns the sets newest first, each with the change of the semi-major axis since the previous set. */
export function historyRows(sets: readonly HistoricSet[]): readonly HistoryRow[] {
  return sets
    .map((set, place) => {
      const before = sets[place - 1]?.semiMajorAxisM
      const changeM = before == null || set.semiMajorAxisM === null ? undefined : set.semiMajorAxisM - before
      return { set, changeM }
    })
    .toReversed()
}

/** Returns the accuracy as text: `σ 0.1 km radially, 0.8 km along, 0.2 km across the track`; undefined if it is not stated. */
export function accuracyText({ accuracy }: Pick<CatalogueObject, 'accuracy'>, say: Say): string | undefined {
  if (accuracy === null) return undefined
  const km = (metres: number) => formatNumber(metres / 1_000, { decimals: 1 })
  const { radialM, alongTrackM, crossTrackM } = accuracy
  return say('sigmas', { along: km(alongTrackM), radial: km(radialM), across: km(crossTrackM) })
}
