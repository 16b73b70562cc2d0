import { type Epoch, secondsBetween } from '../time/epoch.ts'
import { haveAccelerations, type StateColumns, sliceStates } from './columns.ts'
import type { Ephemeris, PreparedSegment } from './ephemeris.ts'
import { lastAtOrBefore } from './interpolate.ts'

/**
 * Returns the part of an ephemeris that is needed for times between two limits, in s after `start`: for a thread that evaluates some hours of a
 * week. Its results in this span, including reasons for missing states, equal those of the whole ephemeris to the last bit. Of each segment the
 * states between the limits are kept, with as many on either side as a polynomial of its degree may use as nodes. Covariances are removed.
 */
export function withinSpan({ segments }: Ephemeris, start: Epoch, fromS: number, toS: number): Ephemeris {
  return { segments: segments.map((segment) => segmentWithin(segment, start, fromS, toS)) }
}

function segmentWithin(prepared: PreparedSegment, start: Epoch, fromS: number, toS: number): PreparedSegment {
  const { segment, origin, times, degree } = prepared
  const sinceOrigin = secondsBetween(origin, start)
  // A polynomial of degree d uses at most d + 1 states.
  const most = degree + 1
  // A segment elsewhere keeps one state: its span still shows whether an epoch is before, between or after.
  const last = Math.max(0, lastAtOrBefore(times, sinceOrigin + toS)) + most
  const first = Math.min(times.length - 1, Math.max(0, lastAtOrBefore(times, sinceOrigin + fromS) - most))
  const { covariances: _left, ...rest } = segment
  return {
    ...prepared,
    segment: { ...rest, states: alike(segment.states, sliceStates(segment.states, first, last + 1)) },
    times: times.slice(first, last + 1),
    covarianceTimes: new Float64Array(),
  }
}

/** Accelerations are used if every state of the segment has one; if one of the other states has none, they are removed from the kept states. */
function alike(all: StateColumns, some: StateColumns): StateColumns {
  if (some.accelerations === undefined || haveAccelerations(all)) return some
  const { accelerations: _left, ...rest } = some
  return rest
}
