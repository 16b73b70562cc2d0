import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { Code, Currency, Priority, Sum } from '../../payments/amount.ts'
import { ODT_USER } from '../../roles.ts'
import { PASS_STATUSES, REQUEST_STATUSES } from './request-status.ts'

/** The measurements of a sensor: right ascension, declination and magnitude, or range, azimuth and elevation (docs/domain/request.md). */
export const MEASUREMENT_TYPES = ['OPTICAL', 'RADAR'] as const
export type MeasurementType = (typeof MEASUREMENT_TYPES)[number]

export const COMPRESSIONS = ['NONE', 'GZIP', 'ZIP'] as const
export type Compression = (typeof COMPRESSIONS)[number]

/** The types of spec §3, which are tracking data, and our additions: the orbit for pointing the sensor. */
export const ORBIT_MESSAGE_TYPES = ['TDM_XML', 'TDM_KVN', 'TLE', 'OMM', 'OEM'] as const
export type OrbitMessageType = (typeof ORBIT_MESSAGE_TYPES)[number]

export const MOST_PASSES_OF_REQUEST = 20
export const MOST_WINDOW_DAYS = 14
/** The maximum length of an orbit message: a body has at most 256 KiB, and in JSON each end of a line takes two characters. */
export const MOST_MESSAGE_CHARACTERS = 200_000
/** The maximum number of states of an ephemeris in a message: two weeks at intervals of five minutes have 4,032 states. */
export const MOST_MESSAGE_STATES = 5_000
/** The maximum number of open requests of an organisation, because each of them is checked every few seconds. */
export const MOST_OPEN_REQUESTS = 500
/** If no end is given, passes are searched for over this number of days. */
export const USUAL_WINDOW_DAYS = 7

/** The longest minimum duration of a pass that may be requested, s. */
export const LONGEST_MINIMUM_S = 86_400

/** A pass as a request names it: by its sensor and the second in which it begins. */
export const PassName = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*@\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
    'must be a sensor code, @ and a time such as ABC01@2026-11-22T18:15:03Z',
  )
  .meta({ description: 'Sensor code, @, and when the pass begins', examples: ['ABC01@2026-11-22T18:15:03Z'] })

/** The maximum length of a track, which is in the middle of the observable part of the pass. */
export const MOST_TRACK_SECONDS = 180

/** With newer elements, or with elements of another source, a named pass may move by this much and still counts as the same pass, ms. */
export const SAME_PASS_MS = 120_000

export const passName = (sensorCode: string, start: Date): string =>
  `${sensorCode}@${start.toISOString().slice(0, 19)}Z`

/** Returns a schema in which an empty field counts as missing (spec §5). */
const orNothing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

const SATELLITE = '7a0d9c1e-5b2f-4c8a-8d3e-1f2a3b4c5d6e'

export const NewRequest = z
  .strictObject({
    providerId: orNothing(Code).meta({ description: 'Who observes; absent: the provider of the sensors' }),
    observationPassIds: z
      .array(PassName)
      .max(MOST_PASSES_OF_REQUEST)
      .optional()
      .meta({ description: 'The passes that are wanted, as pass prediction names them; absent: the best ones' }),
    measurementType: z.enum(MEASUREMENT_TYPES).default('OPTICAL'),
    fileCompressionType: z.enum(COMPRESSIONS).default('NONE'),
    orbitDataMessageType: orNothing(z.enum(ORBIT_MESSAGE_TYPES)),
    orbitDataMessage: orNothing(z.string().max(MOST_MESSAGE_CHARACTERS)).meta({
      description: `One element set, or an OMM, OEM or TDM, which is checked and kept, and points no sensor; an ephemeris has ${MOST_MESSAGE_STATES} states at most`,
    }),
    numberOfPassesRequested: z
      .int()
      .min(1)
      .max(MOST_PASSES_OF_REQUEST)
      .optional()
      .meta({ description: 'Absent: as many as are named in observationPassIds, else one' }),
    catalogueId: z.int().min(1).max(999_999_999).optional().meta({ description: 'Catalogue number' }),
    satelliteId: Id.optional().meta({ description: 'An own satellite' }),
    sensorCodes: z.array(Code).max(50).optional().meta({ description: 'Only these sensors' }),
    from: Instant.optional().meta({ description: 'No pass before; absent: now' }),
    to: Instant.optional().meta({
      description: `No pass after, at most ${MOST_WINDOW_DAYS} days later; absent: after ${USUAL_WINDOW_DAYS} days`,
    }),
    minimumElevation: z.number().min(0).max(90).optional().meta({
      description: 'Observed only while the object is as high, deg; a sensor that observes higher only keeps its own',
    }),
    minimumDuration: z.int().min(0).max(LONGEST_MINIMUM_S).optional().meta({
      description: 'Only passes that can be observed for so long in one piece, s',
    }),
    priority: Priority.default('standard').meta({ description: 'How soon it is wanted' }),
    conjunctionId: Id.optional().meta({ description: 'The event that it is for' }),
  })
  .meta({
    id: 'NewObservationRequest',
    description: 'A request for observations',
    examples: [
      { catalogueId: 300_001, numberOfPassesRequested: 2, measurementType: 'OPTICAL', fileCompressionType: 'NONE' },
    ],
  })
export type NewRequest = z.output<typeof NewRequest>

/** Returns the names of the message fields that are omitted (spec §5): empty ones, and one of the two fields without the other. */
export function leftOutFields(given: {
  readonly orbitDataMessage?: unknown
  readonly orbitDataMessageType?: unknown
}): readonly ('orbitDataMessage' | 'orbitDataMessageType')[] {
  const isThere = (value: unknown) => value !== undefined && value !== null && value !== ''
  const isWhole = isThere(given.orbitDataMessage) && isThere(given.orbitDataMessageType)
  const fields = ['orbitDataMessage', 'orbitDataMessageType'] as const
  return isWhole ? [] : fields.filter((field) => Object.hasOwn(given, field))
}

export const RequestPass = z
  .strictObject({
    passId: Id,
    name: PassName,
    sensorCode: z.string(),
    groundSensorName: z.string(),
    start: Instant,
    end: Instant,
    status: z.enum(PASS_STATUSES),
    isOverdue: z.boolean().meta({ description: 'Its provider should have told of it and has not' }),
    replaces: Id.nullable().meta({ description: 'The failed pass that it stands in for' }),
    observationFileId: Id.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was unsuccessful' }),
  })
  .meta({ id: 'ObservationPass', description: 'A pass of a request' })
export type RequestPass = z.output<typeof RequestPass>

/** The reasons why a request is INFEASIBLE, or why fewer passes are made than were requested. */
export const INFEASIBLE_REASONS = [
  'no-orbit',
  'no-sensor',
  'never-above-mask',
  'object-in-shadow',
  'station-not-dark',
  'moon-too-near',
  'too-faint',
  'never-together',
  'out-of-range',
  'too-low',
  'too-short',
  'sensor-busy',
  'pass-gone',
  'provider-off',
] as const

const EXAMPLE_PASS = {
  passId: '2f1c4f60-6d0e-4c8e-9d55-0b6a5f4e3d21',
  name: 'ABC01@2026-11-22T18:15:03Z',
  sensorCode: 'ABC01',
  groundSensorName: 'Sierra Morena',
  start: '2026-11-22T18:15:03.000Z',
  end: '2026-11-22T18:18:03.000Z',
  status: 'PENDING' as const,
  isOverdue: false,
  replaces: null,
  observationFileId: null,
  reason: null,
}

export const ObservationRequest = z
  .strictObject({
    observationRequestId: Id,
    observationFileId: Id.nullable().meta({ description: 'The newest file' }),
    providerId: z.string(),
    observationPassIds: z.array(z.string()),
    measurementType: z.enum(MEASUREMENT_TYPES),
    fileCompressionType: z.enum(COMPRESSIONS),
    orbitDataMessageType: z.enum(ORBIT_MESSAGE_TYPES).nullable(),
    orbitDataMessage: z.string().nullable().meta({
      description:
        'As it came; null where none came. In a list only where it is asked for by observation-request-id: otherwise null, and orbitDataMessageType says that there is one',
    }),
    numberOfPassesRequested: z.int().meta({ description: 'How many passes were asked for' }),
    numberOfPassesCompleted: z.int().meta({ description: 'How many of them were successful' }),
    status: z.enum(REQUEST_STATUSES),
    isEnded: z.boolean().meta({ description: 'Nothing of it will change any more' }),
    isOverdue: z.boolean().meta({ description: 'A provider has stayed silent for too long' }),
    reasons: z.array(z.enum(INFEASIBLE_REASONS)).meta({ description: 'Why passes cannot be made' }),
    catalogueId: z.int().meta({ description: 'Catalogue number' }),
    objectName: z.string(),
    satelliteId: Id.nullable(),
    conjunctionId: Id.nullable(),
    passes: z.array(RequestPass),
    from: Instant,
    to: Instant,
    minimumElevation: z.number().nullable().meta({ description: 'Lowest elevation that was asked for, deg' }),
    minimumDuration: z.int().nullable().meta({ description: 'Shortest pass that was asked for, s' }),
    priority: Priority,
    orderId: Id.nullable(),
    currency: Currency.nullable(),
    price: Sum,
    held: Sum,
    captured: Sum,
    released: Sum,
    createdAt: Instant,
    createdBy: z.string().meta({ description: 'User name' }),
    version: z.int().meta({ description: 'Rises with each change' }),
    isSimulated: z.boolean().meta({ description: 'Simulated sensors observe a simulated object' }),
    ignored: z
      .array(z.enum(['orbitDataMessage', 'orbitDataMessageType']))
      .meta({ description: 'Fields of the body that were left out: empty, or one without the other' }),
  })
  .meta({
    id: 'ObservationRequest',
    description:
      'A request for observations, and what became of it. Every field that spec §3 does not name is an addition',
    examples: [
      {
        observationRequestId: '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908',
        observationFileId: null,
        providerId: 'simulator',
        observationPassIds: ['ABC01@2026-11-22T18:15:03Z'],
        measurementType: 'OPTICAL',
        fileCompressionType: 'NONE',
        orbitDataMessageType: null,
        orbitDataMessage: null,
        numberOfPassesRequested: 1,
        numberOfPassesCompleted: 0,
        status: 'APPROVED',
        isEnded: false,
        isOverdue: false,
        reasons: [],
        catalogueId: 99_901,
        objectName: 'DEMO-1',
        satelliteId: SATELLITE,
        conjunctionId: null,
        passes: [EXAMPLE_PASS],
        from: '2026-11-22T08:00:00.000Z',
        to: '2026-11-29T08:00:00.000Z',
        minimumElevation: 30,
        minimumDuration: null,
        priority: 'standard',
        orderId: '0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10',
        currency: 'EUR',
        price: 3_800,
        held: 3_800,
        captured: 0,
        released: 0,
        createdAt: '2026-11-22T08:00:00.000Z',
        createdBy: 'demo',
        version: 2,
        isSimulated: true,
        ignored: [],
      },
    ],
  })
export type ObservationRequest = z.output<typeof ObservationRequest>

const common = { tags: ['observation requests'], access: [ODT_USER], path: '/api/v1/odt/requests' } as const

export const listRequests = endpoint({
  ...common,
  method: 'GET',
  summary: 'List observation requests',
  description: `The requests of the organisation, newest first; the long orbit message of one is answered where observation-request-id asks for it alone. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'observation-request-id': Id.optional(),
    status: z.enum(REQUEST_STATUSES).optional(),
    'satellite-id': Id.optional().meta({ description: 'An own satellite' }),
    'catalogue-id': z.coerce.number().int().min(1).max(999_999_999).optional().meta({
      description: 'Catalogue number',
    }),
    from: Instant.optional().meta({ description: 'Made at this time or later' }),
    to: Instant.optional().meta({ description: 'Made before this time' }),
    'pass-from': Instant.optional().meta({ description: 'With a pass that ends at this time or later' }),
    'pass-to': Instant.optional().meta({
      description: 'With a pass that begins before this time; the same pass where pass-from is given, too',
    }),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(ObservationRequest),
})

export const createRequest = endpoint({
  ...common,
  method: 'POST',
  summary: 'Request observations',
  description: `Holds the price and plans the passes: PENDING at first, then APPROVED or INFEASIBLE. Empty message fields are removed, and where only one of orbitDataMessage and orbitDataMessageType is given, both are; \`ignored\` says so. The object is named by satelliteId, by catalogueId, or by its orbit message. 402 where the balance does not reach, 409 where the organisation has ${MOST_OPEN_REQUESTS} open requests. Simulated sensors observe simulated objects alone: 422 for any other.`,
  rate: 'write',
  body: NewRequest,
  response: ObservationRequest,
  status: 201,
  errors: ['insufficient-balance', 'conflict', 'unprocessable'],
})

export const cancelRequest = endpoint({
  ...common,
  method: 'DELETE',
  summary: 'Cancel a request',
  description:
    'Passes that have not begun are cancelled and their price is given back; one that runs is finished and paid for. 409 where the request has ended. Who asked for it and administrators may cancel it.',
  rate: 'write',
  query: z.strictObject({ 'observation-request-id': Id }),
  response: ObservationRequest,
  errors: ['conflict'],
})
