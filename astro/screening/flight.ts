import { makeInterpolator } from '../ephemeris/interpolator.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { StateOrReason } from './screened-object.ts'
import type { Flight, ScreeningObject } from './screening-object.ts'

type Motion = (seconds: number) => StateOrReason

/**
 * Returns a function for the states of an object in a screening that starts at `start`, by seconds after it, in TEME of date: from its elements
 * by SGP4, or from its ephemeris with the interpolation of its message. The preparation is done once here. Outside fromS to untilS the reason is
 * 'not-yet-flying' or 'no-longer-flying', otherwise the reason of SGP4 or of the ephemeris. Throws RangeError for an ephemeris in another frame.
 */
export function motionAt({ id, flight, fromS, untilS }: ScreeningObject, start: Epoch): Motion {
  const motion = motionOf(flight, start, id)
  if (fromS === undefined && untilS === undefined) return motion
  const [from, until] = [fromS ?? Number.NEGATIVE_INFINITY, untilS ?? Number.POSITIVE_INFINITY]
  return (seconds) => {
    if (seconds < from) return { ok: false, reason: 'not-yet-flying' }
    if (seconds > until) return { ok: false, reason: 'no-longer-flying' }
    return motion(seconds)
  }
}

/**
 * Returns the age of an object's element set `seconds` after the start of the screening, s; negative before its epoch, and undefined for an
 * ephemeris. For a candidate manoeuvre use the elements of its primary: its own elements start at the burn.
 */
export function ageS(flight: Flight, start: Epoch, seconds: number): number | undefined {
  return flight.kind === 'elements' ? secondsBetween(flight.model.epoch, start) + seconds : undefined
}

function motionOf(flight: Flight, start: Epoch, id: string): Motion {
  if (flight.kind === 'elements') {
    const { model } = flight
    const sinceEpochS = secondsBetween(model.epoch, start)
    return (seconds) => propagateSgp4Minutes(model, (sinceEpochS + seconds) / 60)
  }
  const foreign = flight.ephemeris.segments.find(({ segment }) => segment.frame !== 'TEME')
  if (foreign !== undefined) throw new RangeError(`the ephemeris of ${id} is in ${foreign.segment.frame}, not in TEME`)
  return makeInterpolator(flight.ephemeris, start)
}
