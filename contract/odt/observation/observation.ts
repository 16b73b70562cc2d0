import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { ODT_USER } from '../../roles.ts'
import { Exclusion } from '../request/exclusion.ts'
import { COMPRESSIONS } from '../request/request.ts'
import { Withdrawal, WithdrawalReason } from '../request/withdrawal.ts'
import { SensorPlace } from '../sensor/sensor.ts'
import { InitialOrbits } from './initial-orbit.ts'
import { MOST_POSITION_SIGMA_M } from './own-track.ts'
import { PositionReport } from './position-report.ts'
import { PositionResiduals } from './position-residuals.ts'
import { LineResidual, RangeReport } from './range-report.ts'
import { REPORT_EXAMPLE } from './report-example.data.ts'

export const ASSOCIATION_METRICS = ['ANGULAR_DISTANCE', 'MAHALANOBIS_DISTANCE'] as const
export type AssociationMetric = (typeof ASSOCIATION_METRICS)[number]

/** The types of orbit data, from the best to the least accurate (domain.md C22). */
export const ORBIT_DATA_TYPES = ['SP_EPHEMERIS', 'OMM', 'TLE'] as const
export type OrbitDataType = (typeof ORBIT_DATA_TYPES)[number]

/** The notations of a delivered file: tracking data of spec §3. */
export const FILE_NOTATIONS = ['TDM_KVN', 'TDM_XML'] as const
export type FileNotation = (typeof FILE_NOTATIONS)[number]

export const RESIDUAL_NOTE = 'Measured minus computed; right ascension times cos(declination)'

/** Returns arcseconds rounded to four significant digits (spec §9). */
export const fourDigits = (arcsec: number): number => Number(arcsec.toPrecision(4))
const Arcsec = z.number().meta({ description: 'Arcseconds, four significant digits' })

const RaDec = z
  .strictObject({
    ra: z.number().meta({ description: 'Right ascension, degrees' }),
    dec: z.number().meta({ description: 'Declination, degrees' }),
  })
  .meta({ id: 'RaDec', description: 'Right ascension and declination, degrees, EME2000' })

const MeasurementReport = z
  .strictObject({
    observedRaDec: RaDec,
    observedMagnitude: z
      .strictObject({
        magnitude: z.number(),
        sigma: z.number().optional().meta({
          'x-addition': true,
          description: 'Its noise, 1 sigma, as the sensor states it; absent where it states none',
        }),
      })
      .nullable()
      .meta({ description: 'Apparent magnitude; null where none was measured' }),
    epoch: Instant,
  })
  .meta({ id: 'MeasurementReport', description: 'One measurement' })

const Residual = z
  .strictObject({
    ra: z.number().meta({ description: 'Right ascension times cos(declination), arcseconds' }),
    dec: z.number().meta({ description: 'Declination, arcseconds' }),
  })
  .meta({ id: 'MeasurementResidual', description: `Arcseconds. ${RESIDUAL_NOTE}` })

const MeasurementAssociationResult = z
  .strictObject({
    residual: Residual,
    associationValue: z.number().meta({ description: 'Arcseconds, or without unit for MAHALANOBIS_DISTANCE' }),
  })
  .meta({ id: 'MeasurementAssociationResult', description: 'One measurement beside an object' })

/** The fit of a track to one object. */
export const TrackToObjectResult = z
  .strictObject({
    isAssociated: z.boolean(),
    catalogueId: z.int().meta({ description: 'Catalogue number' }),
    associationThreshold: Arcsec,
    measurementAssociationResults: z.array(MeasurementAssociationResult),
    objectName: z.string().meta({ description: 'Name of the object in the catalogue' }),
    associationValue: z.number().meta({ description: 'Median over the measurements, offset taken off' }),
    alongTrackTimeOffset: z.number().meta({
      description: 'By how much later than predicted the object passes, s; a clock error looks the same',
    }),
  })
  .meta({ id: 'TrackToObjectResult', description: 'The track beside one object; lengths on the sky in arcseconds' })

export const AssociationResult = z
  .strictObject({
    orbitDataType: z.enum(ORBIT_DATA_TYPES),
    associationMetric: z.enum(ASSOCIATION_METRICS),
    associationCriterion: z
      .literal('MEDIAN')
      .meta({ description: 'By which figure of the residuals the object was chosen' }),
    isAmbiguous: z.boolean().meta({ description: 'The second object fits nearly as well' }),
    orbitDataAge: z
      .number()
      .nullable()
      .meta({ description: 'Age of the orbit at the track, s; below 0: it is from after the track' }),
    orbitDataReason: z.enum(['NO_ORBIT_OF_THAT_TIME']).optional().meta({
      description:
        'Why the track was compared with nothing: no orbit is known from within thirty days of it, or simulated ones alone',
    }),
  })
  .meta({ id: 'AssociationResult', description: 'With which orbits, and how, the track was compared' })

const Report = z
  .strictObject({ measurementReports: z.array(MeasurementReport) })
  .meta({ id: 'TrackReport', description: 'The measurements of a track' })

/** An orbit determined from the measurements in the file. */
export const OrbitUpdate = z
  .strictObject({
    epoch: Instant,
    position: z.array(z.number()).length(3).meta({ description: 'GCRF, m' }),
    velocity: z.array(z.number()).length(3).meta({ description: 'GCRF, m/s' }),
    covariance: z.array(z.array(z.number())).meta({ description: '6 × 6 in GCRF, m and m/s' }),
    scaleFactor: z.number().meta({ description: 'By which χ² per degree of freedom made the covariance larger' }),
    correlationFactor: z.number().meta({ description: 'By which neighbours that err alike made it larger' }),
    weightedRms: z.number().meta({ description: 'Root mean square of the residuals in sigmas' }),
    used: z.int().meta({ description: 'How many numbers were used' }),
    edited: z.int().meta({ description: 'How many were left out' }),
    prior: z.string().meta({ description: 'What was known before, and how well' }),
  })
  .meta({ id: 'OrbitUpdate', description: 'An orbit determined from the measurements, with its covariance' })
export type OrbitUpdate = z.output<typeof OrbitUpdate>

export const ObservationReport = z
  .strictObject({
    'file-id': Id,
    reports: z.array(Report),
    numberOfMagnitudeMeasurements: z.int().meta({ description: 'How many magnitudes were measured' }),
    version: z.string(),
    catalogueIdBestAssociation: z.int().nullable().meta({ description: 'null: uncorrelated' }),
    t2oAssociationResults: z.array(TrackToObjectResult),
    associationResults: AssociationResult,
    isUncorrelated: z.boolean().meta({ description: 'No object fits' }),
    rms: z
      .strictObject({ ra: z.number(), dec: z.number() })
      .nullable()
      .meta({ description: `Of the best object, arcseconds. ${RESIDUAL_NOTE}` }),
    sensorCode: z.string().meta({ description: 'Which sensor measured' }),
    start: Instant.meta({ description: 'First measurement of the track' }),
    end: Instant.meta({ description: 'Last measurement of the track' }),
    orbitUpdate: OrbitUpdate.nullable().meta({ description: 'null: the track gives none' }),
    isSimulated: z.boolean().meta({ description: 'Simulated measurements of a simulated object' }),
    excluded: z.array(Instant).optional().meta({
      description:
        'The measurements that association, residuals and orbit are computed without, as exclude asks for; absent of the report that is kept',
    }),
    lineResiduals: z.array(LineResidual).optional().meta({
      description:
        'Ranges and range rates of a track with directions, as of a radar, in the order of time; absent where none were measured',
    }),
    ranges: RangeReport.optional().meta({ description: 'Of a track without directions; absent of others' }),
    positions: PositionReport.optional().meta({ description: 'Of positions (OEM); absent of others' }),
  })
  .meta({ id: 'ObservationReport', description: 'What was measured, and of which object', examples: [REPORT_EXAMPLE] })
export type ObservationReport = z.output<typeof ObservationReport>

/** The reasons why a track was, or was not, added to an event. */
export const UpdateOutcome = z.enum([
  'FUSED',
  'HELD_ALREADY',
  'POSSIBLE_MANOEUVRE',
  'NOT_FITTED',
  'SIMULATED_ONLY',
  'NO_COVARIANCE',
])
export type UpdateOutcome = z.infer<typeof UpdateOutcome>

const TrackedEvent = z
  .strictObject({
    conjunctionId: Id,
    outcome: UpdateOutcome.meta({ description: 'FUSED where one message of the event holds the track' }),
    at: Instant.meta({ description: 'When it was added, or found not to be' }),
  })
  .meta({ id: 'EventOfTrack', description: 'An event beside which a track was held, and what came of it' })
export type EventOfTrack = z.output<typeof TrackedEvent>

export const Observation = z
  .strictObject({
    observationFileId: Id,
    observationRequestId: Id.nullable().meta({ description: 'null: a track of the organisation’s own' }),
    passId: Id.nullable(),
    sensorCode: z.string(),
    sensorPlace: SensorPlace.nullable().meta({
      description:
        'Where the sensor was when the track came in; all that is computed of the track is from there, also after the sensor was moved. null: not known, as of a simulated one',
    }),
    catalogueId: z.int().nullable().meta({ description: 'The object that was asked for' }),
    catalogueIdBestAssociation: z.int().nullable().meta({ description: 'Catalogue number; null: uncorrelated' }),
    isUncorrelated: z.boolean(),
    isAmbiguous: z.boolean(),
    numberOfMeasurements: z
      .int()
      .meta({ description: 'How many directions; without any, ranges and range rates, or positions' }),
    rmsArcsec: z.number().nullable().meta({ description: 'Of directions, arcseconds; null: uncorrelated, or none' }),
    start: Instant,
    end: Instant,
    fileCompressionType: z.enum(COMPRESSIONS),
    createdAt: Instant,
    originator: z.string(),
    isSimulated: z.boolean(),
    events: z.array(TrackedEvent).meta({ description: 'Events of its object beside which it was held, newest first' }),
    withdrawn: Withdrawal.nullable().meta({
      description: 'null: it counts. A file that was withdrawn counts for nothing',
    }),
  })
  .meta({
    id: 'ObservationFile',
    description: 'A file of measurements. All fields are additions',
    examples: [
      {
        observationFileId: REPORT_EXAMPLE['file-id'],
        observationRequestId: '0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908',
        passId: '2f1c4f60-6d0e-4c8e-9d55-0b6a5f4e3d21',
        sensorCode: 'ABC01',
        sensorPlace: { latitude: 28.3, longitude: -16.51, altitude: 2_390 },
        catalogueId: 99_901,
        catalogueIdBestAssociation: 99_901,
        isUncorrelated: false,
        isAmbiguous: false,
        numberOfMeasurements: 37,
        rmsArcsec: 2.1,
        start: '2026-11-22T18:15:03.000Z',
        end: '2026-11-22T18:18:03.000Z',
        fileCompressionType: 'NONE',
        createdAt: '2026-11-22T18:40:00.000Z',
        originator: 'APSIS-SIM',
        isSimulated: true,
        events: [
          {
            conjunctionId: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22',
            outcome: 'FUSED',
            at: '2026-11-22T18:40:02.000Z',
          },
        ],
        withdrawn: null,
      },
    ],
  })
export type Observation = z.output<typeof Observation>

const FILE = z.strictObject({ 'file-id': Id })
const common = { tags: ['observations'], access: [ODT_USER] } as const

export const listObservations = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/odt/observations',
  summary: 'List observations',
  description: `The files of the organisation, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'observation-request-id': Id.optional(),
    'catalogue-id': z.coerce.number().int().min(1).max(999_999_999).optional().meta({
      description: 'Asked for, or associated with',
    }),
    'sensor-code': z.string().min(1).max(64).optional().meta({ description: 'Only tracks of this sensor' }),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(Observation),
})

export const getObservationFile = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/odt/observations/file/{file-id}',
  summary: 'Download a file',
  description:
    'The measurements as a tracking data message (CCSDS 503.0-B-2), packed as the request asked for. Under its address a file never changes. The name of one that was withdrawn begins with WITHDRAWN.',
  rate: 'read',
  params: FILE,
  query: z.strictObject({
    notation: z.enum(FILE_NOTATIONS).default('TDM_KVN').meta({ 'x-addition': true, description: 'KVN or XML' }),
    compression: z
      .enum(COMPRESSIONS)
      .optional()
      .meta({ 'x-addition': true, description: 'Absent: as the request asked for' }),
  }),
  file: ['text/plain', 'application/xml', 'application/gzip', 'application/zip'],
})

/** The maximum number of files in one zip, and their maximum total size before compression. */
export const [MOST_ZIPPED_FILES, MOST_ZIPPED_MIB] = [500, 32]

export const zipObservationFiles = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/odt/observations/files',
  summary: 'Download many files',
  description: `Files as one zip, each as a tracking data message that is not packed once more. Nothing is changed. 404 where one of them does not exist, 422 where they are more than ${MOST_ZIPPED_MIB} MiB together: ask for fewer at a time.`,
  rate: 'read',
  body: z
    .strictObject({
      fileIds: z
        .array(Id)
        .min(1)
        .max(MOST_ZIPPED_FILES)
        .meta({ description: 'In the order of the zip; one that is named twice stands there once' }),
      notation: z.enum(FILE_NOTATIONS).default('TDM_KVN').meta({ description: 'KVN or XML, of all of them' }),
    })
    .meta({
      id: 'ObservationFilesRequest',
      description: 'Which files are wanted',
      examples: [{ fileIds: [REPORT_EXAMPLE['file-id']], notation: 'TDM_KVN' }],
    }),
  file: ['application/zip'],
  errors: ['unprocessable'],
})

export const getObservationReport = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/odt/observations/report/{file-id}',
  summary: 'Read the report of a file',
  description:
    'The measurements, of which object they are, and the orbit that follows from them where they give one. A track that fits no object is uncorrelated.',
  rate: 'read',
  params: FILE,
  query: z.strictObject({
    metric: z.enum(ASSOCIATION_METRICS).default('ANGULAR_DISTANCE').meta({
      'x-addition': true,
      description: 'Which of the two association reports is wanted',
    }),
    exclude: Exclusion,
  }),
  response: ObservationReport,
  errors: ['unprocessable'],
})

export const getPositionResiduals = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/odt/observations/report/{file-id}/position-residuals',
  summary: 'Read the residuals of a file along the orbit',
  description:
    'Measured minus computed position along radial, in-track and cross-track of the orbit that the report compares with, at each measurement: the residual of the direction times the computed range, and along the line of sight the residual of the range where one was measured. The time offset of the report is taken off, as in its residuals.',
  rate: 'read',
  params: FILE,
  query: z.strictObject({
    metric: z.enum(ASSOCIATION_METRICS).default('ANGULAR_DISTANCE').meta({
      description: 'Of which of the two association reports',
    }),
    exclude: Exclusion,
  }),
  response: PositionResiduals,
  errors: ['unprocessable'],
})

export const getInitialOrbits = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/odt/observations/report/{file-id}/initial-orbits',
  summary: 'Read the orbits that a track allows by itself',
  description:
    'Of a track that fits no known object: every root of an initial orbit, through places where ranges and angles were measured together (Gibbs, Herrick-Gibbs, Lambert), else through three directions (Gooding), each with what speaks against it, and from each possible one the least-squares fit of all measurements with its covariance, where they determine one. Computed anew with each call. 422 for tracks without directions.',
  rate: 'read',
  params: FILE,
  response: InitialOrbits,
  errors: ['unprocessable'],
})

const MOST_TRACK_BYTES = 8 * 1_048_576

export const createObservation = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/odt/observations',
  summary: 'Add a track of your own',
  description:
    'Takes a tracking data message (KVN or XML) of a sensor that the organisation has, without an order: it gives the same report and the same orbit. PARTICIPANT_1 is the code of the sensor. Ranges and Doppler without directions correct the orbit that is known of the object in PARTICIPANT_2. Takes an orbit ephemeris message (OEM, KVN or XML) of positions of a satellite of the organisation as well, by its own receiver or precise orbit, with or without velocities: OBJECT_ID is its number, its international designator, or OBJECT_NAME its name. The positions count with the covariance of the message; where it has none, with position-sigma. 422 where it cannot be read, or no orbit is known, or positions are ahead of now; `errors` names line and keyword. With pass-id it is the result of that pass of an own sensor: the pass is SUCCESSFUL, and its price is captured; 403 but for who asked for the pass and administrators, 409 where a provider takes its orders over HTTP, 422 for times ahead of now.',
  rate: 'upload',
  query: z.strictObject({
    'pass-id': Id.optional().meta({ description: 'The pass of a request that it is the result of' }),
    'position-sigma': z.coerce.number().positive().max(MOST_POSITION_SIGMA_M).optional().meta({
      description: 'How well the positions of an OEM are known that has no covariance: 1 sigma of each axis, m',
    }),
  }),
  upload: {
    media: ['text/plain', 'application/xml', 'application/octet-stream'],
    maxBytes: MOST_TRACK_BYTES,
    sample: { file: 'track.tdm' },
  },
  response: z.array(Observation),
  status: 201,
  errors: ['unprocessable', 'conflict'],
})

export const withdrawObservation = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/odt/observations/file/{file-id}',
  summary: 'Withdraw a track of your own',
  description:
    'For a track or positions of the organisation’s own that were sent by mistake. The file stays, marked with who withdrew it, when and why, and counts for nothing any more: no event, no orbit of after a burn and no offset of a sensor rests on it. The messages that hold it stay, marked (`withdrawnAt`), and drive no level: the message before them counts again, and the tracks that were added after it are added to that one anew. Measurements that are sent again count as new. A file cannot be taken back into use: send it again. 404 where there is no such file, 409 where a request brought it, or where it is withdrawn already.',
  rate: 'write',
  params: FILE,
  query: z.strictObject({ reason: WithdrawalReason }),
  response: Observation,
  errors: ['conflict'],
})
