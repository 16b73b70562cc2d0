import { makeInterpolator } from '../ephemeris/interpolator.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { StateOrReason } from './screened-object.ts'
import type { Flight, ScreeningObject } from './screening-object.ts'

type Motion = (seconds: number) => StateOrReason

/**
 * The states of an object of a screening that begins at `start`, by seconds after it, in TEME of date: what SGP4 says
 * of its elements, or its ephemeris interpolated as its message asks for. Prepared here once and quick afterwards.
 * Outside fromS to untilS there is none, 'not-yet-flying' or 'no-longer-flying', else the reason of SGP4 or of the
 * ephemeris. Throws RangeError for an ephemeris in another frame.
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
 * How old the element set of an object is `seconds` after the start of the screening, s; negative before its epoch, and
 * undefined of an ephemeris, which has no such age. Of a candidate manoeuvre, ask the flight of its primary: its own
 * elements begin at the burn.
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
