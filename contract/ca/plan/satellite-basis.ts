import { z } from 'zod'
import { SatelliteConfiguration } from '../satellite/configuration.ts'
import { Thresholds } from '../satellite/thresholds.ts'

const { wetMass, shape, hardBodyRadius, boxWidth, boxHeight, boxLength, wingLength, wingWidth } =
  SatelliteConfiguration.shape
const { dragArea, dragCoefficient, solarRadiationPressureArea, reflectivityCoefficient, propulsion } =
  SatelliteConfiguration.shape

const fields = {
  wetMass,
  shape,
  hardBodyRadius,
  boxWidth,
  boxHeight,
  boxLength,
  wingLength,
  wingWidth,
  dragArea,
  dragCoefficient,
  solarRadiationPressureArea,
  reflectivityCoefficient,
  propulsion,
  acceptedCollisionProbability: Thresholds.shape.acceptedCollisionProbability,
  acceptedMinimumDistanceM: Thresholds.shape.acceptedMinimumDistanceM,
}

/** The properties of a satellite on which its plans depend: if one of them changes, the plan changes. */
export const BASIS_FIELDS = [
  ...(['wetMass', 'shape', 'hardBodyRadius', 'boxWidth', 'boxHeight', 'boxLength', 'wingLength', 'wingWidth'] as const),
  ...(['dragArea', 'dragCoefficient', 'solarRadiationPressureArea', 'reflectivityCoefficient', 'propulsion'] as const),
  'acceptedCollisionProbability',
  'acceptedMinimumDistanceM',
] as const satisfies readonly (keyof typeof fields)[]
export type BasisField = (typeof BASIS_FIELDS)[number]

export const SatelliteBasis = z
  .strictObject(fields)
  .meta({ id: 'ManoeuvreSatellite', description: 'The satellite as a plan was made with it' })
export type SatelliteBasis = z.output<typeof SatelliteBasis>
