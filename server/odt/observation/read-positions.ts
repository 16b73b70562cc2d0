import type { PositionObservation } from '@apsis/astro/measurement/observation.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { oemPositions } from '@apsis/ccsds/ephemeris/oem-positions.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { readBareOem } from '@apsis/ccsds/oem/bare-oem.ts'
import type { Oem, OemSegment } from '@apsis/ccsds/oem/oem.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import { ApiError } from '../../platform/api-error.ts'
import { refuseReading } from './refuse-reading.ts'

/** Positions are fitted without drag; over more than this time, s, drag in a low orbit exceeds the errors of receivers. */
const MOST_ARC_S = 3 * 3600
/** Positions nearer in time than this add no information about an orbit, s. */
const LEAST_STEP_S = 15

/** Positions of one satellite, ready for comparison. */
export type PositionTrack = {
  readonly origin: Epoch
  readonly end: Epoch
  readonly observations: readonly PositionObservation[]
  /** The number of positions in the segment, used or not. */
  readonly inMessage: number
  /** True: their covariance is from the user, not from the segment (oemPositions). */
  readonly isStated: boolean
}

export const isOem = (text: string): boolean => detect(text).kind === 'OEM'

/** Reads an OEM, whose states may lack their velocities. Throws 422 if it cannot be read. */
export function readOemText(text: string): Oem {
  const reading = readBareOem(text)
  if (!reading.ok) throw refuseReading(reading.errors, 'OEM')
  return reading.message
}

/**
 * Returns the positions of a segment that a correction uses: the last three hours, at most every 15 s. Null if the segment has no covariance and
 * the user gave no accuracy. Throws 422 for a frame or time system that cannot be converted.
 */
export function readPositions(segment: OemSegment, sigmaM: number | null): PositionTrack | null {
  try {
    const all = oemPositions(segment, {
      sensorId: POSITION_SENSOR,
      lastS: MOST_ARC_S,
      ...(sigmaM === null ? {} : { sigmaM }),
    })
    const last = all?.observations.at(-1)
    if (all === null || last === undefined) return null
    const observations: PositionObservation[] = []
    // The selection starts at the end, so that the newest position is used.
    for (const one of all.observations.toReversed()) {
      const before = observations.at(-1)
      if (before === undefined || secondsBetween(one.epoch, before.epoch) >= LEAST_STEP_S) observations.push(one)
    }
    observations.reverse()
    const [first = last] = observations
    return {
      origin: first.epoch,
      end: last.epoch,
      observations,
      inMessage: segment.states.length,
      isStated: all.isStated,
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('unprocessable', error.message)
    throw error
  }
}
