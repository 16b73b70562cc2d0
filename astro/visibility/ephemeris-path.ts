import type { Ephemeris, PreparedSegment } from '../ephemeris/ephemeris.ts'
import { interpolateState } from '../ephemeris/interpolate.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { earthTurns, type Path, pathOfOrbit } from './path.ts'

/** Files have times to the millisecond: two segments meet where one ends and the other begins within one. */
const SAME_TIME_S = 0.0015

/**
 * The path of an ephemeris in TEME as far as it reaches into a span; undefined where it has nothing of it. States are
 * those of interpolateState, m and m/s; an ephemeris in another frame than TEME has to be turned before (to-teme.ts).
 * Throws RangeError for an ephemeris without states, or with a gap in the span.
 */
export function pathOfEphemeris(ephemeris: Ephemeris, from: Epoch, to: Epoch): Path | undefined {
  const [first, last] = [ephemeris.segments[0], ephemeris.segments.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('the ephemeris has no states')
  const start = compareEpochs(first.start, from) > 0 ? first.start : from
  const end = compareEpochs(last.stop, to) < 0 ? last.stop : to
  if (compareEpochs(start, end) >= 0) return undefined
  // The last step may end a rounding error behind the end, where nothing is extrapolated: the end stands for it.
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

/** Where a segment ends a rounding before an instant, with the next one a rounding behind it: its end stands for that. */
function metBefore(segments: readonly PreparedSegment[], epoch: Epoch): Epoch | undefined {
  return segments.map(({ stop }) => stop).find((stop) => Math.abs(secondsBetween(stop, epoch)) <= SAME_TIME_S)
}

/**
 * The paths of an ephemeris in TEME over the stretches of a span in which it has states, in the order of time: one for each run of
 * segments that meet, as pathOfEphemeris has it; none where it has nothing of the span. Where a segment ends and the next one begins
 * later there is no path: what an object does there nobody says. Throws RangeError for an ephemeris without states.
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
