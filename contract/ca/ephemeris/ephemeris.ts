import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ProblemDetail } from '../../errors.ts'
import { Id, Instant, PAGE_NOTE, pageOf, sortOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

/** The purpose of an ephemeris: only an operational ephemeris describes the real orbit of a satellite. */
export const EPHEMERIS_KINDS = ['HYPOTHETICAL', 'CANDIDATE', 'OPERATIONAL'] as const
/** The kinds of path that a file can hold, as operators name them. */
const PATH_CASES = ['NOMINAL', 'NO_BURN', 'HOT', 'COLD', 'POSSIBLE'] as const
export const EPHEMERIS_STATES = [
  'UPLOADED',
  'VALIDATING',
  'INVALID',
  'VALID',
  'SCREENING',
  'SCREENED',
  'SUPERSEDED',
  'EXPIRED',
] as const

/** The code of the refusal of a file that contradicts the last messages; each of its values describes one message. */
export const EPHEMERIS_DISAGREES = 'ephemeris.disagrees'

const OEM_ID = 'c56a4180-65aa-42ec-a945-5fd21dec0538'
const SATELLITE_ID = '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90'

/** An ephemeris file (spec §3) with the results of its checks. */
export const EphemerisFile = z
  .strictObject({
    oemFileId: Id,
    satelliteId: Id,
    name: z.string(),
    kind: z.enum(EPHEMERIS_KINDS),
    case: z.enum(PATH_CASES).nullable().meta({
      description:
        'Which path it holds, by its name and its comments; null: they do not tell. Only the planned one can be OPERATIONAL',
    }),
    state: z.enum(EPHEMERIS_STATES),
    active: z.boolean().meta({ description: 'Inactive ones are kept, and not screened' }),
    version: z.int().meta({ description: 'Counts the files of the satellite' }),
    format: z.string().meta({ description: 'As recognised by content', examples: ['OEM KVN'] }),
    bytes: z.int().meta({ description: 'Size of the original' }),
    sha256: z.string(),
    originator: z.string().nullable(),
    objectId: z.string().nullable(),
    objectName: z.string().nullable(),
    referenceFrame: z.string().nullable(),
    startTime: Instant.nullable(),
    stopTime: Instant.nullable(),
    usableStartTime: Instant.nullable(),
    usableStopTime: Instant.nullable(),
    points: z.int().meta({ description: 'States in the file' }),
    segments: z.int().meta({ description: 'Blocks; nothing is interpolated across their ends' }),
    statesPerRevolution: z.number().nullable().meta({ description: 'States for each revolution, on average' }),
    gaps: z.array(z.strictObject({ from: Instant, to: Instant })),
    covariance: z.enum(['given', 'assumed', 'none']),
    covarianceFrame: z.string().nullable(),
    errors: z.array(ProblemDetail),
    warnings: z.array(ProblemDetail),
    autoRelinquishPc: z.number().nullable().meta({ description: 'Of a candidate: operational below this probability' }),
    screeningIds: z.array(Id).meta({ description: 'Screenings that used it, newest first' }),
    uploadedBy: z.string(),
    uploadedAt: Instant,
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'EphemerisFile',
    description: 'An ephemeris file and what was checked of it',
    examples: [
      {
        oemFileId: OEM_ID,
        satelliteId: SATELLITE_ID,
        name: 'sat-3.oem',
        kind: 'OPERATIONAL',
        case: null,
        state: 'SCREENED',
        active: true,
        version: 12,
        format: 'OEM KVN',
        bytes: 1_204_224,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        originator: 'OPERATOR',
        objectId: '2024-031C',
        objectName: 'SAT-3',
        referenceFrame: 'EME2000',
        startTime: '2026-11-20T00:00:00.000Z',
        stopTime: '2026-11-27T00:00:00.000Z',
        usableStartTime: '2026-11-20T00:04:00.000Z',
        usableStopTime: '2026-11-26T23:56:00.000Z',
        points: 10_081,
        segments: 1,
        statesPerRevolution: 95.6,
        gaps: [],
        covariance: 'given',
        covarianceFrame: 'RTN',
        errors: [],
        warnings: [],
        autoRelinquishPc: null,
        screeningIds: [],
        uploadedBy: 'demo',
        uploadedAt: '2026-11-20T05:00:00.000Z',
        isSimulated: true,
      },
    ],
  })
export type EphemerisFile = z.output<typeof EphemerisFile>

const Apart = z.strictObject({
  time: Instant,
  r: z.number(),
  t: z.number(),
  n: z.number(),
  total: z.number(),
})

/** The distance between two ephemerides of one satellite over the time that both cover. */
export const EphemerisDifference = z
  .strictObject({
    oemFileId: Id,
    referenceOemFileId: Id.meta({ description: 'The one that is compared with, along whose R, T, N axes' }),
    from: Instant,
    to: Instant,
    largest: Apart.meta({ description: 'Also between the samples' }),
    rmsM: z.number().meta({ description: 'Root of the mean square of the total difference, m' }),
    samples: z.array(Apart).meta({ description: 'Evenly spaced, m; gaps of either file are left out' }),
  })
  .meta({
    id: 'EphemerisDifference',
    description: 'How far two ephemerides of one satellite are apart, less that of the reference, m',
    examples: [
      {
        oemFileId: OEM_ID,
        referenceOemFileId: '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90',
        from: '2026-11-20T05:00:00.000Z',
        to: '2026-11-26T23:56:00.000Z',
        largest: { time: '2026-11-26T23:40:12.000Z', r: -12.1, t: 830.4, n: 3.3, total: 830.5 },
        rmsM: 402.2,
        samples: [{ time: '2026-11-20T05:00:00.000Z', r: 0.4, t: -1.2, n: 0.1, total: 1.3 }],
      },
    ],
  })
export type EphemerisDifference = z.output<typeof EphemerisDifference>

const common = { tags: ['ephemeris'], access: [CA_USER] } as const

export const listEphemeris = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/ephemeris',
  summary: 'List ephemeris files',
  description: `Newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'satellite-id': Id.optional(),
    'oem-id': Id.optional(),
    kind: z.enum(EPHEMERIS_KINDS).optional(),
    state: z.enum(EPHEMERIS_STATES).optional(),
    ...sortOf(['uploadedAt', 'name', 'kind', 'state', 'usableStartTime', 'usableStopTime', 'version'], '-uploadedAt'),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(EphemerisFile),
})

export const getEphemerisFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/ephemeris/file/{oem-id}',
  summary: 'Download an ephemeris file',
  description: 'The original, byte for byte; with `format` as OEM in KVN or XML.',
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  params: z.strictObject({ 'oem-id': Id }),
  query: z.strictObject({ format: z.enum(['original', 'kvn', 'xml']).default('original') }),
  file: ['text/plain', 'application/xml', 'application/octet-stream'],
  errors: ['unprocessable'],
})

/** The form fields of an upload. */
export const EphemerisForm = z.strictObject({
  'satellite-id': Id.meta({ description: 'The satellite that the file is of', examples: [SATELLITE_ID] }),
  kind: z.enum(EPHEMERIS_KINDS).meta({ description: 'What the file is for', examples: ['HYPOTHETICAL'] }),
  autoRelinquishPc: z.coerce
    .number()
    .positive()
    .max(1)
    .optional()
    .meta({ description: 'Only for a CANDIDATE: it becomes operational below this probability' }),
  isDisagreementSeen: z.enum(['true', 'false']).optional().meta({
    'x-addition': true,
    description:
      'true: a person has seen which of the last messages the file disagrees with, and it is taken all the same',
  }),
})

export const createEphemerisFile = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/ephemeris/file',
  summary: 'Upload an ephemeris file',
  description:
    'A form with the fields satellite-id, kind (HYPOTHETICAL, CANDIDATE or OPERATIONAL), optionally autoRelinquishPc and isDisagreementSeen, and the file: OEM in KVN or XML, OCM, Starlink’s MEME text or STK, recognised by content. It is read as a stream and checked on the way; what is wrong is listed with line and keyword, and the file is kept as INVALID. A valid operational file replaces the one before and screens the open events of the satellite again. A study is refused as OPERATIONAL, and as a CANDIDATE with autoRelinquishPc (422, `ephemeris.study`): a draft, a plan that ended or was not released, and the cases hot, cold, no-burn and possible, by the name of the file or by its comments (DRAFT, DO NOT EXECUTE). Where the last messages of the satellite have it elsewhere than the file at a closest approach ahead, by more than the covariances of both allow (3.76 sigma, which 99.73 % of right orbits keep), the file is refused (422, `ephemeris.disagrees`, each message with its distance in m and in sigmas) until a person confirms it with isDisagreementSeen; messages from before a burn are left out.',
  rate: 'upload',
  upload: {
    media: ['multipart/form-data'],
    maxBytes: 25 * 1024 * 1024,
    form: EphemerisForm,
    sample: { file: 'satellite.oem' },
  },
  response: EphemerisFile,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateEphemeris = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/ca/ephemeris',
  summary: 'Change an ephemeris file',
  description:
    'Its name, its kind, and whether it is active; a candidate becomes operational this way, but no study (422, `ephemeris.study`), and with isDisagreementSeen alone one that disagrees with the last messages (422, `ephemeris.disagrees`). It takes what GET answers: the other fields of the file are ignored, unknown ones refused.',
  rate: 'write',
  query: z.strictObject({ 'oem-id': Id }),
  body: z
    .strictObject({
      oemFileId: Id,
      name: z.string().trim().min(1).max(200).optional(),
      kind: z.enum(EPHEMERIS_KINDS).optional(),
      active: z.boolean().optional(),
      isDisagreementSeen: z.boolean().optional().meta({
        'x-addition': true,
        description: 'A person has seen which of the last messages the file disagrees with: it becomes operational',
      }),
    })
    .meta({ examples: [{ oemFileId: OEM_ID, active: false }] }),
  response: EphemerisFile,
  errors: ['conflict', 'unprocessable'],
})

export const removeEphemeris = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/ephemeris/{id}',
  summary: 'Remove an ephemeris file',
  description: 'Refused (409) while a screening uses it.',
  rate: 'write',
  params: z.strictObject({ id: Id }),
  errors: ['conflict'],
})

export const compareEphemeris = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/ephemeris/file/{oem-id}/difference',
  summary: 'Compare two ephemeris files',
  description:
    'How far the file is from an earlier one of its satellite, along the radial, along-track and cross-track axes of that one, over the time for which both can be used; both are interpolated as they ask for.',
  rate: 'write',
  params: z.strictObject({ 'oem-id': Id }),
  query: z.strictObject({
    'reference-oem-id': Id.optional().meta({ description: 'Absent: the newest earlier file that covers a part of it' }),
  }),
  response: EphemerisDifference,
  errors: ['unprocessable'],
})
