import { type PROPULSIONS, Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

export type PropulsionType = (typeof PROPULSIONS)[number]
export type PropulsionField =
  | 'thrustN'
  | 'ispS'
  | 'minDeltaVMps'
  | 'maxDeltaVMps'
  | 'maxBurnS'
  | 'dutyCycle'
  | 'maxThrustPerOrbitS'
  | 'warmUpS'
  | 'sigmaMagnitude'
  | 'sigmaPointingDeg'
  | 'sigmaMagnitudeMps'
  | 'sigmaPointingMps'
  | 'startStepS'
  | 'cutOffStepS'
  | 'propellantKg'
  | 'deltaVBudgetMps'
  | 'leadTimeH'
  | 'minAreaM2'
  | 'maxAreaM2'
  | 'slewS'
  | 'maxDurationH'

/** The usual range of flight-proven hardware, and an example; it is not a limit. */
export type Usual = { readonly least: number; readonly most: number; readonly example: number }

const ENGINE = {
  sigmaMagnitude: { least: 0.005, most: 0.2, example: 0.05 },
  sigmaPointingDeg: { least: 0.1, most: 10, example: 2 },
  sigmaMagnitudeMps: { least: 0, most: 0.01, example: 0.001 },
  sigmaPointingMps: { least: 0, most: 0.01, example: 0.001 },
  startStepS: { least: 0, most: 60, example: 1 },
  cutOffStepS: { least: 0, most: 60, example: 0.1 },
  propellantKg: { least: 0.1, most: 1_000, example: 20 },
  deltaVBudgetMps: { least: 1, most: 300, example: 30 },
}
const LEAD = { leadTimeH: { least: 0.5, most: 48, example: 6 } }

/** The fields of each type in the order of the form. */
export const PROPULSION_FIELDS: Readonly<Record<PropulsionType, Partial<Readonly<Record<PropulsionField, Usual>>>>> = {
  IMPULSIVE: {
    thrustN: { least: 0.005, most: 500, example: 1 },
    // The usual specific impulses: cold nitrogen 60–75 s, hydrazine 220 s, two propellants 320 s, hydrogen with oxygen 460 s.
    ispS: { least: 40, most: 460, example: 220 },
    minDeltaVMps: { least: 0, most: 0.1, example: 0.001 },
    maxDeltaVMps: { least: 0.1, most: 100, example: 10 },
    maxBurnS: { least: 1, most: 3_600, example: 600 },
    slewS: { least: 0, most: 3_600, example: 300 },
    ...ENGINE,
    ...LEAD,
  },
  CONTINUOUS: {
    thrustN: { least: 0.0001, most: 1, example: 0.01 },
    // The usual specific impulses: resistojets 300 s, Hall 1 500 s, gridded ions 3 000–4 500 s, field emission up to 6 000 s.
    ispS: { least: 300, most: 6_000, example: 1_500 },
    dutyCycle: { least: 0.05, most: 1, example: 0.5 },
    maxThrustPerOrbitS: { least: 60, most: 7_200, example: 1_800 },
    warmUpS: { least: 0, most: 3_600, example: 300 },
    ...ENGINE,
    ...LEAD,
  },
  DIFFERENTIAL_DRAG: {
    minAreaM2: { least: 0.005, most: 50, example: 0.03 },
    maxAreaM2: { least: 0.01, most: 200, example: 0.2 },
    slewS: { least: 10, most: 3_600, example: 300 },
    maxDurationH: { least: 1, most: 240, example: 48 },
    ...LEAD,
  },
  NONE: {},
  UNKNOWN: {},
}

/** Returns the value that the contract uses for a blank field. */
export function blankValue(type: PropulsionType, field: PropulsionField): number | undefined {
  const needed = {
    IMPULSIVE: ['thrustN', 'ispS'],
    CONTINUOUS: ['thrustN', 'ispS'],
    DIFFERENTIAL_DRAG: ['minAreaM2', 'maxAreaM2'],
  }
  const names: readonly string[] = type in needed ? needed[type as keyof typeof needed] : []
  if (names.includes(field)) return undefined
  const parsed = Propulsion.safeParse({ type, ...Object.fromEntries(names.map((name) => [name, 1])) })
  const value: unknown = parsed.success ? Object.entries(parsed.data).find(([name]) => name === field)?.[1] : undefined
  return typeof value === 'number' ? value : undefined
}
