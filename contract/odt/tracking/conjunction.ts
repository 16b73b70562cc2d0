import { z } from 'zod'
import { RiskLevel } from '../../ca/message/cdm.ts'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { ODT_USER } from '../../roles.ts'
import { UpdateOutcome } from '../observation/observation.ts'
import { MEASUREMENT_TYPES, PassName } from '../request/request.ts'
import { PASS_STATUSES } from '../request/request-status.ts'
import { Withdrawal } from '../request/withdrawal.ts'

/** The reasons why the passes of an object are not ranked. */
export const UNRANKED = [
  'AFTER_COMMIT',
  'NO_COVARIANCE',
  'NO_PROBABILITY',
  'NO_ORBIT',
  'NO_SENSOR',
  'NO_PASS',
  'TOO_COSTLY',
] as const

const share = (description: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: `${description}, 0 to 1` })

const empirical = z.number().nullable().meta({
  description:
    'Share of the passes of this sensor that brought a track, 0 to 1; null: none is over yet, there is no record',
})
const record = {
  empirical,
  tries: z.int().meta({ description: 'How many passes of the sensor are over' }),
  successes: z.int().meta({ description: 'How many of them brought a track' }),
}

/** The worth of one pass for the decision about an event. */
export const RankedPass = z
  .strictObject({
    name: PassName,
    sensorCode: z.string(),
    groundSensorName: z.string(),
    measurementType: z.enum(MEASUREMENT_TYPES),
    start: Instant,
    end: Instant,
    resultBy: Instant.meta({ description: 'Pass, delivery and processing: before commitBefore' }),
    maximumElevation: z.number().meta({ description: 'deg' }),
    range: z.number().meta({ description: 'At the culmination, m' }),
    magnitude: z.number().nullable().meta({ description: 'At the culmination; null: not seen by its light' }),
    phaseAngle: z.number().nullable().meta({ description: 'Sun, object, sensor at the culmination, deg' }),
    clearSky: z.number().nullable().meta({ description: 'Share of clear nights, 0 to 1; null: no condition' }),
    detection: z
      .strictObject({
        probability: share('Of a track: light, weather and record together'),
        theoretical: share('Of a track, from light and weather alone'),
        ...record,
      })
      .meta({ description: 'Whether the pass brings a track' }),
    crossingChance: share('Chance that its result carries the event across the line before it is decided'),
    crossingChanceIfSeen: share('The same, given that it brings a track'),
    savedBurns: z.number().meta({
      description: 'Expected cost of the best decision now less that of the best one afterwards, in burns',
    }),
    sigmaBefore: z.number().meta({ description: 'Larger 1 sigma in the conjunction plane now, m' }),
    sigmaAfter: z.number().meta({ description: 'The same with the track, m' }),
    isExhausted: z.boolean().meta({
      description: 'What is still to come until TCA is as large as the covariance: along the track nothing is gained',
    }),
    orderedBy: Id.nullable().meta({
      description: 'The request by which the organisation has ordered it; null: it is not ordered, and can be',
    }),
  })
  .meta({ id: 'RankedPass', description: 'What a pass is worth to the decision of an event' })
export type RankedPass = z.output<typeof RankedPass>

/** The number of passes that are proposed for an event: the best one, and one that may see the object if the first one misses it. */
export const PROPOSED_FOR_EVENT = 2

/** A pass that changes the decision with a lower probability is not worth an order: it is not proposed, and no delivery names it. */
export const LEAST_CROSSING_CHANCE = 0.05
export const isWorthIt = ({ crossingChance }: Pick<RankedPass, 'crossingChance'>): boolean =>
  crossingChance >= LEAST_CROSSING_CHANCE

/** Returns false for a pass that cannot change the decision or is already ordered: only the reader may choose it. */
export const isProposable = (pass: Pick<RankedPass, 'crossingChance' | 'orderedBy'>): boolean =>
  isWorthIt(pass) && pass.orderedBy === null

const External = z
  .strictObject({
    cdmId: Id,
    originator: z.string(),
    creationDate: Instant,
    lastObservationFrom: Instant.nullable(),
    lastObservationTo: Instant.nullable(),
    tracksUsed: z
      .int()
      .nullable()
      .meta({ description: 'How many tracks are in its orbit; null: the message does not say' }),
    tracksAvailable: z
      .int()
      .nullable()
      .meta({ description: 'How many tracks there were; null: the message does not say' }),
    observationsUsed: z
      .int()
      .nullable()
      .meta({ description: 'How many observations are in its orbit; null: the message does not say' }),
  })
  .meta({
    id: 'StatedTracking',
    description: 'Tracking by others, as their message states it; nobody names the sensors',
  })

const MadeTrack = z
  .strictObject({
    observationFileId: Id,
    observationRequestId: Id.nullable().meta({
      description: 'The request that brought it; null: a track of the organisation’s own',
    }),
    sensorCode: z.string(),
    start: Instant,
    end: Instant,
    measurements: z.int().meta({ description: 'How many measurements are in the track' }),
    isSimulated: z.boolean(),
  })
  .meta({ id: 'MadeTrack', description: 'A track of the object that the organisation has' })

const NOT_EXPECTED = 'null: by the message that counts its sensor does not see the object then, or the sensor is gone'

const TaskedPass = z
  .strictObject({
    observationRequestId: Id,
    sensorCode: z.string(),
    groundSensorName: z.string(),
    start: Instant,
    end: Instant,
    status: z.enum(PASS_STATUSES),
    maximumElevation: z
      .number()
      .nullable()
      .meta({ description: `deg; ${NOT_EXPECTED}` }),
    range: z
      .number()
      .nullable()
      .meta({ description: `At the culmination, m; ${NOT_EXPECTED}` }),
    magnitude: z.number().nullable().meta({ description: 'At the culmination; null: not seen by its light' }),
    phaseAngle: z.number().nullable().meta({ description: 'Sun, object, sensor at the culmination, deg' }),
    clearSky: z.number().nullable().meta({ description: 'Share of clear nights, 0 to 1; null: no condition' }),
    detection: z
      .strictObject({
        probability: share('Of a track: light, weather and record together').nullable(),
        theoretical: share('Of a track, from light and weather alone').nullable(),
        ...record,
      })
      .meta({ description: `Whether the pass brings a track; without a theoretical probability ${NOT_EXPECTED}` }),
  })
  .meta({ id: 'TaskedPass', description: 'A pass that is ordered and not over' })

const TrackedObject = z
  .strictObject({
    place: z.literal([1, 2]).meta({ description: 'Object 1 or 2 of the event' }),
    catalogueId: z.int().nullable().meta({ description: 'Null: its designator is no catalogue number' }),
    name: z.string(),
    satelliteId: Id.nullable(),
    isSimulated: z.boolean().meta({ description: 'Simulated sensors may observe it' }),
    stated: z.array(External).meta({ description: 'By message, oldest first' }),
    made: z.array(MadeTrack).meta({ description: 'Oldest first' }),
    tasked: z.array(TaskedPass).meta({ description: 'By start' }),
    passes: z.array(RankedPass).meta({ description: 'Until the decision is due, best first' }),
    unranked: z.enum(UNRANKED).nullable().meta({ description: 'Why there are no passes; null: there are' }),
  })
  .meta({ id: 'TrackedObject', description: 'An object of an event: who tracked it, who will, and what that is worth' })
export type TrackedObject = z.output<typeof TrackedObject>

/** If the reason is one of these, it is known that no pass can bring a result in time. */
const KNOWN_NONE: readonly TrackedObject['unranked'][] = [null, 'AFTER_COMMIT', 'NO_SENSOR', 'NO_PASS']

/** The passes that can decide an event before its deadline, ranked only by their worth. */
export type DecidingPasses = {
  /** The best of the ordered passes. */
  readonly ordered: RankedPass | undefined
  /** The best pass that is not ordered, if it is worth more than the ordered one. */
  readonly toOrder: RankedPass | undefined
}

/** Returns the passes of both objects that can decide the event; undefined if that is not known for all of them. */
export function decidingPassesOf(
  objects: readonly Pick<TrackedObject, 'passes' | 'tasked' | 'unranked'>[],
  nowMs: number,
): DecidingPasses | undefined {
  const worth = objects
    .flatMap(({ passes }) => passes)
    .filter(isWorthIt)
    .toSorted((a, b) => b.crossingChance - a.crossingChance)
  const [best] = worth
  const ordered = worth.find(({ orderedBy }) => orderedBy !== null)
  if (best !== undefined) return { ordered, toOrder: best.orderedBy === null ? best : undefined }
  // A pass that is being observed or evaluated is not ranked any more, but may still bring a track.
  const isOnItsWay = objects.some(({ tasked }) => tasked.some(({ start }) => Date.parse(start) <= nowMs))
  const isKnown = objects.every(({ unranked }) => KNOWN_NONE.includes(unranked))
  return isKnown && !isOnItsWay ? { ordered: undefined, toOrder: undefined } : undefined
}

const Told = z
  .strictObject({
    cdmId: Id,
    messageId: z.string(),
    originator: z.string(),
    riskLevel: RiskLevel,
    probability: z.number().nullable().meta({ description: '0 to 1' }),
    missM: z.number().meta({ description: 'm' }),
  })
  .meta({ id: 'ToldByMessage', description: 'What a message says of the event' })

export const EventUpdate = z
  .strictObject({
    updateId: Id,
    at: Instant,
    observationFileId: Id,
    observationRequestId: Id.nullable().meta({
      description: 'The request that brought the track; null: a track of the organisation’s own',
    }),
    sensorCode: z.string(),
    catalogueId: z.int().nullable().meta({ description: 'Number of the object that was tracked' }),
    trackStart: Instant,
    outcome: UpdateOutcome,
    before: Told.meta({ description: 'The message that the track was added to' }),
    after: Told.nullable().meta({ description: 'The message of the organisation with the track; null: none was made' }),
    scaleFactor: z.number().nullable().meta({ description: 'On the covariance, from the residuals; 1 or more' }),
    weightedRms: z
      .number()
      .nullable()
      .meta({ description: 'Root mean square of the residuals, each divided by its 1 sigma; null: there was no fit' }),
    measurementsUsed: z.int().nullable().meta({ description: 'How many measurements are in the fit' }),
    measurementsEdited: z.int().nullable().meta({ description: 'How many measurements were left out of the fit' }),
    isSimulated: z.boolean(),
    withdrawn: Withdrawal.nullable().meta({
      description: 'That the track was withdrawn since; null: it was not. Its message then drives no level',
    }),
  })
  .meta({ id: 'EventUpdate', description: 'What a track changed in an event' })
export type EventUpdate = z.output<typeof EventUpdate>

const CONJUNCTION = '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22'

export const EventTracking = z
  .strictObject({
    conjunctionId: Id,
    tca: Instant,
    commitBefore: Instant.meta({ description: 'Until then it has to be decided' }),
    line: z.number().meta({ description: 'Probability from which on the organisation acts: accepted probability' }),
    probability: z.number().nullable().meta({ description: 'Of the message that counts, 0 to 1' }),
    objects: z.array(TrackedObject).length(2),
    updates: z.array(EventUpdate).meta({ description: 'Newest first' }),
    computedAt: Instant,
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'EventTracking',
    description: 'Who tracked the objects of an event, who will, and what each pass is worth to the decision',
    examples: [
      {
        conjunctionId: CONJUNCTION,
        tca: '2026-11-24T06:12:00.000Z',
        commitBefore: '2026-11-23T06:12:00.000Z',
        line: 1e-4,
        probability: 2.1e-4,
        objects: [1, 2].map((place) => ({
          place: place as 1 | 2,
          catalogueId: place === 1 ? 90_003 : 90_141,
          name: place === 1 ? 'DEMO-3' : 'SIM DEB 0141',
          satelliteId: null,
          isSimulated: true,
          stated: [],
          made: [],
          tasked: [],
          passes: [],
          unranked: 'NO_PASS' as const,
        })),
        updates: [],
        computedAt: '2026-11-22T08:00:00.000Z',
        isSimulated: true,
      },
    ],
  })
export type EventTracking = z.output<typeof EventTracking>

export const getEventTracking = endpoint({
  tags: ['observations'],
  access: [ODT_USER],
  method: 'GET',
  path: '/api/v1/odt/conjunctions/{conjunction-id}/tracking',
  summary: 'Read the tracking of an event',
  description:
    'For both objects of an event: tracking by others as far as their messages state it, the tracks of the organisation, the passes that are ordered, and those that are possible until the decision is due, ranked by the chance that their result carries the event across the line of the decision. A pass lowers nothing that only happens after it. With the changes that tracks have made.',
  rate: 'read',
  params: z.strictObject({ 'conjunction-id': Id }),
  response: EventTracking,
})
