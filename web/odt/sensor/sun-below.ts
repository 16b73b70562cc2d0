import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { sunElevation } from '../../space/map/sun-place.ts'

type Place = { readonly latitude: number; readonly longitude: number }
type Span = { readonly fromMs: number; readonly toMs: number }

/** Between steps of this length the elevation of the Sun is linear to 0.02°: five seconds of a dusk. */
const STEP_MS = 10 * MINUTE_MS

/** Returns the times at which the Sun at a place is lower than an elevation, degrees. */
export function sunBelow(place: Place, elevation: number, { fromMs, toMs }: Span): readonly Span[] {
  const spans: { fromMs: number; toMs: number }[] = []
  let [beforeMs, before] = [fromMs, sunElevation(place, fromMs)]
  for (let ms = Math.min(toMs, fromMs + STEP_MS); beforeMs < toMs; ms = Math.min(toMs, ms + STEP_MS)) {
    const now = sunElevation(place, ms)
    const crossMs = beforeMs + ((elevation - before) / (now - before)) * (ms - beforeMs)
    const start = before < elevation ? beforeMs : crossMs
    const end = now < elevation ? ms : crossMs
    if (before < elevation || now < elevation) {
      const last = spans.at(-1)
      if (last?.toMs === start) last.toMs = end
      else spans.push({ fromMs: start, toMs: end })
    }
    ;[beforeMs, before] = [ms, now]
  }
  return spans
}
