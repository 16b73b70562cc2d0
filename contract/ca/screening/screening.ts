import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf, Rtn, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from '../../tle/catalogue-holding.ts'
import { RiskLevel } from '../message/cdm.ts'
import { ScreeningBox } from '../satellite/configuration.ts'
import { SCREENING_RESULTS } from '../satellite/screening-state.ts'

const SOURCES = ['CAT', 'CDM', 'OPS', 'TLE'] as const
/** EPH: the ephemerides that other operators publish. */
const OTHERS = [...SOURCES, 'EPH'] as const
/** The screening types of spec §3, and those with ephemerides of neighbours. */
export const SCREENING_TYPES = [
  ...SOURCES.flatMap((one) => SOURCES.map((other) => `${one}_VS_${other}` as const)),
  'OPS_VS_EPH',
  'TLE_VS_EPH',
  'MAN_VS_CDM',
  'UNKNOWN',
] as const
export const SCREENING_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

const ID = '6f9619ff-8b86-4011-b42d-00c04fc964ff'

/** A screening: its objects, its progress and its result. */
export const Screening = z
  .strictObject({
    screeningId: Id,
    type: z.enum(SCREENING_TYPES).meta({
      description:
        'What the own satellites fly by, and what they are compared with. OPS: all of them by ephemerides; TLE: at least one by an element set. EPH are ephemerides that other operators publish. They never fly by the catalogue or by a message, so that none begins with CAT or CDM; MAN_VS_CDM is of manoeuvres; UNKNOWN does not occur yet',
    }),
    title: z.string(),
    satelliteId: Id.nullable(),
    oemFileId: Id.nullable(),
    from: Instant,
    to: Instant,
    thresholdM: z.number().nullable().meta({ description: 'Distance, m; null where a box is asked for' }),
    box: ScreeningBox.nullable(),
    objects: z.int().meta({ description: 'Objects that were screened' }),
    catalogueEpoch: Instant.nullable().meta({ description: 'Newest element set that was compared with' }),
    catalogue: CatalogueHolding.nullable().meta({
      description:
        'The objects of the catalogue that were compared with, by kind, and what it lacked; null: no catalogue was compared with',
    }),
    state: z.enum(SCREENING_STATES),
    stage: z.enum(['waiting', 'screening', 'ended']),
    parts: z.strictObject({ done: z.int(), running: z.int(), total: z.int() }),
    timeLeftS: z.number().nullable().meta({ description: 'Estimate, s' }),
    elapsedS: z.number().nullable().meta({ description: 'What the work took, s' }),
    result: z.enum(SCREENING_RESULTS).meta({
      description:
        'NOT_SCREENED until it is done, and where a catalogue had nothing to compare with; CLEAR: among the objects that were compared with, and no others',
    }),
    encounters: z.int().meta({ description: 'Found so far; final when done' }),
    levels: z
      .record(RiskLevel, z.int())
      .meta({ description: 'Encounters by level, by the thresholds of the satellite' }),
    worstProbability: z.number().nullable().meta({ description: 'Largest probability of its encounters, 0 to 1' }),
    notScreened: z.int().meta({ description: 'Objects that could not be screened, or not to the end' }),
    error: z.string().nullable(),
    createdBy: z.string(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    isSimulated: z.boolean().meta({ description: 'An own orbit, or what it was compared with, is simulated' }),
  })
  .meta({
    id: 'Screening',
    description: 'A screening, how far it is, and what came out',
    examples: [
      {
        screeningId: ID,
        type: 'OPS_VS_CAT',
        title: 'SAT-3, sat-3.oem',
        satelliteId: '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90',
        oemFileId: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
        from: '2026-11-20T05:00:00.000Z',
        to: '2026-11-27T05:00:00.000Z',
        thresholdM: 5_000,
        box: null,
        objects: 5_001,
        catalogueEpoch: '2026-11-20T05:00:00.000Z',
        catalogue: EXAMPLE_HOLDING,
        state: 'running',
        stage: 'screening',
        parts: { done: 2, running: 1, total: 7 },
        timeLeftS: 4,
        elapsedS: 2,
        result: 'NOT_SCREENED',
        encounters: 3,
        levels: { UNKNOWN: 0, LOW: 3, MEDIUM: 0, HIGH: 0, CRITICAL: 0 },
        worstProbability: 2e-9,
        notScreened: 0,
        error: null,
        createdBy: 'demo',
        createdAt: '2026-11-20T05:00:00.000Z',
        startedAt: '2026-11-20T05:00:00.000Z',
        endedAt: null,
        isSimulated: true,
      },
    ],
  })
export type Screening = z.output<typeof Screening>

const Side = z
  .strictObject({
    objectId: z.string().meta({ description: 'Catalogue number, or the name of an ephemeris' }),
    name: z.string(),
    epoch: Instant.nullable().meta({ description: 'Of its element set; null: it flies by an ephemeris' }),
    daysSinceEpoch: z.number().nullable().meta({ description: 'Age of the element set at TCA, days' }),
  })
  .meta({ id: 'EncounterObject', description: 'One of the two objects of an encounter' })

/** A close approach that a screening found. */
export const Encounter = z
  .strictObject({
    primary: Side,
    secondary: Side,
    tca: Instant,
    missM: z.number().meta({ description: 'Miss distance, m' }),
    missRtn: Rtn.meta({ description: 'Secondary less primary along R, T, N of the primary, m' }),
    velocityRtn: Rtn.meta({ description: 'The same, m/s' }),
    relativeSpeedMps: z.number().meta({ description: 'm/s' }),
    probability: z
      .number()
      .nullable()
      .meta({ description: 'Probability of collision, 0 to 1; null: see probabilityReason' }),
    probabilityReason: z.string().meta({ description: 'Where its covariance comes from, or why there is none' }),
    maximumProbability: z.number().meta({
      description:
        'Largest over sizes and directions of a covariance with the ratio of axes of SOCRATES, 0 to 1; that of a class with another ratio may give more',
    }),
    riskLevel: RiskLevel.meta({ description: 'TLE-grade covariance never makes it CRITICAL by itself' }),
    kind: z.enum(['minimum', 'start', 'end']).meta({ description: 'start, end: closest at the end of the span' }),
    episode: z.int().nullable().meta({ description: 'Number of a continuous proximity; null: they only pass' }),
  })
  .meta({
    id: 'Encounter',
    description: 'A close approach that a screening found',
    examples: [
      {
        primary: { objectId: '90003', name: 'SAT-3', epoch: '2026-11-20T05:00:00.000Z', daysSinceEpoch: 1.2 },
        secondary: { objectId: '90127', name: 'SIM DEB', epoch: '2026-11-20T04:00:00.000Z', daysSinceEpoch: 1.24 },
        tca: '2026-11-21T14:13:07.000Z',
        missM: 182,
        missRtn: { r: 58, t: 114, n: 129 },
        velocityRtn: { r: 1, t: -8000, n: 8100 },
        relativeSpeedMps: 11_390,
        probability: 4e-6,
        probabilityReason: 'class-covariance',
        maximumProbability: 9e-5,
        riskLevel: 'MEDIUM',
        kind: 'minimum',
        episode: null,
      },
    ],
  })
export type Encounter = z.output<typeof Encounter>

const common = { tags: ['screenings'], access: [CA_USER] } as const
const params = z.strictObject({ 'screening-id': Id })

export const listScreenings = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/screenings',
  summary: 'List screenings',
  description: `Newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    state: z.enum(SCREENING_STATES).optional(),
    'satellite-id': Id.optional(),
    'oem-id': Id.optional(),
    ...sortOf(['createdAt', 'title', 'state'], '-createdAt'),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(Screening),
})

export const createScreening = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/screenings',
  summary: 'Start a screening',
  description:
    'A job in parts of time that any number of workers share. The primary is an ephemeris file, a satellite (its operational ephemeris, else its element set), or all satellites. It is compared with the catalogue (CAT), the states of the messages (CDM), the other operational ephemerides (OPS) or element sets (TLE). Without threshold and box: the box of the orbit regime, or 5 km against element sets.',
  rate: 'write',
  body: z
    .strictObject({
      'satellite-id': Id.optional(),
      'oem-id': Id.optional(),
      against: z.enum(OTHERS).default('CAT'),
      from: Instant.optional().meta({ description: 'Absent: now' }),
      hours: z.number().min(0.1).max(744).default(168),
      thresholdM: z.number().min(1).max(1_000_000).optional(),
      box: ScreeningBox.optional(),
    })
    .meta({ examples: [{ 'satellite-id': '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90', against: 'CAT', hours: 168 }] }),
  response: Screening,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const getScreening = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/screenings/{screening-id}',
  summary: 'Read a screening',
  description: 'How far it is, and what came out in numbers.',
  rate: 'read',
  params,
  response: Screening,
})

export const removeScreening = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/screenings/{screening-id}',
  summary: 'Cancel or remove a screening',
  description: 'One that waits or runs is cancelled; one that has ended is removed with its results.',
  rate: 'write',
  params,
})

export const resumeScreening = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/screenings/{screening-id}/resume',
  summary: 'Take up a screening again',
  description: 'One that failed or was cancelled goes on; what its finished parts found stays.',
  rate: 'write',
  params,
  response: Screening,
  errors: ['conflict'],
})

export const listEncounters = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/screenings/{screening-id}/encounters',
  summary: 'List what a screening found',
  description: `By TCA; also while it runs. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject({
    'object-id': z.string().max(40).optional().meta({ description: 'Either of the two' }),
    ...sortOf(['tca', 'missM', 'probability', 'maximumProbability', 'relativeSpeedMps'], 'tca'),
    ...pageOf({ standard: 1_000, most: 10_000 }),
  }),
  response: z.array(Encounter),
})

/** The maximum number of close approaches that are written as messages at a time. */
export const MOST_WRITTEN = 500

export const getEncounterMessages = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/screenings/{screening-id}/encounters/file',
  summary: 'Write what a screening found as messages',
  description:
    'By TCA, also while it runs: each close approach as a CDM, or as two OCMs, one for each object with its path five minutes to both sides. ORIGINATOR is your organisation; states in GCRF, covariances in R, T, N of each object, our probability with its method and radius. A covariance of a class of orbits is marked DEFAULT, and decides nothing. Several messages are one combined NDM in XML, one after the other in KVN. 422 where they are more than 500: narrow them by object or time. Where nothing was found, the file is empty.',
  rate: 'read',
  params,
  query: z.strictObject({
    message: z.enum(['cdm', 'ocm']).default('cdm'),
    format: z.enum(['kvn', 'xml']).default('kvn'),
    'object-id': z.string().max(40).optional().meta({ description: 'Either of the two' }),
    'tca-after': Instant.optional().meta({ description: 'From this time on, to the millisecond' }),
    'tca-before': Instant.optional().meta({
      description: 'Up to this time; the same as tca-after for one of the list',
    }),
  }),
  file: ['text/plain', 'application/xml'],
  errors: ['conflict', 'unprocessable'],
})

export const listNotScreened = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/screenings/{screening-id}/not-screened',
  summary: 'List what could not be screened',
  description: `Each object with the reason, and up to when it was screened. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject({ ...pageOf({ standard: 1_000, most: 10_000 }) }),
  response: z
    .array(z.strictObject({ objectId: z.string(), reason: z.string(), until: Instant.nullable() }))
    .meta({ examples: [[{ objectId: '90321', reason: 'decayed', until: '2026-11-22T00:00:00.000Z' }]] }),
})
