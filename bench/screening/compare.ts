import type { Encounter, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'

/** Slower pairs have flat minima: they must agree to a second and ten metres, all others to a millisecond and a metre. */
const SLOW_MPS = 50
const BOUNDS = { fast: { seconds: 1e-3, missM: 1 }, slow: { seconds: 1, missM: 10 } }
/** An encounter nearer than this, m, to the threshold may be on either side of it. */
const WALL_M = 1

export type Events = Pick<ScreeningResult, 'encounters' | 'notScreened'>

export interface Comparison {
  readonly matched: number
  /** The true events that were not found, and the found events that are not true. Neither list has events at the threshold. */
  readonly missed: readonly Encounter[]
  readonly extra: readonly Encounter[]
  /** The number of events on one side only that are within a metre of the threshold. */
  readonly onWall: number
  /** True if the same objects were lost. */
  readonly isLostSame: boolean
  /** The largest differences of the matched events. */
  readonly worst: { readonly seconds: number; readonly missM: number }
}

/** Compares found events with true ones, pair by pair and time by time; both screenings have the threshold `thresholdM`. */
export function compareEvents(found: Events, truth: Events, thresholdM: number): Comparison {
  const byPair = Map.groupBy(truth.encounters, keyOf)
  const worst = { seconds: 0, missM: 0 }
  const extra = found.encounters.filter((encounter) => {
    const candidates = byPair.get(keyOf(encounter)) ?? []
    const at = candidates.findIndex((candidate) => isSameEvent(encounter, candidate))
    const [match] = at < 0 ? [] : candidates.splice(at, 1)
    if (match === undefined) return true
    worst.seconds = Math.max(worst.seconds, Math.abs(match.seconds - encounter.seconds))
    worst.missM = Math.max(worst.missM, Math.abs(match.missM - encounter.missM))
    return false
  })
  const missed = [...byPair.values()].flat()
  const isOffWall = ({ missM }: Encounter) => Math.abs(missM - thresholdM) > WALL_M
  const [far, farExtra] = [missed.filter(isOffWall), extra.filter(isOffWall)]
  return {
    matched: found.encounters.length - extra.length,
    missed: far,
    extra: farExtra,
    onWall: missed.length + extra.length - far.length - farExtra.length,
    isLostSame: lostPlaces(found) === lostPlaces(truth),
    worst,
  }
}

/** True if nothing is missed, nothing is extra, and the same objects were lost. */
export function isSame({ missed, extra, isLostSame }: Comparison): boolean {
  return missed.length === 0 && extra.length === 0 && isLostSame
}

/** True if two results are the same to the last bit, as those of two threads and of one thread must be. */
export function isIdentical(one: Events, other: Events): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns a comparison in one line of text. */
export function describeComparison({ matched, missed, extra, onWall, isLostSame, worst }: Comparison): string {
  const total = matched + missed.length
  const share = total === 0 ? 100 : (100 * matched) / total
  // The share is rounded down, because one missed event of many would otherwise read as 100 %.
  const percent = (Math.floor(100 * share) / 100).toFixed(2)
  const wall = onWall === 0 ? '' : `, ${onWall} within ${WALL_M} m of the threshold on one side only`
  const lost = isLostSame ? '' : ', NOT the same objects lost'
  return (
    `${percent} % found (${matched} of ${total}), ${extra.length} extra${wall}${lost}, ` +
    `ΔTCA ≤ ${worst.seconds.toExponential(1)} s, Δmiss ≤ ${worst.missM.toExponential(1)} m`
  )
}

function keyOf({ first, second, kind }: Encounter): string {
  return `${first} ${second} ${kind}`
}

function isSameEvent(a: Encounter, b: Encounter): boolean {
  const bounds = a.relativeSpeedMps < SLOW_MPS ? BOUNDS.slow : BOUNDS.fast
  return Math.abs(a.seconds - b.seconds) <= bounds.seconds && Math.abs(a.missM - b.missM) <= bounds.missM
}

function lostPlaces({ notScreened }: Events): string {
  return notScreened
    .map(({ place }) => place)
    .sort((a, b) => a - b)
    .join()
}
