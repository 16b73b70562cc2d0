import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import {
  type ElementSetOrbit,
  isInRing,
  leastAngle,
  meanLongitude,
  meanSeparation,
  orbitOfElementsAt,
  planeAngle,
  radialReachM,
} from '@apsis/astro/space/element-set-orbit.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg, wrapPi } from '@apsis/astro/units.ts'
import { greenwichAt, modelOf } from '../model-of.ts'
import { epochMsOf, type SpaceCatalogue } from '../space-catalogue.ts'
import type { TimeSpan } from '../time/marks.ts'

/** An object of the catalogue as the plots name it. */
export type FlatObject = {
  readonly k: number
  readonly number: number
  readonly name: string
  readonly epochMs: number
  readonly model: Sgp4Model
}

/** Returns an object of the catalogue with its model. */
export function flatObject(catalogue: SpaceCatalogue, k: number): FlatObject {
  const { columns } = catalogue
  const number = columns.noradId[k] ?? missing()
  return {
    k,
    number,
    name: columns.name[k] || String(number),
    epochMs: epochMsOf(catalogue, k),
    model: modelOf(columns, k, parseTime(columns.origin)),
  }
}

/** Returns some objects of the catalogue, with their numbers where several have one name, as fragments do. */
export function flatObjects(catalogue: SpaceCatalogue, places: readonly number[]): readonly FlatObject[] {
  const objects = places.map((k) => flatObject(catalogue, k))
  const isShared = (name: string) => objects.filter((one) => one.name === name).length > 1
  return objects.map((one) => (isShared(one.name) ? { ...one, name: `${one.name} ${one.number}` } : one))
}

/** Returns the mean orbit of an object at a time. */
function orbitAt(catalogue: SpaceCatalogue, k: number, atMs: number): ElementSetOrbit {
  const { columns } = catalogue
  const radians = (degrees: number | undefined) => degToRad(degrees ?? Number.NaN)
  return orbitOfElementsAt(
    {
      meanMotionRadPerS: ((columns.meanMotionRevPerDay[k] ?? Number.NaN) * 2 * Math.PI) / SECONDS_PER_DAY,
      eccentricity: columns.eccentricity[k] ?? Number.NaN,
      incRad: radians(columns.inclinationDeg[k]),
      raanRad: radians(columns.raanDeg[k]),
      argPeriapsisRad: radians(columns.argPeriapsisDeg[k]),
      meanAnomalyRad: radians(columns.meanAnomalyDeg[k]),
    },
    (atMs - epochMsOf(catalogue, k)) / 1_000,
  )
}

const middleOf = ({ fromMs, toMs }: TimeSpan) => (fromMs + toMs) / 2
const halfOf = ({ fromMs, toMs }: TimeSpan) => (toMs - fromMs) / 2_000

/** The limits of the shell around an own satellite, with those between which they may be chosen. */
export type ShellLimits = { readonly radialKm: number; readonly planeDeg: number }

/** Places of the catalogue, those that come nearest first. */
type Places = readonly number[]

const nearestFirst = (found: readonly { readonly k: number; readonly least: number }[]): Places =>
  found.toSorted((a, b) => a.least - b.least).map(({ k }) => k)

/**
 * Returns what flies in the shell of an object, by mean elements at the middle of a range: radii that differ by the limit at most all around the orbit,
 * and a plane within the limit. The heights and inclinations alone leave a few hundred of 30,000.
 */
export function shellNeighbours(catalogue: SpaceCatalogue, own: number, span: TimeSpan, limits: ShellLimits): Places {
  const { columns, size, perigeeKm, apogeeKm } = catalogue
  const middleMs = middleOf(span)
  const ours = orbitAt(catalogue, own, middleMs)
  const [low, high] = [(perigeeKm[own] ?? missing()) - limits.radialKm, (apogeeKm[own] ?? missing()) + limits.radialKm]
  const inclination = columns.inclinationDeg[own] ?? missing()
  const found: { readonly k: number; readonly least: number }[] = []
  for (let k = 0; k < size; k += 1) {
    if ((perigeeKm[k] as number) < low || (apogeeKm[k] as number) > high || k === own) continue
    if (Math.abs((columns.inclinationDeg[k] as number) - inclination) > limits.planeDeg) continue
    const theirs = orbitAt(catalogue, k, middleMs)
    if (planeAngle(ours, theirs) > degToRad(limits.planeDeg)) continue
    if (radialReachM(ours, theirs) > 1_000 * limits.radialKm) continue
    found.push({ k, least: leastAngle(meanSeparation(ours, theirs), -halfOf(span), halfOf(span)) })
  }
  return nearestFirst(found)
}

/** Returns true for an object of the geostationary ring. */
export const isRingObject = (catalogue: SpaceCatalogue, k: number): boolean =>
  isInRing(orbitAt(catalogue, k, epochMsOf(catalogue, k)))

/** Returns the mean longitude of an object of the ring at a time, degrees east in (−180, 180]. */
export const ringLongitude = (catalogue: SpaceCatalogue, k: number, atMs: number): number =>
  radToDeg(meanLongitude(orbitAt(catalogue, k, atMs), greenwichAt(atMs)).angleRad)

/** Returns the objects of the ring whose mean longitude comes within some degrees of that of an own satellite in a range. */
export function ringNeighbours(catalogue: SpaceCatalogue, own: number, span: TimeSpan, withinDeg: number): Places {
  const middleMs = middleOf(span)
  const greenwich = greenwichAt(middleMs)
  const ours = meanLongitude(orbitAt(catalogue, own, middleMs), greenwich)
  const found: { readonly k: number; readonly least: number }[] = []
  for (let k = 0; k < catalogue.size; k += 1) {
    if ((catalogue.apogeeKm[k] as number) < RING_FROM_KM || k === own) continue
    const orbit = orbitAt(catalogue, k, middleMs)
    if (!isInRing(orbit)) continue
    const theirs = meanLongitude(orbit, greenwich)
    const apart = { angleRad: wrapPi(theirs.angleRad - ours.angleRad), rate: theirs.rate - ours.rate }
    const least = leastAngle(apart, -halfOf(span), halfOf(span))
    if (radToDeg(least) <= withinDeg) found.push({ k, least })
  }
  return nearestFirst(found)
}

/** No object of the ring has an apogee below this, km. */
const RING_FROM_KM = 35_000
