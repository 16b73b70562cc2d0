import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ProblemDetail } from '../../errors.ts'
import { Id, Instant, PAGE_NOTE, pageOf, Rtn, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

/** The sources of a message. */
export const CDM_SOURCES = [
  'upload',
  'space-track',
  'space-track-staging',
  'file-drop',
  'mailbox',
  'simulator',
  'tracking',
] as const
export type CdmSource = (typeof CDM_SOURCES)[number]
export const RISK_LEVELS = ['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
/** Risk levels in the order of their rank, 0 to 4 (spec §4). */
export const RiskLevel = z.enum(RISK_LEVELS)
export type RiskLevel = z.infer<typeof RiskLevel>

/** The kinds of orbit data on which a message is based, best first. */
export const GRADES = ['OPERATOR_EPHEMERIS', 'OWNER_OPERATOR', 'SPECIAL_PERTURBATIONS', 'TLE'] as const
export const Grade = z.enum(GRADES)
export type Grade = z.infer<typeof Grade>

const metres = (what: string) => z.number().meta({ description: `${what}, m` })
const variance = (what: string) =>
  z
    .number()
    .optional()
    .meta({ description: `${what}, m²` })

const Tnw = z.strictObject({ t: z.number(), n: z.number(), w: z.number() })
const Vnb = z.strictObject({ v: z.number(), n: z.number(), b: z.number() })

const CdmObject = z
  .strictObject({
    designator: z.string().meta({ description: 'Catalogue number as the message writes it', examples: ['90003'] }),
    name: z.string(),
    internationalDesignator: z.string(),
    objectType: z.string().nullable(),
    operatorOrganization: z.string().nullable(),
    manoeuvrable: z.enum(['YES', 'NO', 'UNKNOWN']),
    hardBodyRadius: z.number().nullable().meta({
      description: 'Radius of this object that was used, m; where only one for both is told, object 1 carries it',
    }),
    hardBodyRadiusFrom: z.string().meta({ description: 'Who says so: satellite, message, table, default' }),
    conjunctionPlaneX: metres(
      'Position in the conjunction plane along ξ = z × r, horizontal; 0 for object 1',
    ).optional(),
    conjunctionPlaneY: metres(
      'Position in the conjunction plane along ζ = z × ξ; 0 for object 1, so that the sum of both is the miss vector',
    ).optional(),
    conjunctionPlaneCovarianceXX: variance('Covariance in the conjunction plane'),
    conjunctionPlaneCovarianceYX: variance('Covariance in the conjunction plane'),
    conjunctionPlaneCovarianceYY: variance('Covariance in the conjunction plane'),
    sigmaRtn: Rtn.nullable().meta({ description: '1σ of its position along its own R, T and N, m' }),
    lastObservationAt: Instant.nullable().meta({ description: 'End of the time in which it was last observed' }),
    observationsUsed: z.int().nullable().meta({ description: 'Observations that the orbit determination used' }),
    weightedRms: z.number().nullable().meta({ description: 'Weighted residual of the orbit determination; no unit' }),
    ephemerisName: z.string().nullable(),
  })
  .meta({ id: 'CdmObject', description: 'One of the two objects of a message' })

/** CARA's checks of whether the planar probability may be used. */
const UsageChecks = z
  .strictObject({
    isViolated: z.boolean(),
    extended: z.number().meta({ description: 'Duration over the shorter period; limit 0.02' }),
    offset: z.number().meta({ description: 'Farther end over the shorter period; limit 0.01' }),
    inaccurate: z.number().nullable().meta({ description: 'Deviation from the curved encounter; limit 0.02' }),
    notPositiveDefinite: z.strictObject({ primary: z.boolean(), secondary: z.boolean(), combined: z.boolean() }),
  })
  .meta({ id: 'UsageChecks', description: 'Whether the assumptions of the planar probability hold' })

/** Our assessment of a message: the value for the decision, its source, and in addition the originator's own value. */
export const Assessment = z
  .strictObject({
    probability: z.number().nullable().meta({ description: 'The value to decide on; null: none is known, see reason' }),
    method: z.string().nullable(),
    reason: z.string().meta({ description: 'Why this method, or why none' }),
    isReliable: z.boolean().meta({ description: 'Whether the value was checked; without a probability, false' }),
    hardBodyRadius: z.number().nullable().meta({ description: 'Combined, m' }),
    hardBodyRadiusFrom: z.string(),
    secondsToTca: z.number().meta({ description: 'From the TCA of the message to the refined one, s' }),
    maximumProbability: z.number().nullable().meta({ description: 'Largest over a common factor on the covariance' }),
    maximumCovarianceFactor: z.number().nullable().meta({ description: 'Below 1: the probability is diluted' }),
    mahalanobis: z.number().nullable().meta({ description: 'Miss over uncertainty in the conjunction plane' }),
    isDiluted: z.boolean(),
    approachAngleDeg: z
      .number()
      .nullable()
      .meta({ description: 'Between the velocities of the two objects at TCA, deg; 180 is head-on' }),
    checks: UsageChecks.nullable(),
    velocityLeftOut: z.strictObject({ primary: z.boolean(), secondary: z.boolean() }).meta({
      description:
        'Of which object the velocity covariance is one that no orbit fit can have, so that the position alone was used',
    }),
    oneMissing: z
      .strictObject({
        object: z.enum(['primary', 'secondary']),
        probability: z.number().nullable().meta({ description: 'With the covariance of the other object alone' }),
        maximumProbability: z
          .number()
          .nullable()
          .meta({ description: 'Largest over all covariances that the object could have (Frisbee 2015)' }),
      })
      .nullable()
      .meta({ description: 'The object without a covariance; no value to decide on comes of the other one alone' }),
    reported: z
      .strictObject({
        probability: z.number(),
        method: z.string().nullable(),
        matches: z.string().nullable().meta({ description: 'The method of ours that gives this value within 1 %' }),
      })
      .nullable()
      .meta({ description: 'As the originator reported it, untouched' }),
    version: z.string().meta({ description: 'Version of the product that computed it' }),
  })
  .meta({ id: 'Assessment', description: 'What we make of a message' })
export type Assessment = z.output<typeof Assessment>

/** The encounter in one message; the combined values are the sums over both objects (spec §3). */
const CdmConjunctionData = z
  .strictObject({
    tca: Instant.meta({ description: 'Time of closest approach, refined' }),
    reportedTca: Instant,
    riskLevel: RiskLevel.meta({ description: 'By the thresholds of the satellite, of this message alone' }),
    probabilityOfCollision: z
      .number()
      .nullable()
      .meta({ description: 'The value to decide on, as in assessment, 0 to 1; null where there is none' }),
    totalMissDistance: metres('Miss distance'),
    radialSeparation: metres('Absolute radial part of it'),
    relativePosition: Rtn.meta({ description: 'Object 2 less object 1 along R, T, N of object 1, m' }),
    relativeVelocity: Rtn.meta({ description: 'The same, m/s' }),
    relativeSpeed: z.number().meta({ description: 'm/s' }),
    sigmaRtn: Rtn.nullable().meta({ description: '1σ of the relative position along R, T, N of object 1, m' }),
    relativePositionTnw: Tnw.meta({
      'x-addition': true,
      description: 'The same along T (velocity), N (inward), W (orbit normal) of object 1, m',
    }),
    relativePositionVnb: Vnb.meta({
      'x-addition': true,
      description: 'The same along V (velocity), N (orbit normal), B (outward) of object 1, m',
    }),
    sigmaTnw: Tnw.nullable().meta({ 'x-addition': true, description: '1σ along T, N, W, m' }),
    sigmaVnb: Vnb.nullable().meta({ 'x-addition': true, description: '1σ along V, N, B, m' }),
    sigmaMiss: z.number().nullable().meta({ description: '1σ along the miss vector, m' }),
    combinedHardBodyRadius: z.number().optional().meta({ description: 'Sum of those of both objects, m' }),
    combinedPlaneX: z
      .number()
      .optional()
      .meta({ description: 'Sum of those of both objects: the miss along x of the conjunction plane, m' }),
    combinedPlaneY: z
      .number()
      .optional()
      .meta({ description: 'Sum of those of both objects: the miss along y of the conjunction plane, m' }),
    combinedPlaneCovarianceXX: z.number().optional().meta({ description: 'Sum of those of both objects, m²' }),
    combinedPlaneCovarianceYX: z.number().optional().meta({ description: 'Sum of those of both objects, m²' }),
    combinedPlaneCovarianceYY: z.number().optional().meta({ description: 'Sum of those of both objects, m²' }),
  })
  .meta({ id: 'CdmConjunctionData', description: 'The encounter as this message sees it' })

const CDM_ID = '9d0c3f6e-41c5-4c1e-8f0b-2f4f6f1d8a11'
const CONJUNCTION_ID = '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22'

/** A conjunction data message (spec §3) with our assessment. */
export const Cdm = z
  .strictObject({
    cdmId: Id,
    messageId: z.string().meta({ description: 'MESSAGE_ID of the originator' }),
    conjunctionId: Id,
    satelliteId: Id.nullable().meta({ description: 'Null: object 1 is no satellite of the organisation' }),
    creationDate: Instant,
    receivedAt: Instant,
    withdrawnAt: Instant.nullable().meta({
      description:
        'When a track in it was withdrawn: it then drives no level, and an earlier message counts. null: it was not',
    }),
    originator: z.string(),
    source: z.enum(CDM_SOURCES),
    isSimulated: z.boolean(),
    grade: Grade.meta({
      description:
        'What its orbits rest on, as far as it says so; for 24 h a message of a lesser grade does not replace it as the one that counts',
    }),
    format: z.enum(['kvn', 'xml', 'json']).meta({ description: 'Of the original' }),
    bytes: z.int().meta({ description: 'Size of the original' }),
    sha256: z.string().meta({ description: 'Of the original' }),
    object1: CdmObject,
    object2: CdmObject,
    conjunctionData: CdmConjunctionData,
    assessment: Assessment,
    warnings: z.array(ProblemDetail).meta({ description: 'What was odd about it, with line and keyword' }),
  })
  .meta({ id: 'Cdm', description: 'A conjunction data message and what we make of it' })
export type Cdm = z.output<typeof Cdm>

const object = (designator: string, name: string) => ({
  designator,
  name,
  internationalDesignator: '2024-031C',
  objectType: 'PAYLOAD',
  operatorOrganization: null,
  manoeuvrable: 'UNKNOWN',
  hardBodyRadius: 2.5,
  hardBodyRadiusFrom: 'message',
  conjunctionPlaneX: 0,
  conjunctionPlaneY: 0,
  conjunctionPlaneCovarianceXX: 2500,
  conjunctionPlaneCovarianceYX: 0,
  conjunctionPlaneCovarianceYY: 400,
  sigmaRtn: { r: 20, t: 50, n: 10 },
  lastObservationAt: '2026-11-19T22:00:00.000Z',
  observationsUsed: 120,
  weightedRms: 1.1,
  ephemerisName: null,
})
const EXAMPLE = {
  cdmId: CDM_ID,
  messageId: 'SIM-000042',
  conjunctionId: CONJUNCTION_ID,
  satelliteId: null,
  creationDate: '2026-11-20T05:41:00.000Z',
  receivedAt: '2026-11-20T05:41:01.000Z',
  withdrawnAt: null,
  originator: 'APSIS-SIM',
  source: 'simulator',
  isSimulated: true,
  grade: 'SPECIAL_PERTURBATIONS',
  format: 'kvn',
  bytes: 5120,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  object1: object('90003', 'SAT-3'),
  object2: { ...object('90127', 'SIM DEB'), conjunctionPlaneX: 160, conjunctionPlaneY: -70 },
  conjunctionData: {
    tca: '2026-11-21T14:13:07.000Z',
    reportedTca: '2026-11-21T14:13:07.000Z',
    riskLevel: 'CRITICAL',
    probabilityOfCollision: 2.12e-4,
    totalMissDistance: 175,
    radialSeparation: 58,
    relativePosition: { r: 58, t: 114, n: 119 },
    relativeVelocity: { r: 1, t: -8000, n: 8100 },
    relativeSpeed: 11_390,
    sigmaRtn: { r: 47, t: 185, n: 144 },
    relativePositionTnw: { t: 114, n: -58, w: 119 },
    relativePositionVnb: { v: 114, n: 119, b: 58 },
    sigmaTnw: { t: 185, n: 47, w: 144 },
    sigmaVnb: { v: 185, n: 144, b: 47 },
    sigmaMiss: 138,
    combinedHardBodyRadius: 5,
    combinedPlaneX: 160,
    combinedPlaneY: -70,
    combinedPlaneCovarianceXX: 5000,
    combinedPlaneCovarianceYX: 0,
    combinedPlaneCovarianceYY: 800,
  },
  assessment: {
    probability: 2.12e-4,
    method: 'circle-2d',
    reason: 'planar-holds',
    isReliable: true,
    hardBodyRadius: 5,
    hardBodyRadiusFrom: 'message',
    secondsToTca: 0.0003,
    maximumProbability: 2.95e-4,
    maximumCovarianceFactor: 1.4,
    mahalanobis: 2.03,
    isDiluted: false,
    approachAngleDeg: 97.2,
    checks: {
      isViolated: false,
      extended: 0.0002,
      offset: 0.0001,
      inaccurate: 0.00004,
      notPositiveDefinite: { primary: false, secondary: false, combined: false },
    },
    velocityLeftOut: { primary: false, secondary: false },
    oneMissing: null,
    reported: { probability: 2.19e-4, method: 'FOSTER-1992', matches: 'square-2d' },
    version: '0.3.4',
  },
  warnings: [],
} as const

/** The result for one message of an upload. */
export const CdmIntake = z
  .strictObject({
    name: z.string().meta({ description: 'File, and place in it where it holds several messages' }),
    status: z.enum(['accepted', 'duplicate', 'refused']),
    cdmId: Id.nullable(),
    conjunctionId: Id.nullable(),
    messageId: z.string().nullable(),
    riskLevel: RiskLevel.nullable(),
    errors: z.array(ProblemDetail).meta({ description: 'Why it was refused, or what was odd, with line and keyword' }),
  })
  .meta({ id: 'CdmIntake', description: 'What became of one message' })
export type CdmIntake = z.output<typeof CdmIntake>

const common = { tags: ['messages'], access: [CA_USER] } as const
const filters = {
  'satellite-id': Id.optional(),
  'conjunction-id': Id.optional(),
  'cdm-id': Id.optional().meta({ 'x-addition': true, description: 'Only this message' }),
  'message-id': z.string().max(100).optional(),
  originator: z.string().max(100).optional(),
  'created-after': Instant.optional(),
  'tca-after': Instant.optional(),
  'tca-before': Instant.optional(),
}

const CDM_SORTS = ['creationDate', 'receivedAt', 'tca', 'originator', 'messageId'] as const

export const listCdms = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/cdms',
  summary: 'List conjunction data messages',
  description: `Newest first by creation date, with the combined values of both objects and our assessment. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    ...filters,
    ...sortOf(CDM_SORTS, '-creationDate'),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(Cdm).meta({ examples: [[EXAMPLE]] }),
})

export const createCdms = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/cdms',
  summary: 'Send conjunction data messages',
  description:
    'One or many messages in KVN, XML or JSON, as the body itself, as files of a form (field file, several allowed), or as a zip of such files. Each message is stored as it came, assessed and joined to its event, in the order of creation dates. A message that is known already (originator and message id, or its bytes) is a duplicate and changes nothing. A refused message does not stop the others: each has its line in the answer, with line and keyword of what is wrong. 422 where none could be read.',
  rate: 'upload',
  upload: {
    media: [
      'text/plain',
      'application/xml',
      'text/xml',
      'application/json',
      'application/zip',
      'application/octet-stream',
      'multipart/form-data',
    ],
    maxBytes: 20 * 1024 * 1024,
    isMany: true,
    sample: { file: 'conjunction.cdm' },
  },
  response: z.array(CdmIntake).meta({
    examples: [
      [
        {
          name: 'conjunction.cdm',
          status: 'accepted',
          cdmId: CDM_ID,
          conjunctionId: CONJUNCTION_ID,
          messageId: 'SIM-000042',
          riskLevel: 'CRITICAL',
          errors: [],
        },
      ],
    ],
  }),
  errors: ['unprocessable'],
})

export const CDM_FORMATS = ['kvn', 'xml', 'json'] as const

export const getCdmFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/cdms/file/{cdm-id}',
  summary: 'Read a message as a file',
  description:
    'The original, byte for byte, or converted: `format` chooses, else Accept (text/plain for KVN, application/xml, application/json). Never changes, so it may be kept for ever.',
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  params: z.strictObject({ 'cdm-id': Id }),
  query: z.strictObject({
    format: z.enum(CDM_FORMATS).optional().meta({ description: 'Absent and no Accept: the original' }),
  }),
  file: ['text/plain', 'application/xml', 'application/json'],
  errors: ['not-acceptable'],
})

export const getOwnCdm = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/cdms/own/{cdm-id}',
  summary: 'Write a message of your own for others',
  description:
    'A new CDM whose ORIGINATOR is your organisation, to be given to others: states and covariances of the message, our probability with its method and combined radius in place of the originator’s (which stays in a comment), and the relative state computed from the states. Each call makes a new message, with a MESSAGE_ID and CREATION_DATE of its own. Where there is no probability (see `assessment.reason`), none is written, and a comment says why.',
  rate: 'read',
  params: z.strictObject({ 'cdm-id': Id }),
  query: z.strictObject({
    format: z.enum(CDM_FORMATS).default('kvn'),
    first: z.enum(['object1', 'object2']).default('object1').meta({
      description:
        'Which object of the list of messages stands first. object2: both change places, and the relative state is in the axes of the other object',
    }),
  }),
  file: ['text/plain', 'application/xml', 'application/json'],
  errors: ['not-acceptable', 'conflict'],
})
