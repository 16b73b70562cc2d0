import { DAY_MS } from '@apsis/astro/constants.ts'
import type { ClassSigmas } from '@apsis/astro/screening/class-covariance.data.ts'
import { classSigmas } from '@apsis/astro/screening/class-covariance.ts'
import { shapeOf } from '@apsis/astro/screening/regime.ts'
import { dot, type Vec3 } from '@apsis/astro/vec3.ts'
import { MOST_STATED_AGE_DAYS } from '@apsis/contract/tle/object.ts'
import { earthAxes, orbitAxes } from '../../space/globe/globe-camera.ts'
import type { GlobeBody } from '../../space/globe/globe-canvas.ts'
import { halfAxesOf } from '../../space/globe/globe-lines.ts'
import { drawnState, earthFixedState, greenwichAt } from '../../space/model-of.ts'
import { epochMsOf, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { modelIn } from './use-space.ts'

/** The usual distance of an object from its place by SGP4, or the reason why it is not known. */
export type Uncertainty =
  | { readonly ok: true; readonly radialM: number; readonly alongM: number; readonly acrossM: number }
  | { readonly ok: false; readonly reason: 'modelNoPlace' | 'modelTooOld' | 'modelByEphemeris' }

/** Returns 1σ of an object from where SGP4 has it at a time, by the class of its orbit and the age of its set. */
export function modelUncertainty(catalogue: SpaceCatalogue, k: number, atMs: number): Uncertainty {
  const { path: _, ...model } = modelIn(catalogue, k)
  const ageMs = Math.abs(atMs - epochMsOf(catalogue, k))
  if (!drawnState(model, atMs)) return { ok: false, reason: 'modelNoPlace' }
  if (ageMs > MOST_STATED_AGE_DAYS * DAY_MS) return { ok: false, reason: 'modelTooOld' }
  const [radialM, alongM, acrossM]: ClassSigmas = classSigmas(shapeOf({ kind: 'elements', model }), ageMs / 1_000)
  return { ok: true, radialM, alongM, acrossM }
}

/** Returns 1σ of an object from where it is drawn: nothing is known of one that is drawn by an ephemeris, whose path has no covariance. */
export function drawnUncertainty(catalogue: SpaceCatalogue, k: number, atMs: number): Uncertainty {
  return modelIn(catalogue, k).path?.stateAt(atMs)
    ? { ok: false, reason: 'modelByEphemeris' }
    : modelUncertainty(catalogue, k, atMs)
}

/** Returns the ellipsoid of 1σ of an object around its place, in the frame of the Earth, true to scale; undefined where it is not known. */
export function ellipsoidOf(
  catalogue: SpaceCatalogue,
  k: number,
  { atMs, ink }: { readonly atMs: number; readonly ink: GlobeBody['ink'] },
): GlobeBody | undefined {
  const model = modelIn(catalogue, k)
  const sigma = drawnUncertainty(catalogue, k, atMs)
  const [state, middle] = [drawnState(model, atMs), earthFixedState(model, atMs)?.r]
  if (!sigma.ok || !state || !middle) return undefined
  const [across, along, radial] = orbitAxes(state)
  const [x, y, z] = earthAxes(greenwichAt(atMs))
  const inEarth = (of: Vec3): Vec3 => [dot(x, of), dot(y, of), dot(z, of)]
  const directions = [radial, along, across].map((of) => inEarth(of))
  return { middle, ink, alpha: 0.35, halfAxes: halfAxesOf(directions, [sigma.radialM, sigma.alongM, sigma.acrossM]) }
}
