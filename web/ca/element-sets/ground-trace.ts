import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'

export const SPANS = ['revolution', 'day'] as const
export type Span = (typeof SPANS)[number]

/** The point on the ground below the object at a time. */
export type Foot = {
  readonly at: string
  readonly latitudeDeg: number
  readonly longitudeDeg: number
  readonly heightKm: number
}

/** A low orbit moves by four degrees in a minute, so its line is smooth with this number of steps per revolution. */
const STEPS_PER_REVOLUTION = 120

/**
 * Returns the ground trace of an element set from its epoch, over a revolution or a day: SGP4, transformed to ITRF, and the foot of the
 * vertical on the WGS 84 ellipsoid. It ends when SGP4 no longer has a state, and is empty if SGP4 has no state at all.
 */
export function groundTrace(noradId: number, set: HistoricSet, span: Span): readonly Foot[] {
  const model = modelOf(noradId, set)
  if (model === undefined) return []
  const periodS = SECONDS_PER_DAY / set.meanMotionRevPerDay
  const lengthS = span === 'day' ? SECONDS_PER_DAY : periodS
  // A day is one revolution of a geostationary object and sixteen of a low one.
  const steps = Math.ceil((lengthS / periodS) * STEPS_PER_REVOLUTION)
  const feet: Foot[] = []
  for (let step = 0; step <= steps; step += 1) {
    const epoch = addSeconds(model.epoch, (step / steps) * lengthS)
    const state = propagateSgp4(model, epoch)
    if (!state.ok) break
    const { latRad, lonRad, heightM } = toGeodetic(
      transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'ITRF').r,
    )
    feet.push({
      at: formatTime(epoch, { digits: 0, zulu: true }),
      latitudeDeg: radToDeg(latRad),
      longitudeDeg: radToDeg(lonRad),
      heightKm: heightM / 1_000,
    })
  }
  return feet
}

function modelOf(noradId: number, set: HistoricSet) {
  const { meanMotionRevPerDay, eccentricity, inclinationDeg, raanDeg, argPeriapsisDeg, meanAnomalyDeg, bstar } = set
  const elements = {
    meanMotionRevPerDay,
    eccentricity,
    inclinationDeg,
    raanDeg,
    argPeriapsisDeg,
    meanAnomalyDeg,
    bstar,
  }
  try {
    return initSgp4(fromPublished({ ...UNSAID, noradId, epoch: parseTime(set.epoch), ...elements }))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns the trace in parts that do not cross the edge of the map; each ends with the first point beyond the edge. */
export function partsOfTrace(feet: readonly Foot[]): readonly (readonly Foot[])[] {
  const parts: Foot[][] = []
  for (const foot of feet) {
    const last = parts.at(-1)?.at(-1)
    const isOver = last !== undefined && Math.abs(foot.longitudeDeg - last.longitudeDeg) > 180
    if (isOver) parts.at(-1)?.push({ ...foot, longitudeDeg: foot.longitudeDeg + (foot.longitudeDeg < 0 ? 360 : -360) })
    if (last === undefined) parts.push([foot])
    else if (isOver)
      parts.push([{ ...last, longitudeDeg: last.longitudeDeg + (last.longitudeDeg < 0 ? 360 : -360) }, foot])
    else parts.at(-1)?.push(foot)
  }
  return parts
}
