import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { bodyOf } from './body.ts'

/** The inputs to a probability of this satellite, besides the messages of others. */
export const INPUTS = [
  'shape',
  'sizes',
  'hardBody',
  'mass',
  'dragArea',
  'lightArea',
  'propulsion',
  'elements',
  'ephemeris',
] as const
export type Input = (typeof INPUTS)[number]
/** The keys of the inputs' names in `satelliteWords`. */
export const INPUT_WORDS = {
  shape: 'inputShape',
  sizes: 'inputSizes',
  hardBody: 'inputHardBody',
  mass: 'inputMass',
  dragArea: 'inputDragArea',
  lightArea: 'inputLightArea',
  propulsion: 'inputPropulsion',
  elements: 'inputElements',
  ephemeris: 'inputEphemeris',
} as const satisfies Readonly<Record<Input, string>>
export type Completeness = { readonly set: readonly Input[]; readonly missing: readonly Input[] }

/** Returns the inputs that are set; an ephemeris counts if it extends beyond now. */
export function completenessOf({ configuration, derived }: Satellite, nowMs: number): Completeness {
  const { shape, hardBodyRadius, wetMass, dragArea, solarRadiationPressureArea, propulsion } = configuration
  const isSet: Readonly<Record<Input, boolean>> = {
    shape: shape !== 'OTHER',
    sizes: shape === 'CANNONBALL' ? hardBodyRadius !== undefined : bodyOf(configuration) !== undefined,
    hardBody: derived.hardBodyRadius !== null,
    mass: wetMass !== undefined,
    dragArea: dragArea !== undefined,
    lightArea: solarRadiationPressureArea !== undefined,
    propulsion: propulsion.type !== 'UNKNOWN',
    elements: derived.elementSetEpoch !== null,
    ephemeris: derived.ephemerisUntil !== null && Date.parse(derived.ephemerisUntil) > nowMs,
  }
  return { set: INPUTS.filter((input) => isSet[input]), missing: INPUTS.filter((input) => !isSet[input]) }
}
