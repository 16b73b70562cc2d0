import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { LIGHT_EDGES_DEG, type Light, lightOf, msOf, partsOf, placeAt, type Span } from './track.ts'

/** A part of a pass with one light at the sensor. */
export type LightSpan = Span & { readonly kind: Light }

/** This number of halvings reduces the time between two places of a track, at most 72 minutes, to a millisecond. */
const HALVINGS = 23
/** The number of places of the Sun for a curve that is accurate to 0.001°, also if a track lasts a day. */
const CURVE_PLACES = 4

/** Returns the lights at the sensor during a pass, each between the times at which the Sun passes the edges. */
export function lightSpans(track: readonly TrackPlace[]): readonly LightSpan[] {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return []
  const edges = LIGHT_EDGES_DEG.flatMap((degrees) => crossings(track, degrees)).toSorted((a, b) => a - b)
  const times = [msOf(first), ...edges, msOf(last)]
  return times.slice(1).flatMap((toMs, place) => {
    const fromMs = times[place] ?? toMs
    if (toMs <= fromMs) return []
    return [{ kind: lightOf(sunAt(track, (fromMs + toMs) / 2)), fromMs, toMs }]
  })
}

/** Returns the times at which the Sun passes an elevation between two places of a track. */
function crossings(track: readonly TrackPlace[], degrees: number): readonly number[] {
  return track.slice(1).flatMap((after, place) => {
    const before = track[place]
    if (!before || before.sunElevation < degrees === after.sunElevation < degrees) return []
    let [left, right] = [msOf(before), msOf(after)]
    for (let n = 0; n < HALVINGS; n += 1) {
      const middle = (left + right) / 2
      if (sunAt(track, middle) < degrees === before.sunElevation < degrees) left = middle
      else right = middle
    }
    return [(left + right) / 2]
  })
}

/** Returns the elevation of the Sun at one moment of a track, degrees, on the curve through the neighbouring places (Lagrange). */
function sunAt(track: readonly TrackPlace[], ms: number): number {
  const after = track.findIndex((place) => msOf(place) >= ms)
  const from = Math.max(0, Math.min(after - CURVE_PLACES / 2, track.length - CURVE_PLACES))
  const near = track.slice(from, from + CURVE_PLACES)
  return near.reduce((sum, place) => {
    const others = near.filter((other) => other !== place)
    const share = others.reduce((part, other) => (part * (ms - msOf(other))) / (msOf(place) - msOf(other)), 1)
    return sum + share * place.sunElevation
  }, 0)
}

/** A part of a track in full sunlight, or in the shadow of the Earth. */
type LitPart = { readonly isLit: boolean; readonly places: readonly TrackPlace[] }

/**
 * Returns the parts of a track in sunlight and in shadow. They change where an eclipse begins or ends, also between two places; if the
 * eclipses are unknown, they change at the places.
 */
export function litParts(track: readonly TrackPlace[], eclipses: readonly Span[] | undefined): readonly LitPart[] {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return []
  if (eclipses === undefined)
    return partsOf(track, ({ isSunlit }) => isSunlit).map(({ kind, places }) => ({ isLit: kind, places }))
  const [beginMs, endMs] = [msOf(first), msOf(last)]
  const edges = eclipses.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((ms) => ms > beginMs && ms < endMs)
  const times = [beginMs, ...edges.toSorted((a, b) => a - b), endMs]
  return times.slice(1).map((toMs, nth) => {
    const fromMs = times[nth] ?? toMs
    const middleMs = (fromMs + toMs) / 2
    const inside = track.filter((place) => msOf(place) > fromMs && msOf(place) < toMs)
    return {
      isLit: !eclipses.some((eclipse) => eclipse.fromMs < middleMs && middleMs < eclipse.toMs),
      places: [placeAt(track, fromMs), ...inside, placeAt(track, toMs)].flatMap((place) => place ?? []),
    }
  })
}
