import { z } from 'zod'
import { Instant } from '../../page.ts'
import { DELTA_V_DIRECTIONS, DELTA_V_FRAMES } from '../satellite/propulsion.ts'

/** The units of a time before TCA or of the duration of a burn (spec §3): revolutions, an instant, seconds. */
export const DURATION_UNITS = ['PERIODS', 'DATE', 'SECONDS'] as const
/** The strategies that search for a start (`strategySpan`): the satellite's two strategies. */
export const PLAN_STRATEGIES = ['SHORT_TERM', 'LONG_TERM'] as const
/** The reasons why a plan misses its target. */
export const PLAN_LIMITS = [
  'DELTA_V',
  'BURN_DURATION',
  'THRUST_PER_ORBIT',
  'BLACKOUT',
  'TIME',
  'EXECUTION_ERROR',
  'METHOD',
  'PASSAGE',
  'PROPELLANT',
  'BUDGET',
  'DIRECTION',
  'PLANNED_BURN',
] as const

/** A day, which may be given in seconds, is fewer revolutions than this on any orbit. */
const MOST_PERIODS = 200
const MOST_SECONDS = 864_000

export const Vector = z.tuple([z.number(), z.number(), z.number()])

export const Timing = z
  .discriminatedUnion('unit', [
    z.strictObject({ unit: z.literal('PERIODS'), value: z.number().positive().max(MOST_PERIODS) }),
    z.strictObject({ unit: z.literal('DATE'), value: Instant }),
    z.strictObject({ unit: z.literal('SECONDS'), value: z.number().positive().max(MOST_SECONDS) }),
  ])
  .meta({
    id: 'ManoeuvreTiming',
    description:
      'PERIODS and SECONDS: osculating revolutions or seconds (before TCA for a start); DATE: an instant, UTC',
    examples: [{ unit: 'PERIODS', value: 2.5 }],
  })

export const Target = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('PROBABILITY'), value: z.number().positive().max(0.1) }),
    z.strictObject({ kind: z.literal('MISS_DISTANCE'), value: z.number().positive().max(1_000_000) }),
  ])
  .meta({
    id: 'ManoeuvreTarget',
    description: 'What the burn shall bring the probability of collision down to, or the miss distance (m) up to',
    examples: [{ kind: 'PROBABILITY', value: 3e-6 }],
  })

export const frameOf = z.enum(DELTA_V_FRAMES)
export const Line = z
  .discriminatedUnion('deltaVDirection', [
    z.strictObject({
      deltaVDirection: z.literal(DELTA_V_DIRECTIONS[0]),
      deltaVReferenceFrame: frameOf,
      vector: Vector.refine((v) => Math.hypot(...v) > 0, { message: 'has to have a length' }),
    }),
    z.strictObject({
      deltaVDirection: z.literal(DELTA_V_DIRECTIONS[1]),
      deltaVReferenceFrame: frameOf,
      azimuthDeg: z.number().min(-360).max(360),
      elevationDeg: z.number().min(-90).max(90),
    }),
  ])
  .meta({
    id: 'ManoeuvreDirection',
    description:
      'A line of which either sense may be used, in these axes at the start. AZIMUTH_ELEVATION: azimuth from the second axis towards the third, elevation towards the first',
    examples: [{ deltaVDirection: 'XYZ', deltaVReferenceFrame: 'RTN', vector: [0, 1, 0] }],
  })
export type PlanLine = z.output<typeof Line>
