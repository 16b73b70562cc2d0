import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { DELTA_V_FRAMES } from '../satellite/propulsion.ts'

export const OWN_BURN_LIMITS = {
  /** The maximum number of burns in one plan: a week of orbit raising with a burn in each revolution takes several plans. */
  burns: 20,
  /** The longest burn, s: a day of low thrust. */
  longestS: 86_400,
  /** The maximum time from the first ignition to the end of the last burn. */
  spanDays: 7,
  /** The latest time of a burn, in days from now: no orbit is known after it with which a burn could be screened. */
  aheadDays: 14,
} as const

/** The axes for an own burn: those of a Δv in spec §3, and VNB (velocity, normal, binormal), which has the same axes as VNC. */
export const OWN_BURN_FRAMES = [...DELTA_V_FRAMES, 'VNB', 'VNB_INERTIAL'] as const
export type OwnBurnFrame = (typeof OWN_BURN_FRAMES)[number]

const Vector = z.tuple([
  z.number().min(-10_000).max(10_000),
  z.number().min(-10_000).max(10_000),
  z.number().min(-10_000).max(10_000),
])

export const OwnBurn = z
  .strictObject({
    ignition: Instant.meta({ description: 'When it begins' }),
    durationS: z
      .number()
      .min(0)
      .max(OWN_BURN_LIMITS.longestS)
      .default(0)
      .meta({ description: 's; 0: an impulse. Else constant acceleration, its direction that of ignition' }),
    frame: z.enum(OWN_BURN_FRAMES).default('RTN').meta({
      description:
        'Axes of the Δv at ignition, where the burns before it have brought the satellite. RTN: radial, along-track, orbit normal; VNB: velocity, orbit normal, outward; TNW: velocity, inward, orbit normal. A burn of some length has axes that stay: 422 for those in _ROTATING',
    }),
    vector: Vector.refine((v) => Math.hypot(...v) > 0, { message: 'has to have a length' }).meta({
      description: 'Velocity after minus before, m/s',
    }),
  })
  .meta({
    id: 'OwnBurn',
    description: 'A burn that your satellite is to make, whatever for',
    examples: [{ ignition: '2026-11-21T08:30:00.000Z', durationS: 42, frame: 'RTN', vector: [0, 0.045, 0] }],
  })
export type OwnBurn = z.output<typeof OwnBurn>

/** A burn of a plan as it is propagated and written to files. */
const FlownOwnBurn = OwnBurn.extend({
  deltaVRtn: z.tuple([z.number(), z.number(), z.number()]).meta({
    description: 'In R, T, N at ignition, m/s, as it is flown and written: multiples of 1e-7',
  }),
  deltaVMps: z.number().meta({ description: 'm/s' }),
}).meta({
  id: 'PlannedOwnBurn',
  description: 'A burn of a plan without an event, as it was given and as it is flown',
  examples: [
    {
      ignition: '2026-11-21T08:30:00.000Z',
      durationS: 42,
      frame: 'RTN',
      vector: [0, 0.045, 0],
      deltaVRtn: [0, 0.045, 0],
      deltaVMps: 0.045,
    },
  ],
})
export type PlannedOwnBurn = z.output<typeof FlownOwnBurn>

/** The kinds of own orbits from which a plan can start. */
export const OWN_ORBITS = ['EPHEMERIS', 'ELEMENT_SET'] as const

export const OwnOrbit = z
  .strictObject({
    source: z.enum(OWN_ORBITS),
    name: z.string().meta({ description: 'Of the ephemeris, or who published the element set' }),
    ephemerisId: Id.nullable(),
    at: Instant.meta({ description: 'When the ephemeris was made, or the epoch of the element set' }),
    from: Instant.nullable().meta({ description: 'Its begin; null: it has none' }),
    until: Instant.nullable().meta({ description: 'Its end: the new path is flown no further; null: it has none' }),
    hasCovariance: z.boolean().meta({
      description:
        'Whether the ephemeris states one; without it what was learnt of earlier ones stands for it, or none',
    }),
  })
  .meta({
    id: 'OwnOrbitOfPlan',
    description: 'The orbit of the satellite that a plan without an event is flown from',
    examples: [
      {
        source: 'EPHEMERIS',
        name: 'sat-3.oem',
        ephemerisId: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
        at: '2026-11-20T05:00:00.000Z',
        from: '2026-11-20T05:00:00.000Z',
        until: '2026-11-27T05:00:00.000Z',
        hasCovariance: true,
      },
    ],
  })
export type OwnOrbit = z.output<typeof OwnOrbit>

export const ownPlanFields = {
  burns: z.array(FlownOwnBurn).optional().meta({
    description:
      'Of a plan without an event: its burns in their order. The fields of one burn are then those of the first, totals those of all, manoeuvreDuration from the first ignition to the end of the last. Absent: one burn for an event',
  }),
  orbit: OwnOrbit.optional().meta({ description: 'Of a plan without an event: the orbit that it was planned on' }),
}

/** A request: the satellite and its burns. */
export const NewOwnBurns = z.strictObject({
  'satellite-id': Id,
  burns: z.array(OwnBurn).min(1).max(OWN_BURN_LIMITS.burns).meta({ description: 'In the order of their ignition' }),
  hasExecutionError: z.boolean().default(true).meta({
    description: 'Whether the errors of the engine count: the path is then screened with burns 3σ off, too',
  }),
})
