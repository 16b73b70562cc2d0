import { findIntervals, stepsBetween } from '@apsis/astro/time/intervals.ts'
import { scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { type Light, lightingOf } from '@apsis/astro/visibility/lighting.ts'
import type { TimeSpan } from '../time/marks.ts'
import { sunAt } from './sun-place.ts'

/** The distance of the Sun, m: it is taken as an astronomical unit, which is wrong by 1.7 % at most and moves an edge of the shadow by 0.1 s. */
const SUN_M = 149_597_870_700
/** An edge of the shadow is found to this time; at the speed of a low object that is 400 m, a fortieth of a pixel of the Earth. */
const EDGE_S = 0.05
/** A revolution has this many steps, so that no shadow is between two of them without being noticed. */
const STEPS = 40

const lightingAt = (r: Vec3, atMs: number) => lightingOf(r, scale(sunAt(atMs), SUN_M))

/** Returns the light on an object at a place in the frame of the Earth, m. */
export const lightAt = (r: Vec3, atMs: number): Light => lightingAt(r, atMs).light

/** Returns the parts of a time in which no light of the Sun reaches an object; where it has no place there is no shadow. */
export function shadowsOf(
  placeAt: (atMs: number) => Vec3 | undefined,
  { fromMs, toMs }: TimeSpan,
  periodMs: number,
): readonly TimeSpan[] {
  const dark = (seconds: number) => {
    const atMs = fromMs + 1_000 * seconds
    const r = placeAt(atMs)
    return r ? -lightingAt(r, atMs).umbraMarginRad : -1
  }
  const samples = stepsBetween(0, (toMs - fromMs) / 1_000, periodMs / 1_000 / STEPS)
  return findIntervals(dark, samples, EDGE_S).map(({ startS, endS }) => ({
    fromMs: fromMs + 1_000 * startS,
    toMs: fromMs + 1_000 * endS,
  }))
}

/** A part of a line, which is in the shadow or in light. */
type LinePart<P> = { readonly isDark: boolean; readonly places: readonly P[] }

/**
 * Returns the parts of a line that shadows divide; the places at both sides of an edge are joined at a place of the edge itself, which
 * `placeAt` returns.
 */
export function partsByLight<P extends { readonly atMs: number }>(
  places: readonly P[],
  shadows: readonly TimeSpan[],
  placeAt: (atMs: number) => P | undefined,
): readonly LinePart<P>[] {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) return []
  const edges = shadows
    .flatMap(({ fromMs, toMs }) => [fromMs, toMs])
    .filter((atMs) => atMs > first.atMs && atMs < last.atMs)
  const ends = [first.atMs, ...edges, last.atMs]
  return ends.slice(1).map((toMs, k) => {
    const fromMs = ends[k] ?? first.atMs
    const middleMs = (fromMs + toMs) / 2
    const within = places.filter(({ atMs }) => atMs > fromMs && atMs < toMs)
    const part = [placeAt(fromMs), ...within, placeAt(toMs)].filter((place) => place !== undefined)
    return { isDark: shadows.some((one) => one.fromMs <= middleMs && middleMs <= one.toMs), places: part }
  })
}
