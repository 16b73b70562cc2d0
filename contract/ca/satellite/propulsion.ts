import { z } from 'zod'
import { ThrustDirections } from './thrust-directions.ts'

export const PROPULSIONS = ['IMPULSIVE', 'CONTINUOUS', 'DIFFERENTIAL_DRAG', 'NONE', 'UNKNOWN'] as const
const LOCAL_FRAMES = ['EQW', 'LVLH', 'NSW', 'NTW', 'PQW', 'RSW', 'SEZ', 'TNW', 'VNC'] as const
/**
 * The frames of a delta-v (spec §3); local frames can be inertial or rotating. A frame without either word is inertial: its axes are those at the
 * time of the burn.
 */
export const DELTA_V_FRAMES = [
  ...LOCAL_FRAMES,
  ...LOCAL_FRAMES.map((frame) => `${frame}_INERTIAL` as const),
  ...LOCAL_FRAMES.map((frame) => `${frame}_ROTATING` as const),
  ...(['QSW', 'RIC', 'RTN', 'EME2000', 'TOD_EARTH'] as const),
] as const
export const DELTA_V_DIRECTIONS = ['XYZ', 'AZIMUTH_ELEVATION'] as const

/** Returns the schema of an area of a satellite. */
export const area = (what: string) =>
  z
    .number()
    .min(1e-4)
    .max(1e4)
    .meta({ description: `${what}, m²; 0.0001 to 10 000`, examples: [2.4] })

/** Marks propulsion that was given as a plain word: usual values of this type of hardware are used until the operator gives others. */
const assumed = {
  isAssumed: z.literal(true).optional().meta({
    description:
      'True: it was given as a bare word, and its numbers are usual ones that stand for those of the satellite. Leave it out with own numbers',
  }),
}
/** The parts of a burn's error that do not depend on its size (Gates, JPL TR 32-504; flight rule F8), and the remaining propellant. */
const burning = {
  sigmaMagnitudeMps: z.number().min(0).max(10).default(0).meta({
    description: 'Fixed part of the 1σ of the size of a burn, m/s, beside the share',
  }),
  sigmaPointingMps: z.number().min(0).max(10).default(0).meta({
    description: 'Fixed part of the 1σ across its direction, m/s, beside the angle',
  }),
  startStepS: z.number().min(0).max(3_600).default(0).meta({
    description: 'A burn starts at a multiple of it since 1970-01-01, s; 0: at any microsecond',
  }),
  cutOffStepS: z.number().min(0).max(3_600).default(0).meta({
    description:
      'The engine is on for a multiple of it, s, and a plan is rounded up to that; 0: for any time. Counts where the mass is known',
  }),
  propellantKg: z.number().min(0).max(100_000).optional().meta({
    description:
      'Propellant left, kg; a plan that needs more is limited by it (PROPELLANT). Counts where the mass is known. Absent: no limit',
  }),
  deltaVBudgetMps: z.number().min(0).max(100_000).optional().meta({
    description:
      'Δv left in the period, m/s; a plan that needs more is limited by it (BUDGET). It is kept by its operator: executed plans do not lower it. Absent: no limit',
  }),
  thrustDirections: ThrustDirections.optional(),
}
/** The default lead time for commanding, h. */
export const STANDARD_LEAD_H = 6

const lead = {
  /** Commands must be on board this long before a burn. */
  leadTimeH: z.number().min(0).max(168).default(STANDARD_LEAD_H).meta({ description: 'Commanding lead time, h' }),
}
const deltaV = {
  deltaVReferenceFrame: z
    .enum(DELTA_V_FRAMES)
    .default('RTN')
    .meta({ description: 'Axes of a delta-v; a local frame without _ROTATING has those of the moment of the burn' }),
  deltaVDirection: z.enum(DELTA_V_DIRECTIONS).default('XYZ').meta({ description: 'How its direction is written' }),
}
const Impulsive = z
  .strictObject({
    type: z.literal('IMPULSIVE'),
    thrustN: z.number().min(1e-6).max(1e5).meta({ description: 'Thrust, N' }),
    ispS: z.number().min(1).max(10_000).meta({ description: 'Specific impulse, s' }),
    minDeltaVMps: z.number().min(0).max(1_000).default(0).meta({ description: 'Smallest burn, m/s' }),
    maxDeltaVMps: z.number().min(1e-6).max(1_000).default(10).meta({ description: 'Largest burn, m/s' }),
    maxBurnS: z.number().min(0.001).max(86_400).default(3_600).meta({ description: 'Longest burn, s' }),
    slewS: z.number().min(0).max(86_400).default(0).meta({ description: 'Time to turn and settle before a burn, s' }),
    sigmaMagnitude: z.number().min(0).max(1).default(0.1).meta({ description: '1σ of the size of a burn, as a share' }),
    sigmaPointingDeg: z.number().min(0).max(90).default(2).meta({ description: '1σ of its direction, deg' }),
    ...burning,
    ...deltaV,
    ...lead,
    ...assumed,
  })
  .meta({ id: 'ImpulsivePropulsion' })
const Continuous = z
  .strictObject({
    type: z.literal('CONTINUOUS'),
    thrustN: z.number().min(1e-6).max(1e3).meta({ description: 'Thrust, N' }),
    ispS: z.number().min(1).max(20_000).meta({ description: 'Specific impulse, s' }),
    dutyCycle: z.number().min(0.001).max(1).default(1).meta({ description: 'Share of the time that it may thrust' }),
    maxThrustPerOrbitS: z
      .number()
      .min(1)
      .max(86_400)
      .default(1_800)
      .meta({ description: 'Longest thrust per orbit, s' }),
    warmUpS: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .meta({ description: 'Warm-up, turn included, before each thrust, s' }),
    sigmaMagnitude: z.number().min(0).max(1).default(0.1).meta({ description: '1σ of the thrust, as a share' }),
    sigmaPointingDeg: z.number().min(0).max(90).default(2).meta({ description: '1σ of its direction, deg' }),
    ...burning,
    ...deltaV,
    ...lead,
    ...assumed,
  })
  .meta({ id: 'ContinuousPropulsion' })
const DifferentialDrag = z
  .strictObject({
    type: z.literal('DIFFERENTIAL_DRAG'),
    minAreaM2: area('Smallest area against the flow'),
    maxAreaM2: area('Largest area against the flow'),
    slewS: z.number().min(0).max(86_400).default(300).meta({ description: 'Time to turn, s' }),
    maxDurationH: z.number().min(0.1).max(1_000).default(48).meta({ description: 'Longest time in that attitude, h' }),
    ...lead,
    ...assumed,
  })
  .meta({ id: 'DifferentialDragPropulsion' })

/** The means by which a satellite can avoid a collision (spec §3), by type. */
const AnyPropulsion = z.discriminatedUnion('type', [
  Impulsive,
  Continuous,
  DifferentialDrag,
  z.strictObject({ type: z.literal('NONE') }).meta({ id: 'NoPropulsion' }),
  z.strictObject({ type: z.literal('UNKNOWN') }).meta({ id: 'UnknownPropulsion' }),
])

/**
 * The assumed values of an engine of which only the type is known: a hydrazine thruster of 1 N, a small Hall thruster of 10 mN, and the faces of a
 * cube satellite of three units with wings (0.03 and 0.2 m²). The engines are weak for their kind: a plan that is sufficient with the assumed
 * engine is also sufficient with a stronger one, and is only longer than necessary. A plan with the assumed areas is not always sufficient in this
 * way, because a body may be larger than both. All other fields have their defaults.
 */
const ASSUMED: Readonly<Record<string, object>> = {
  IMPULSIVE: { thrustN: 1, ispS: 220, isAssumed: true },
  CONTINUOUS: { thrustN: 0.01, ispS: 1_500, isAssumed: true },
  DIFFERENTIAL_DRAG: { minAreaM2: 0.03, maxAreaM2: 0.2, isAssumed: true },
}

/** Returns the propulsion for a plain word of spec §3, with assumed numbers if there are any. */
function withNumbers(given: unknown): unknown {
  const type = PROPULSIONS.find((word) => word === given)
  return type === undefined ? given : { type, ...ASSUMED[type] }
}

export const Propulsion = z.preprocess(withNumbers, AnyPropulsion).meta({
  id: 'Propulsion',
  description: 'What the satellite can do to get out of the way. A bare word stands for usual numbers of its type',
  alsoTakes: PROPULSIONS,
  examples: [AnyPropulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220 })],
})
export type Propulsion = z.output<typeof Propulsion>
/** Returns true if the numbers are usual ones, and not the satellite's own. */
export const isAssumed = (propulsion: Propulsion): boolean => 'isAssumed' in propulsion && propulsion.isAssumed === true
