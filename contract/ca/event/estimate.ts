import { z } from 'zod'
import { Id, Instant, Rtn } from '../../page.ts'
import { RiskLevel } from '../message/cdm.ts'
import { LEVEL_SOURCES } from './level-by.ts'

/**
 * The sources of estimates of an event: the provider's message, our computation from that message, a screening of the own orbit, and a report
 * without covariances, which nobody can recompute.
 */
export const ESTIMATE_SOURCES = ['PROVIDER', 'RECOMPUTED', 'OWN_SCREENING', 'REPORTED'] as const
/** The reasons why an estimate cannot be the basis of a decision. */
export const WEAKNESSES = [
  'ELEMENT_SET',
  'OWN_WITHOUT_COVARIANCE',
  'OTHER_WITHOUT_COVARIANCE',
  'NOT_RECOMPUTABLE',
] as const
/** The source of the own orbit's covariance: the file, the errors of earlier files, or messages about the satellite. */
export const OWN_COVARIANCES = ['FILE', 'HISTORY', 'MESSAGES'] as const
/** The validity of an estimate; BEFORE_BURN: it uses a path that the satellite has left by a burn. */
export const ESTIMATE_STATES = ['COUNTS', 'WEAK', 'BEFORE_BURN', 'SUPERSEDED', 'WITHDRAWN'] as const

/** The difference between a message and a screening of the own orbit. */
export const Comparison = z
  .strictObject({
    cdmId: Id.meta({ description: 'The message' }),
    estimateId: Id.meta({ description: 'The screening of the own orbit' }),
    difference: Rtn.meta({ description: 'Relative position by the screening less that by the message, at its TCA, m' }),
    distanceM: z.number().meta({ description: 'Length of the difference, m' }),
    mahalanobis: z.number().meta({ description: 'The difference in the light of the covariances' }),
    threshold: z
      .number()
      .meta({ description: 'From here on they contradict each other: 99.73 % for three dimensions' }),
    isDisagreement: z.boolean(),
    isSameSecondary: z.boolean().meta({
      description: 'Both take the other object from this message: they differ by the own orbit alone',
    }),
  })
  .meta({ id: 'EstimateComparison', description: 'How far two estimates of one event are apart' })
export type Comparison = z.output<typeof Comparison>

/** The results of screenings of the own orbit for an event. */
export const OwnScreening = z
  .strictObject({
    estimateId: Id,
    screeningId: Id,
    madeAt: Instant.meta({ description: 'When the orbits were taken for the screening' }),
    tca: Instant,
    missM: z.number().meta({ description: 'Miss distance, m' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Probability of collision, 0 to 1; null where there is none' }),
    maximumProbability: z
      .number()
      .nullable()
      .meta({ description: 'Largest over a common factor on the covariance, 0 to 1' }),
    isEnvelope: z.boolean().meta({
      description:
        'The covariance of the other object is a flat envelope at the TCA, and no estimate: the probability is no more exact than that, and maximumProbability stands beside it',
    }),
    riskLevel: RiskLevel.meta({ description: 'Of this estimate by itself' }),
    state: z.enum(ESTIMATE_STATES),
    weakness: z.enum(WEAKNESSES).nullable(),
    endedAt: Instant.nullable().meta({ description: 'When a newer screening did not find it any more' }),
    isSimulated: z.boolean().meta({ description: 'An orbit of it is simulated, or came from a connection for tests' }),
  })
  .meta({ id: 'OwnScreening', description: 'What screening of the own orbit says of an event' })
export type OwnScreening = z.output<typeof OwnScreening>

/** The newest report about an event that came without covariances. */
export const NewestReport = z
  .strictObject({
    estimateId: Id,
    reporter: z.string().meta({ description: 'The service that reported it' }),
    reportId: z.string().meta({ description: 'Its number at that service' }),
    createdAt: Instant,
    tca: Instant,
    missM: z.number().meta({ description: 'Miss distance as reported, m' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Probability of collision as reported, 0 to 1; null: the report does not say' }),
    riskLevel: RiskLevel.meta({
      description: 'By our thresholds from the reported probability, or without one from the distance',
    }),
    state: z.enum(['COUNTS', 'BEFORE_BURN', 'SUPERSEDED']),
    isEmergencyReportable: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the service counts it among the emergencies; null: the report does not say' }),
    isSimulated: z.boolean().meta({ description: 'It came from a connection for tests' }),
  })
  .meta({
    id: 'ReportedApproach',
    description: 'What a service reports of an event without covariances: it cannot be recomputed',
  })
export type NewestReport = z.output<typeof NewestReport>

/** The published ephemeris of another operator on which an estimate rests. */
const NeighbourFile = z
  .strictObject({
    source: z.string().meta({ description: 'The host that published it' }),
    file: z.string(),
    madeAt: Instant.meta({
      description: 'When the operator made it, or, where it does not say so, when it was fetched',
    }),
    until: Instant.meta({ description: 'The end of its usable span' }),
    isEnvelope: z.boolean().meta({
      description:
        'At the TCA its covariance is a flat envelope, the same numbers for hours, and no estimate: the probability is no more exact than that, and maximumProbability stands beside it',
    }),
  })
  .meta({ id: 'NeighbourFile' })

/** One estimate of an event. */
export const Estimate = z
  .strictObject({
    estimateId: z.string().meta({ description: 'Stays for an estimate; two estimates of one message differ' }),
    source: z.enum(ESTIMATE_SOURCES),
    madeAt: Instant.meta({
      description: 'Creation of the message or report, or when the orbits were taken for the screening',
    }),
    tca: Instant,
    missM: z.number().meta({ description: 'Miss distance, m' }),
    miss: Rtn.nullable().meta({ description: 'Object 2 less object 1 along R, T, N of object 1, m' }),
    relativeSpeedMps: z.number().nullable().meta({ description: 'm/s; null: a report does not say' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Probability of collision, 0 to 1; null where there is none' }),
    method: z.string().nullable(),
    maximumProbability: z
      .number()
      .nullable()
      .meta({ description: 'Largest over a common factor on the covariance, 0 to 1' }),
    sigma: Rtn.nullable().meta({ description: '1σ of the relative position, m; null: no covariance of both objects' }),
    riskLevel: RiskLevel.meta({ description: 'Of this estimate by itself; of a provider that of our thresholds' }),
    state: z.enum(ESTIMATE_STATES),
    weakness: z.enum(WEAKNESSES).nullable(),
    endedAt: Instant.nullable(),
    cdmId: Id.nullable().meta({ description: 'The message; of a screening that from which it took the other object' }),
    messageId: z.string().nullable(),
    originator: z.string().nullable(),
    screeningId: Id.nullable(),
    oemFileId: Id.nullable().meta({ description: 'The ephemeris that was screened; null: its element set' }),
    fileName: z.string().nullable(),
    ownCovariance: z.enum(OWN_COVARIANCES).nullable().meta({
      description:
        'Of a screening: whether the file stated its covariance, or, as it states none, that follows from how far earlier files were off at that age (HISTORY) or from what messages say of the satellite, interpolated by age (MESSAGES); null: no covariance, or no screening',
    }),
    against: z.enum(['CAT', 'CDM', 'OPS', 'EPH']).nullable(),
    neighbour: NeighbourFile.nullable().meta({
      description: 'The ephemeris of the other object that its operator published; null: its orbit is from elsewhere',
    }),
    isEmergencyReportable: z.boolean().nullable().meta({
      description: 'REPORTED: whether the service counts it among the emergencies; null: not said, or no report',
    }),
    isSimulated: z.boolean(),
  })
  .meta({ id: 'Estimate', description: 'What one source says of an event' })
export type Estimate = z.output<typeof Estimate>

/** A screening of an own orbit that would have found the approach of an event, and did not. */
export const UnfoundApproach = z
  .strictObject({
    screeningId: Id,
    madeAt: Instant.meta({ description: 'When the orbits were taken for the screening' }),
    tca: Instant.meta({ description: 'The TCA of the event, which the screening covers' }),
    volume: Rtn.meta({
      description: 'Half the edges of the screened volume around the own satellite along R, T and N, m',
    }),
    distanceM: z.number().nullable().meta({
      description:
        'How far apart both ephemerides have the objects at that TCA, m; null: the own orbit is an element set, or a file is not kept any more',
    }),
    oemFileId: Id.nullable().meta({ description: 'The ephemeris that was screened; null: its element set' }),
    fileName: z.string().nullable(),
    neighbour: NeighbourFile.meta({ description: 'The ephemeris of the other object that its operator published' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'UnfoundApproach',
    description:
      'A screening against the published ephemeris of the other object that covers the TCA and found no approach: it has no level, and takes none back',
  })
export type UnfoundApproach = z.output<typeof UnfoundApproach>

const ID = '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22'

/** All estimates of an event, and whether they are consistent. */
export const EventEstimates = z
  .strictObject({
    conjunctionId: Id,
    levelFrom: z.enum(LEVEL_SOURCES).meta({ description: 'Whose estimate the level is of' }),
    estimates: z.array(Estimate).meta({ description: 'Oldest first' }),
    unfound: z.array(UnfoundApproach).meta({
      description:
        'Of each own satellite the newest screening against the published ephemeris of the other object, if it covers the TCA and no such screening has ever found the approach',
    }),
    comparison: Comparison.nullable().meta({
      description: 'The message that counts and the screening that counts; null where one of them has no covariance',
    }),
  })
  .meta({
    id: 'EventEstimates',
    description: 'All estimates of an event, by source',
    examples: [{ conjunctionId: ID, levelFrom: 'MESSAGE', estimates: [], unfound: [], comparison: null }],
  })
export type EventEstimates = z.output<typeof EventEstimates>
