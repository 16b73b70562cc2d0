import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { DELTA_V_DIRECTIONS } from '../satellite/propulsion.ts'
import { PlanBlackouts } from './blackout.ts'
import { CONFIRMED_FIELDS, Counted, Separation } from './confirmed.ts'
import { DragChange } from './drag-change.ts'
import { ExecutionCovariance } from './execution-covariance.ts'
import { flownAlongField } from './flown-along.ts'
import { LEFT_OUT_BY, LeftOut, LeftOutClaim } from './left-out.ts'
import { EXAMPLE_PATH, PathScreening } from './path-screening.ts'
import { repeatedPairs } from './repeated-pairs.ts'
import { frameOf, Line, PLAN_LIMITS, PLAN_STRATEGIES, Target, Timing, Vector } from './request-parts.ts'
import { SatelliteBasis } from './satellite-basis.ts'
import { NotScreenedEvent, ScreeningCauses } from './screening-reason.ts'

/** The frames for the states of a plan (spec §3); orbit frames can be used only for a Δv. */
export const STATE_FRAMES = ['ECEF', 'ECI', 'EME2000'] as const
/** The axes for the Δv in an OPM: the frames of spec §3 that CCSDS 502.0-B allows. */
export const MAN_FRAMES = ['RSW_INERTIAL', 'TNW_INERTIAL', 'EME2000'] as const
/** The reference frames of spec §3. */
export const REFERENCE_FRAMES = [...STATE_FRAMES.slice(0, 2), ...MAN_FRAMES] as const
/** The types that can be planned; for the other propulsions of spec §3 the answer names the remaining options. */
export const MANOEUVRE_TYPES = ['IMPULSIVE', 'CONTINUOUS', 'DIFFERENTIAL_DRAG', 'NONE', 'UNKNOWN'] as const
export const PLAN_DYNAMICS = ['two-body', 'j2'] as const

/** The requested burn; the other values come from the satellite. */
export const PlanRequest = z
  .strictObject({
    start: Timing.default({ unit: 'PERIODS', value: 2.5 }).meta({ description: 'When the burn starts' }),
    until: Instant.optional().meta({
      description: 'The burn starts at the best time from start to here, outside the blackouts of the satellite',
    }),
    strategy: z.enum(PLAN_STRATEGIES).optional().meta({
      description:
        'In place of start, which then does not count; until may end it sooner. SHORT_TERM: the best time at most 3.5 revolutions before TCA. LONG_TERM: the best time 5 revolutions or more before, along the track where direction says no other line and the thrusters can. Of periods from 1,300 min on at most 24 h, and 48 h or more',
    }),
    plannedBurn: z.literal('NEXT').optional().meta({
      description:
        'In place of a burn that is sized: the next announced burn of the satellite after the closest approach (burn notices), with its own Δv, in R, T, N of its ignition, moved to the start. With until or strategy by the fewest whole revolutions that reach the target, else to the latest time that does; limit is PLANNED_BURN where none does. direction and manoeuvreDuration then do not count',
    }),
    target: Target.optional().meta({ description: 'Absent: 0.03 of what the satellite accepts' }),
    direction: Line.optional().meta({ description: 'Absent: any direction' }),
    manoeuvreDuration: Timing.optional().meta({
      description: 'Of a CONTINUOUS burn or a change of area; absent: as long as it takes. DATE: when it ends',
    }),
    attitude: z.literal('LEAST_AREA').optional().meta({
      description:
        'Of DIFFERENTIAL_DRAG: the attitude of least area from the start to the closest approach. Absent: the shortest time with more or less area that is enough',
    }),
    heldAreaM2: z.number().positive().max(10_000).optional().meta({
      description:
        'Of DIFFERENTIAL_DRAG: the area against the flow in the attitude, m², within what the satellite can show. Absent: its least or its most, whichever does more',
    }),
    dynamics: z.enum(PLAN_DYNAMICS).default('j2'),
    hasExecutionError: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the errors of the burn count into the probability' }),
    executionCovarianceRtn: ExecutionCovariance.optional(),
    leftOut: LeftOut.optional(),
    deltaVReferenceFrame: frameOf.optional().meta({ description: 'Axes of deltaVVector; absent: of the satellite' }),
    deltaVDirection: z.enum(DELTA_V_DIRECTIONS).optional().meta({ description: 'Absent: that of the satellite' }),
    referenceFrame: z.enum(STATE_FRAMES).default('ECI').meta({ description: 'Of positions and velocities' }),
  })
  .meta({
    id: 'ManoeuvreRequest',
    description: 'What a burn shall be; the rest is of the satellite',
    examples: [
      {
        start: { unit: 'PERIODS', value: 2.5 },
        target: { kind: 'PROBABILITY', value: 3e-6 },
        dynamics: 'j2',
        hasExecutionError: true,
        referenceFrame: 'ECI',
      },
    ],
  })
export type PlanRequest = z.output<typeof PlanRequest>

export const probability = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, 0 to 1; null: none` })
const metres = (what: string) => z.number().meta({ description: `${what}, m` })

/** The values of an encounter, with or without a burn. */
export const ReachedValues = z
  .strictObject({
    probability: probability('Probability of collision, by the method that assessed the event'),
    maximumProbability: probability('Largest over a common factor on the covariance'),
    mahalanobis: z.number().nullable().meta({ description: 'Miss in sigmas of the conjunction plane' }),
    missM: metres('Miss distance'),
    tca: Instant,
  })
  .meta({ id: 'ManoeuvreOutcome', description: 'An encounter without the burn, or with it' })
export type ReachedValues = z.output<typeof ReachedValues>

const kilograms = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, kg; null: no mass is known` })
const seconds = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, s; null: it has none` })

/** The fields of spec §3, and the effect of the burn. */
export const Burn = z
  .strictObject({
    manoeuvreType: z.enum(MANOEUVRE_TYPES),
    orbitsBeforeTca: z.number().meta({ description: 'Osculating revolutions from ignition to the TCA of the message' }),
    totalDeltaMass: kilograms('Propellant of all burns'),
    totalDeltaVMagnitude: z.number().meta({ description: 'Of all burns, m/s' }),
    totalThrustingTime: seconds('With the engine on'),
    effectiveThrustMagnitude: z.number().nullable().meta({ description: 'Mean over the burn, N' }),
    deltaMass: kilograms('Propellant of this burn'),
    deltaVMagnitude: z.number().meta({ description: 'Of this burn, m/s' }),
    deltaVReferenceFrame: frameOf,
    deltaVVector: Vector.meta({ description: 'Velocity after minus before in deltaVReferenceFrame, m/s' }),
    drag: DragChange.nullable().meta({ description: 'Of DIFFERENTIAL_DRAG; null: not of this type' }),
    dragCrossSection: z.number().nullable().meta({ description: 'In differential drag, m²; null: not of this type' }),
    totalTimeInDifferentialDragConfiguration: seconds('In differential drag'),
    totalTimeInNominalConfiguration: seconds('Of differential drag in the nominal attitude'),
    specificImpulse: z.number().nullable().meta({ description: 's' }),
    dutyCycle: z.number().nullable().meta({ description: 'Share of the duration with the engine on' }),
    spacecraftInitialMass: kilograms('Before the burn'),
    manoeuvreDuration: z.number().meta({ description: 's; 0: an impulse' }),
    ignitionEpoch: z.string().meta({ description: 'UTC with microseconds', examples: ['2026-11-21T10:10:12.123456Z'] }),
    positionBefore: Vector.meta({ description: 'At ignition, m' }),
    velocityBefore: Vector.meta({ description: 'At ignition, m/s' }),
    positionAfter: Vector.meta({ description: 'At the end of the burn, m' }),
    velocityAfter: Vector.meta({ description: 'At the end of the burn, m/s' }),
    smaChange: metres('Change of the osculating semi-major axis'),
    referenceFrame: z.enum(STATE_FRAMES),
    deltaVDirection: z.enum(DELTA_V_DIRECTIONS),
    azimuthDeg: z.number().meta({ description: 'Of deltaVVector, deg: from its second axis towards the third' }),
    elevationDeg: z.number().meta({ description: 'Of deltaVVector, deg: towards its first axis' }),
    deltaVRtn: Vector.meta({
      description: 'In R, T, N at ignition, m/s, as it is flown and written: multiples of 1e-7',
    }),
    dynamics: z.enum(PLAN_DYNAMICS),
    target: Target,
    before: ReachedValues,
    after: ReachedValues,
    hotProbability: probability('With a burn 3σ too strong; by drag: with air up to the 95th percentile'),
    coldProbability: probability('With a burn 3σ too weak; by drag: with air down to the 5th percentile'),
    sensitivity: z
      .array(z.strictObject({ covarianceFactor: z.number(), probability: z.number().nullable() }))
      .meta({ description: 'After the burn, with both sigmas multiplied (flight rule F3)' }),
    meetsTarget: z.boolean(),
    limit: z.enum(PLAN_LIMITS).nullable().meta({
      description:
        'What keeps it from its target. METHOD: the method that assessed the event has no value for what the burn leaves, or one that a larger burn does not lower enough. PASSAGE: objects that fly along together come too near at another passage. DIRECTION: the thrusters cannot push to where a burn of the same limits would reach it. PLANNED_BURN: the planned burn that is moved forward is too small, or points elsewhere',
    }),
    ...CONFIRMED_FIELDS,
    isTrackingFirst: z
      .boolean()
      .meta({ description: 'The message is diluted: its probability alone calls for no burn, and rules none out' }),
    convention: z.string().meta({ description: 'How covariances were carried' }),
    satelliteBasis: SatelliteBasis.meta({ description: 'The satellite as it was when this was planned' }),
    isEngineAssumed: z.boolean().meta({
      description: 'True: of the propulsion its type alone was known, and usual numbers stood for the rest',
    }),
    blackouts: PlanBlackouts.optional().meta({
      description: 'Blackouts by what is known now, held against the burn; absent where nobody has looked yet',
    }),
  })
  .meta({ id: 'ManoeuvreBurn', description: 'The burn of a plan, and what it reaches when it is flown' })
export type Burn = z.output<typeof Burn>

export const SCREENING_VERDICTS = ['PASS', 'WARN', 'FAIL', 'NOT_ASSESSED'] as const

const ScreenedEvent = z
  .strictObject({
    conjunctionId: Id,
    cdmId: Id,
    object: z.string().meta({ description: 'Name of the other object' }),
    grade: z.string().meta({ description: 'What the orbits of its message rest on' }),
    isTarget: z.boolean(),
    tca: Instant,
    before: probability('Without the burn; of a plan without an event, with the burns that are flown along'),
    maximumBefore: probability('Without the burn, largest over a common factor on the covariance'),
    nominal: probability('With the burn'),
    hot: probability('With a burn 3σ too strong'),
    cold: probability('With a burn 3σ too weak'),
    missBeforeM: metres('Miss distance without the burn'),
    missM: metres('Miss distance with the burn'),
    separation: Separation.optional(),
    leftOut: z.enum(LEFT_OUT_BY).optional().meta({ description: 'Why it counts for nothing; absent: it counts' }),
  })
  .meta({ id: 'ManoeuvreScreenedEvent', description: 'An open event of the satellite, without the burn and with it' })

const NextBest = z
  .strictObject({
    request: PlanRequest,
    verdict: z.enum(SCREENING_VERDICTS).meta({ description: 'Against the messages' }),
    ignitionEpoch: z.string().meta({ description: 'UTC with microseconds' }),
    deltaVMagnitude: z.number().meta({ description: 'm/s' }),
    probability: probability('Of the event with that burn; of one that was counted the upper bound'),
    counted: Counted.optional().meta({
      description:
        'No other method has a value for it: it meets the target of its request by this count, or is the best that was found',
    }),
  })
  .meta({ id: 'ManoeuvreNextBest', description: 'Another burn for the same event, which its screening likes better' })
export type NextBest = z.output<typeof NextBest>

/** The reasons why there is no alternative burn. */
export const NO_NEXT_BEST = ['NONE_REACHES', 'NONE_BETTER', 'NO_TIME', 'BY_DRAG', 'NO_PROBABILITY'] as const

const SecondBurn = z
  .strictObject({ ignition: Instant, commitAt: Instant.meta({ description: 'Until then it can be decided' }) })
  .meta({ id: 'ManoeuvreSecondBurn', description: 'The last burn that could take the place of one that is missed' })
export type SecondBurn = z.output<typeof SecondBurn>

export const PlanScreening = z
  .strictObject({
    type: z.literal('MAN_VS_CDM'),
    at: Instant,
    verdict: z.enum(SCREENING_VERDICTS).meta({ description: 'Of the messages and of all paths together' }),
    reasons: z.array(z.string()).meta({ description: 'Why it is not PASS, a sentence each' }),
    causes: ScreeningCauses,
    blackouts: PlanBlackouts.optional().meta({
      description: 'The blackouts of the satellite; absent: nobody had screened the plan before it was approved',
    }),
    ofMessages: z
      .strictObject({ verdict: z.enum(SCREENING_VERDICTS), reasons: z.array(z.string()), causes: ScreeningCauses })
      .meta({ description: 'MAN_VS_CDM alone' }),
    paths: z.array(PathScreening).meta({ description: 'Against the catalogue and the own fleet' }),
    nextBest: NextBest.nullable().meta({
      description: 'A burn that does better; null: this one passes, or none was found',
    }),
    noNextBest: z.enum(NO_NEXT_BEST).optional().meta({
      description:
        'Why there is none. NONE_REACHES: no other time and target that was looked at reaches it; NONE_BETTER: the screening likes none of them better; NO_TIME: they take too long to plan; BY_DRAG: another change of area is flown for days; NO_PROBABILITY: the event cannot be screened. Absent: there is one, the plan passes, or it was not looked for',
    }),
    secondBurn: SecondBurn.nullable().optional().meta({
      description:
        'Where the burn is missed, half a revolution before TCA; null: none can be commanded after it. Absent: of a plan without an event',
    }),
    accepted: z.number().meta({ description: 'Probability that the satellite accepts' }),
    coverage: z
      .number()
      .meta({ description: 'Share of the new path inside the volume that the messages came from, 0 to 1' }),
    pathUntil: Instant,
    events: z.array(ScreenedEvent),
    notScreened: z.array(NotScreenedEvent),
    totalBefore: probability(
      'Of all events that count without the burn, different objects independent, of one the sum',
    ),
    totalAfter: probability('Of all events that count with the burn, different objects independent, of one the sum'),
    repeated: repeatedPairs,
    leftOut: LeftOutClaim.nullable().meta({ description: 'Null: every open event counts' }),
    flownAlong: flownAlongField,
  })
  .meta({ id: 'ManoeuvreScreening', description: 'What the burn does to every open event of the satellite' })
export type PlanScreening = z.output<typeof PlanScreening>

export const EXAMPLE_MANOEUVRE_ID = '0d6f1f43-3a0e-4c8e-9a0b-6c1f2a7b9e55'
const EVENT_ID = '5b3f6a2e-8a53-4a3a-9a53-7f8f1f0e2d11'
const CDM_ID = 'c56a4180-65aa-42ec-a945-5fd21dec0538'

const BEFORE: ReachedValues = {
  probability: 1.76e-3,
  maximumProbability: 2.1e-3,
  mahalanobis: 1.2,
  missM: 182,
  tca: '2026-11-21T14:13:07.000Z',
}

export const EXAMPLE_BURN: Burn = {
  manoeuvreType: 'IMPULSIVE',
  orbitsBeforeTca: 2.5,
  totalDeltaMass: 0.0104,
  totalDeltaVMagnitude: 0.0374,
  totalThrustingTime: 22.4,
  effectiveThrustMagnitude: 1,
  deltaMass: 0.0104,
  deltaVMagnitude: 0.0374,
  deltaVReferenceFrame: 'RTN',
  deltaVVector: [0.0002, 0.0374, 0],
  drag: null,
  dragCrossSection: null,
  totalTimeInDifferentialDragConfiguration: null,
  totalTimeInNominalConfiguration: null,
  specificImpulse: 220,
  dutyCycle: null,
  spacecraftInitialMass: 600,
  manoeuvreDuration: 0,
  ignitionEpoch: '2026-11-21T10:10:12.123456Z',
  positionBefore: [7_000_000, 0, 0],
  velocityBefore: [0, 1_000, 7_480],
  positionAfter: [7_000_000, 0, 0],
  velocityAfter: [0.0002, 1_000.005, 7_480.037],
  smaChange: 69.4,
  referenceFrame: 'ECI',
  deltaVDirection: 'XYZ',
  azimuthDeg: 0,
  elevationDeg: 0.3,
  deltaVRtn: [0.0002, 0.0374, 0],
  dynamics: 'j2',
  target: { kind: 'PROBABILITY', value: 3e-6 },
  before: BEFORE,
  after: { ...BEFORE, probability: 2.9e-6, maximumProbability: 4e-5, mahalanobis: 5.1, missM: 1_480 },
  hotProbability: 4.1e-9,
  coldProbability: 6.2e-5,
  sensitivity: [
    { covarianceFactor: 0.5, probability: 1e-17 },
    { covarianceFactor: 2, probability: 4.1e-5 },
  ],
  meetsTarget: true,
  limit: null,
  isTrackingFirst: false,
  convention: 'Position and velocity by the two-body transition matrix from the TCA of the message',
  satelliteBasis: SatelliteBasis.parse({
    wetMass: 600,
    hardBodyRadius: 2.5,
    propulsion: { type: 'IMPULSIVE', thrustN: 1, ispS: 220 },
    acceptedCollisionProbability: 1e-4,
    acceptedMinimumDistanceM: 50,
  }),
  isEngineAssumed: false,
}

export const EXAMPLE_SCREENING: PlanScreening = {
  type: 'MAN_VS_CDM',
  at: '2026-11-20T06:00:00.000Z',
  verdict: 'PASS',
  reasons: [],
  causes: [],
  ofMessages: { verdict: 'PASS', reasons: [], causes: [] },
  paths: [EXAMPLE_PATH],
  nextBest: null,
  secondBurn: null,
  accepted: 1e-4,
  coverage: 1,
  pathUntil: '2026-11-28T10:10:12.123Z',
  repeated: null,
  leftOut: null,
  events: [
    {
      conjunctionId: EVENT_ID,
      cdmId: CDM_ID,
      object: 'SIM DEB',
      grade: 'SPECIAL_PERTURBATIONS',
      isTarget: true,
      tca: '2026-11-21T14:13:07.000Z',
      before: 1.76e-3,
      maximumBefore: 2.1e-3,
      nominal: 2.9e-6,
      hot: 4.1e-9,
      cold: 6.2e-5,
      missBeforeM: 182,
      missM: 1_480,
    },
  ],
  notScreened: [],
  totalBefore: 1.76e-3,
  totalAfter: 2.9e-6,
}
