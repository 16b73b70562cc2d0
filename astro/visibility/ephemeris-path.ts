import type { Ephemeris, PreparedSegment } from '../ephemeris/ephemeris.ts'
import { interpolateState } from '../ephemeris/interpolate.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { earthTurns, type Path, pathOfOrbit } from './path.ts'

/** Files have times to the millisecond: two segments meet if one starts within this of the other's end. */
const SAME_TIME_S = 0.0015

/**
 * Returns the path of an ephemeris in TEME for its part of a span; undefined if there is none. States are from interpolateState, m and m/s; an
 * ephemeris in another frame must be converted to TEME before (to-teme.ts). Throws RangeError for an ephemeris without states, or with a gap in
 * the span.
 */
export function pathOfEphemeris(ephemeris: Ephemeris, from: Epoch, to: Epoch): Path | undefined {
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('the ephemeris has no states')
  const start = compareEpochs(first.start, from) > 0 ? first.start : from
  const end = compareEpochs(last.stop, to) < 0 ? last.stop : to
  if (compareEpochs(start, end) >= 0) return undefined
  // The last step may end a rounding error after the end, where there is no extrapolation: the end is used instead.
  const stateAt = (epoch: Epoch) => {
    const asked = compareEpochs(epoch, end) > 0 ? end : epoch
    const found = interpolateState(ephemeris, asked)
    const state = found.ok ? found : interpolateState(ephemeris, metBefore(ephemeris.segments, asked) ?? asked)
    if (!state.ok) {
      const instant = formatTime(epoch, { digits: 3, zulu: true })
      throw new RangeError(`the ephemeris has no state at ${instant}: ${state.reason}`)
    }
    return state
  }
  return pathOfOrbit({ frame: 'TEME', stateAt }, earthTurns('TEME', start, secondsBetween(start, end)))
}

/** Returns the end of a segment that ends a rounding error before an instant, if the next segment starts a rounding error after it. */
function metBefore(segments: readonly PreparedSegment[], epoch: Epoch): Epoch | undefined {
  return segments.map(({ stop }) => stop).find((stop) => Math.abs(secondsBetween(stop, epoch)) <= SAME_TIME_S)
}

/**
 * Returns the paths of an ephemeris in TEME over the parts of a span in which it has states, in the order of time: one for each sequence of
 * segments that meet, as in pathOfEphemeris; none if it has no state in the span. If a segment ends and the next one starts later, there is no
 * path between them, because the motion of the object there is unknown. Throws RangeError for an ephemeris without states.
 */
export function pathsOfEphemeris(ephemeris: Ephemeris, from: Epoch, to: Epoch): Path[] {
  if (ephemeris.segments.length === 0) throw new RangeError('the ephemeris has no states')
  const runs: PreparedSegment[][] = []
  for (const segment of ephemeris.segments) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && secondsBetween(last.stop, segment.start) <= SAME_TIME_S)
      run.push(segment)
    else runs.push([segment])
  }
  return runs.flatMap((segments) => pathOfEphemeris({ segments }, from, to) ?? [])
}
