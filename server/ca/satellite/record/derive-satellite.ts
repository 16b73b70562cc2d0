import type { BodyShape } from '@apsis/astro/body/body-shape.ts'
import { hardBodyRadius } from '@apsis/astro/body/hard-body-radius.ts'
import { meanProjectedArea } from '@apsis/astro/body/projected-area.ts'
import { regimeOf, shapeOf } from '@apsis/astro/screening/regime.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { M_PER_EARTH_RADIUS } from '@apsis/astro/sgp4/wgs-72.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'

type DerivedValues = Satellite['derived']

/** Returns the radius that is used for a satellite, m; null if it is neither given nor follows from the shape. */
export function radiusOf(
  configuration: SatelliteConfiguration,
): Pick<DerivedValues, 'hardBodyRadius' | 'hardBodyRadiusFrom'> {
  const { hardBodyRadius: given } = configuration
  if (given !== undefined) return { hardBodyRadius: given, hardBodyRadiusFrom: 'given' }
  const body = bodyOf(configuration)
  if (body === undefined) return { hardBodyRadius: null, hardBodyRadiusFrom: 'unknown' }
  return { hardBodyRadius: hardBodyRadius(body), hardBodyRadiusFrom: 'shape' }
}

/** Returns the areas that are used, m²: as given, else the mean area of the shape, or of the sphere if nothing else is known. */
export function areasOf(
  configuration: SatelliteConfiguration,
): Pick<DerivedValues, 'dragArea' | 'solarRadiationPressureArea'> {
  const { dragArea, solarRadiationPressureArea } = configuration
  // The area of a body with wings takes time, so it is computed only if a field is left blank.
  const body = dragArea === undefined || solarRadiationPressureArea === undefined ? bodyOf(configuration) : undefined
  const mean = body === undefined ? null : meanAreaOf(body)
  return { dragArea: dragArea ?? mean, solarRadiationPressureArea: solarRadiationPressureArea ?? mean }
}

/** Returns the orbit from the newest element set; all fields are null without a set, or if SGP4 does not accept it. */
export function orbitOf(
  elements: MeanElements | undefined,
): Pick<DerivedValues, 'regime' | 'perigeeAltitudeM' | 'apogeeAltitudeM' | 'elementSetEpoch'> {
  const model = elements === undefined ? undefined : modelOf(elements)
  if (elements === undefined || model === undefined)
    return { regime: null, perigeeAltitudeM: null, apogeeAltitudeM: null, elementSetEpoch: null }
  const shape = shapeOf({ kind: 'elements', model })
  const { semiMajorAxis, eccentricity } = model.near
  return {
    regime: regimeOf(shape),
    perigeeAltitudeM: shape.perigeeHeightM,
    apogeeAltitudeM: (semiMajorAxis * (1 + eccentricity) - 1) * M_PER_EARTH_RADIUS,
    elementSetEpoch: formatTime(elements.epoch, { digits: 3, zulu: true }),
  }
}

function modelOf(elements: MeanElements) {
  try {
    return initSgp4(elements)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

// The integral over the sphere takes a millisecond and more, and a list requests the same shapes repeatedly.
const meanAreas = new Map<string, number>()
const KEPT_AREAS = 1_000

function meanAreaOf(body: BodyShape): number {
  const key = JSON.stringify(body)
  const known = meanAreas.get(key)
  if (known !== undefined) return known
  const area = meanProjectedArea(body)
  if (meanAreas.size >= KEPT_AREAS) meanAreas.clear()
  meanAreas.set(key, area)
  return area
}

/** Returns the body that the fields describe; undefined if they describe none. */
function bodyOf({ shape, hardBodyRadius: radiusM, ...sizes }: SatelliteConfiguration): BodyShape | undefined {
  const {
    boxWidth: widthM,
    boxHeight: heightM,
    boxLength: lengthM,
    wingLength: wingLengthM,
    wingWidth: wingWidthM,
  } = sizes
  if (widthM !== undefined && heightM !== undefined && lengthM !== undefined) {
    const box = { widthM, heightM, lengthM }
    if (shape === 'BOX') return { kind: shape, ...box }
    const isWinged = shape === 'BOX_WING' || shape === 'WING_BOX_WING'
    if (isWinged && wingLengthM !== undefined && wingWidthM !== undefined)
      return { kind: shape, ...box, wingLengthM, wingWidthM }
  }
  return radiusM === undefined ? undefined : { kind: 'CANNONBALL', radiusM }
}
