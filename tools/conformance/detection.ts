import {
  BURN_NOISE_MULTIPLE,
  type BurnEvidence,
  detectBurns,
  type FoundBurn,
  jumpsOfMeanMotion,
  SLOW_RAD_PER_S,
} from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { findFiles, nameOf, readTable, readText } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

/** Burns smaller than this are counted separately: an alarm on one counts neither as a success nor as a false alarm. */
const SMALL_MPS = 0.005
const DAY_S = 86_400

interface Alarm {
  readonly to: Epoch
  readonly score: number
}

interface KnownBurn {
  readonly at: Epoch
  readonly isSmall: boolean
  /** The components along the track and across it, m/s; null if the list has none. */
  readonly deltaV: { readonly along: number; readonly across: number } | null
}

interface Satellite {
  readonly name: string
  readonly history: readonly BurnEvidence[]
  readonly burns: readonly KnownBurn[]
  /** A burn counts as found if an alarm follows within this time: 3 days, or 5 days in geosynchronous orbit. */
  readonly withinS: number
}

/** The recall and precision of the alarms that reach a score. */
export interface Point {
  readonly threshold: number
  readonly recall: number
  readonly precision: number
}

/** Reads a satellite of the folder from its list of burns. */
export function readSatellite(burnsFile: string): Satellite {
  const stem = burnsFile.replace(/_burns\.csv$/, '')
  const entries = [...readTles(readText(`${stem}.tle`).split('\n'))]
  const history = entries.flatMap((entry) => (entry.ok ? [entry.elements] : []))
  const epochs = history.map(({ epoch }) => epoch).sort(compareEpochs)
  const [first, last] = [epochs[0], epochs.at(-1)]
  const burns = readTable(burnsFile)
    .map((row): KnownBurn => {
      const at = parseTime(row.text(row.has('burn_mid_utc') ? 'burn_mid_utc' : 'start_utc').replace(/Z$/, ''))
      const parts = ['R', 'T', 'N'].map((axis) => `dv_${axis}_mps`).filter((name) => row.has(name))
      const deltaV = parts.length === 0 ? null : { along: row.number('dv_T_mps'), across: row.number('dv_N_mps') }
      return { at, isSmall: parts.length > 0 && Math.hypot(...row.pick(...parts)) < SMALL_MPS, deltaV }
    })
    .filter(({ at }) => first && last && compareEpochs(at, first) > 0 && compareEpochs(at, last) < 0)
  return { name: nameOf(stem), history, burns, withinS: (isSlow({ history }) ? 5 : 3) * DAY_S }
}

function follows({ to }: Pick<Alarm, 'to'>, { at }: Pick<KnownBurn, 'at'>, withinS: number): boolean {
  const after = secondsBetween(at, to)
  return after > 0 && after <= withinS
}

/** Returns recall and precision at every score that an alarm has, from the highest down. */
export function curveOf({ burns, withinS }: Satellite, alarms: readonly Alarm[]): Point[] {
  const large = burns.filter(({ isSmall }) => !isSmall)
  const judged = alarms
    .map((alarm) => ({
      ...alarm,
      isTrue: large.some((burn) => follows(alarm, burn, withinS)),
      isApart: burns.some((burn) => burn.isSmall && follows(alarm, burn, withinS)),
    }))
    .filter(({ isTrue, isApart }) => isTrue || !isApart)
    .sort((a, b) => b.score - a.score)
  const foundFrom = large.map((burn) =>
    judged.reduce((best, alarm) => (follows(alarm, burn, withinS) ? Math.max(best, alarm.score) : best), 0),
  )
  let right = 0
  return judged.map(({ score, isTrue }, index): Point => {
    if (isTrue) right += 1
    const found = foundFrom.filter((from) => from >= score).length
    return { threshold: score, recall: found / large.length, precision: right / (index + 1) }
  })
}

/** Returns the highest recall at which the precision is at least `precision`. */
export function recallAt(curve: readonly Point[], precision: number): number {
  return curve.reduce((best, point) => (point.precision >= precision ? Math.max(best, point.recall) : best), 0)
}

/**
 * Thresholds whose mean of recall and precision differs so little from the best one count as equally good: it amounts to one or two burns of a
 * satellite.
 */
const AS_GOOD = 0.02

/**
 * Returns a threshold fitted to satellites that are not scored: the middle of the thresholds at which the mean of their recalls and precisions is
 * largest, so that it is not at the edge of these thresholds.
 */
export function fitThreshold(curves: readonly (readonly Point[])[]): number {
  const candidates = Array.from({ length: 57 }, (_, k) => 2 + k / 4)
  const merits = candidates.map(
    (threshold) =>
      curves.reduce((sum, curve) => {
        const at = curve.findLast((point) => point.threshold >= threshold)
        return sum + (at === undefined ? 0 : (at.recall + at.precision) / 2)
      }, 0) / curves.length,
  )
  const best = Math.max(...merits)
  const good = candidates.filter((_, k) => (merits[k] ?? 0) >= best - AS_GOOD)
  return good[Math.floor(good.length / 2)] ?? Number.NaN
}

/** The precision that flight rule F17 demands, and the precisions at which recalls are compared with those of the plain method. */
const LEAST_PRECISION = 0.8
export const PRECISIONS = [0.5, 0.6, 0.7, 0.8, 0.9]

/**
 * The smallest share of the burns found that must lie between their two reported times: if longitudes date a burn in a slow orbit, element sets show
 * it late.
 */
const LEAST_DATED = 0.9

const isSlow = ({ history }: Pick<Satellite, 'history'>) => (history[0]?.meanMotionRadPerS ?? 1) < SLOW_RAD_PER_S

function datedShare({ burns, withinS }: Satellite, alarms: readonly FoundBurn[], threshold: number): number {
  const told = alarms.filter(({ score }) => score >= threshold)
  const found = burns.filter((burn) => told.some((alarm) => follows(alarm, burn, withinS)))
  const within = found.filter(({ at }) =>
    told.some(({ from, to }) => compareEpochs(from, at) <= 0 && compareEpochs(at, to) <= 0),
  )
  return within.length / found.length
}

/** F17: the size of the burns along the track, the share of them that must be found, and the accuracy of their Δv. */
const ALONG_MPS = 0.01
const LEAST_RECALL = 0.9
const [SIZE_SHARE, SIZE_MPS] = [0.2, 0.002]

interface ListedBurn {
  readonly at: Epoch
  readonly along: number
  readonly across: number
}

/**
 * Counts the burns of 10 mm/s or more along the track. Nobody can detect two kinds of them: a burn that no element set follows in time, and burns
 * that undo each other before the next element set. A fit includes a burn only gradually, over several element sets. So alarms of one direction that
 * follow each other within the days of the rule form one stretch, whose Δv is compared with that of the list: along the track, or for alarms across
 * it the root of the sum of both squares. Returns the numbers of the burns, of those that can be detected, of those that are found, of the stretches
 * with such burns, and of the stretches whose Δv is near enough.
 */
function alongTrackOf({ history, burns, withinS }: Satellite, alarms: readonly FoundBurn[]) {
  const epochs = history.map(({ epoch }) => epoch).sort(compareEpochs)
  const all = burns.flatMap(({ at, deltaV }) => (deltaV === null ? [] : [{ at, ...deltaV }]))
  const isAlong = ({ along }: ListedBurn) => Math.abs(along) >= ALONG_MPS
  const large = all.filter(isAlong)
  const gapOf = ({ at }: ListedBurn) => epochs.findIndex((epoch) => compareEpochs(epoch, at) > 0)
  const judged = large.map((burn) => {
    const gap = gapOf(burn)
    const together = all.filter((one) => gapOf(one) === gap)
    const next = epochs[gap]
    const isLate = next === undefined || secondsBetween(burn.at, next) > withinS
    const left = Math.abs(together.reduce((sum, { along }) => sum + along, 0))
    const isFound = alarms.some((alarm) => follows(alarm, burn, withinS))
    const why = isLate
      ? 'no set follows in time'
      : left < ALONG_MPS
        ? `undone before the next set, ${(1000 * left).toFixed(1)} mm/s are left`
        : `not found, with ${Math.abs(burn.across).toFixed(2)} m/s across`
    return { burn, isTellable: isFound || (!isLate && left >= ALONG_MPS), isFound, why }
  })
  const stretches = stretchesOf(alarms, withinS).flatMap((stretch): boolean[] => {
    const [first, last] = [stretch[0], stretch.at(-1)]
    if (first === undefined || last === undefined) return []
    const listed = all.filter(({ at }) => compareEpochs(first.from, at) <= 0 && compareEpochs(at, last.to) <= 0)
    if (!listed.some(isAlong)) return []
    const along = listed.reduce((sum, burn) => sum + burn.along, 0)
    const across = listed.reduce((sum, burn) => sum + Math.abs(burn.across), 0)
    const expected = first.direction === 'cross-track' ? Math.hypot(along, across) : Math.abs(along)
    const found = stretch.reduce((total, one) => total + one.deltaVMps, 0)
    return [Math.abs(found - expected) <= Math.max(SIZE_MPS, SIZE_SHARE * expected)]
  })
  return {
    burns: large.length,
    tellable: judged.filter(({ isTellable }) => isTellable).length,
    found: judged.filter(({ isFound }) => isFound).length,
    stretches: stretches.length,
    sized: stretches.filter(Boolean).length,
    missed: judged
      .filter(({ isFound }) => !isFound)
      .map(({ burn, why }) => `${formatTime(burn.at)} ${burn.along.toFixed(4)} m/s: ${why}`),
  }
}

/** The bands of burn sizes, m/s, for which flight rule F17 and the guide state the share found. */
const BANDS_MPS: readonly (readonly [number, number])[] = [
  [SMALL_MPS, ALONG_MPS],
  [ALONG_MPS, Number.POSITIVE_INFINITY],
]

/**
 * Returns, for each band of sizes, the share of burns found at a threshold, among all burns and among those that an element set follows in time; and
 * the share of right alarms.
 */
function describeBands({ history, burns, withinS }: Satellite, alarms: readonly FoundBurn[]): string {
  const told = alarms.filter(({ score }) => score >= BURN_NOISE_MULTIPLE)
  const sizeOf = ({ deltaV }: KnownBurn) => (deltaV === null ? Number.NaN : Math.hypot(deltaV.along, deltaV.across))
  const bands = BANDS_MPS.flatMap(([from, to]) => {
    const of = burns.filter((burn) => sizeOf(burn) >= from && sizeOf(burn) < to)
    if (of.length === 0) return []
    const isInTime = ({ at }: KnownBurn) => history.some(({ epoch }) => follows({ to: epoch }, { at }, withinS))
    const found = of.filter((burn) => told.some((alarm) => follows(alarm, burn, withinS))).length
    const sizes = `${1000 * from} ${Number.isFinite(to) ? `to ${1000 * to} mm/s` : 'mm/s and more'}`
    return [`${sizes} ${found} of ${of.length} (${of.filter(isInTime).length} with a set in time)`]
  })
  const right = told.filter((alarm) => burns.some((burn) => follows(alarm, burn, withinS))).length
  return [...bands, `right ${right} of ${told.length} alarms`].join('; ')
}

/** Groups alarms of one direction that follow each other within `withinS`. */
function stretchesOf(alarms: readonly FoundBurn[], withinS: number): FoundBurn[][] {
  const stretches: FoundBurn[][] = []
  for (const alarm of alarms) {
    const last = stretches.at(-1)?.at(-1)
    const isNext = last?.direction === alarm.direction && secondsBetween(last.to, alarm.to) <= withinS
    if (isNext) stretches.at(-1)?.push(alarm)
    else stretches.push([alarm])
  }
  return stretches
}

/** The lowest score at which alarms are kept, so that the curve is complete at its lower end. */
export const LOWEST_SCORE = 1.5

function compareDetection(tally: Tally, { files }: Source): void {
  const satellites = findFiles('manoeuvre/avoidance/detection/*_burns.csv').map((name) => {
    const satellite = readSatellite(name)
    const alarms = detectBurns(satellite.history, LOWEST_SCORE)
    const plain = curveOf(satellite, jumpsOfMeanMotion(satellite.history))
    return { name, satellite, alarms, found: curveOf(satellite, alarms), plain }
  })
  for (const { name, satellite, alarms, found, plain } of satellites.filter((one) => files.includes(one.name))) {
    tally.run(satellite.name, (check) => {
      const others = satellites.filter((one) => one.name !== name).map((one) => one.found)
      // If there is no other satellite, the threshold is the command's own.
      const threshold = others.length === 0 ? BURN_NOISE_MULTIPLE : fitThreshold(others)
      const at = found.findLast((point) => point.threshold >= threshold)
      if (at === undefined) throw new RangeError('no alarm')
      check.holds(at.precision >= LEAST_PRECISION, `precision ${at.precision} of at least ${LEAST_PRECISION}`)
      const mean = (curve: readonly Point[]) =>
        PRECISIONS.reduce((sum, precision) => sum + recallAt(curve, precision), 0) / PRECISIONS.length
      check.holds(mean(found) > mean(plain), `recall ${mean(found)} above ${mean(plain)} of jumps of the mean motion`)
      if (isSlow(satellite)) {
        const dated = datedShare(satellite, alarms, threshold)
        check.holds(dated >= LEAST_DATED, `${dated} of the burns that are found lie between the times that are told`)
      } else {
        const told = alarms.filter(({ score }) => score >= threshold)
        const { burns, tellable, found: right, stretches, sized, missed } = alongTrackOf(satellite, told)
        check.holds(right / tellable >= LEAST_RECALL, `${right} of ${tellable} burns of 10 mm/s along the track`)
        check.holds(sized / stretches >= LEAST_RECALL, `${sized} of ${stretches} Δv within 20 % or 2 mm/s`)
        const share = `found ${right} of ${burns} (recall ${(right / burns).toFixed(3)}), of ${tellable} that can be told`
        check.note(`F17, along the track from 10 mm/s: ${share}; Δv right ${sized} of ${stretches}`)
        for (const one of missed) check.note(`missed: ${one}`)
      }
      check.note(`at the threshold of the command: ${describeBands(satellite, alarms)}`)
      const [recall, precision] = [at.recall.toFixed(3), at.precision.toFixed(3)]
      const jump = recallAt(plain, at.precision).toFixed(3)
      check.note(
        `threshold ${threshold} from the others: recall ${recall}, precision ${precision}; ` +
          `jump of mean motion at that precision ${jump}`,
      )
      const recalls = PRECISIONS.map(
        (share) => `${share}: ${recallAt(found, share).toFixed(2)} (${recallAt(plain, share).toFixed(2)})`,
      )
      check.note(`recall at precision, jump of mean motion in brackets: ${recalls.join(', ')}`)
    })
  }
}

export const DETECTION_SETS: readonly ReferenceSet[] = [
  { name: 'manoeuvre/avoidance/detection/*_burns.csv', compare: compareDetection },
]
