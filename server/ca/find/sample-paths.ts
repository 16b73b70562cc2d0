import type { Ephemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { makeInterpolator } from '@apsis/astro/ephemeris/interpolator.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { OPERATOR_PATH_STEP_S, type OperatorPath } from '@apsis/contract/ca/find/operator-path.ts'
import { unpackOrbit } from '../ephemeris/record/packed-orbit.ts'

/** Orbits in their stored form, the start of a span, and its length. */
export type PathQuestion = { readonly packed: readonly Uint8Array[]; readonly start: Epoch; readonly spanS: number }
export type PathPieces = OperatorPath['pieces']

/** Returns the states of orbits in a span. Runs in the pool: unpacking a long orbit takes tens of milliseconds. */
export async function samplePaths({ packed, start, spanS }: PathQuestion): Promise<readonly PathPieces[]> {
  const paths: PathPieces[] = []
  for (const orbit of packed) paths.push(pathPieces(await unpackOrbit(orbit), start, spanS))
  return paths
}

/** Returns the states of each segment inside a span: at its ends, and at whole steps between them. A burn is between two segments. */
export function pathPieces(ephemeris: Ephemeris, start: Epoch, spanS: number): PathPieces {
  return ephemeris.segments.flatMap((segment) => {
    const fromS = Math.max(0, secondsBetween(start, segment.start))
    const toS = Math.min(spanS, secondsBetween(start, segment.stop))
    if (toS <= fromS) return []
    // Each segment is interpolated alone, so that its last state is not the first state of the next segment.
    const stateAt = makeInterpolator({ segments: [segment] }, start)
    const piece = { seconds: [] as number[], r: [] as number[], v: [] as number[] }
    for (const seconds of timesBetween(fromS, toS)) {
      const state = stateAt(seconds)
      if (!state.ok) throw new RangeError(`A segment has no state inside its span: ${state.reason}`)
      piece.seconds.push(round(seconds, 1e6))
      piece.r.push(...state.r.map((one) => round(one, 100)))
      piece.v.push(...state.v.map((one) => round(one, 1e5)))
    }
    return [piece]
  })
}

function timesBetween(fromS: number, toS: number): number[] {
  const times = [fromS]
  for (
    let at = (Math.floor(fromS / OPERATOR_PATH_STEP_S) + 1) * OPERATOR_PATH_STEP_S;
    at < toS;
    at += OPERATOR_PATH_STEP_S
  )
    times.push(at)
  return [...times, toS]
}

/**
 * Positions in centimetres and velocities in hundredths of a millimetre per second are finer than any picture shows, and need half as many
 * bytes.
 */
const round = (value: number, per: number): number => Math.round(value * per) / per
