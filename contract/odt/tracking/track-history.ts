import { z } from 'zod'
import { SILENT_BURN_DIRECTIONS } from '../../ca/announced/burn-notice.ts'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { ODT_USER } from '../../roles.ts'
import { OrbitUpdate } from '../observation/observation.ts'

export const TRACK_HISTORY_LIMITS = {
  /** Only tracks within this time before the newest one are compared with the same orbit, because elements are wrong by kilometres beyond it. */
  days: 7,
  tracks: 40,
} as const

const seconds = (description: string) => z.number().meta({ description: `${description}, s` })

const TrackOfHistory = z
  .strictObject({
    observationFileId: Id,
    sensorCode: z.string(),
    epoch: Instant.meta({ description: 'The middle of the track' }),
    lateS: seconds('By how much later than the orbit has it the object passed; below 0: earlier'),
    sigmaS: seconds('Of the measurements alone, 1 sigma'),
    expectedSigmaS: seconds(
      'By how much tracks of an object that flew on freely may be late: the orbit at that age, the clock of the sensor and the measurements, 1 sigma',
    ),
  })
  .meta({ id: 'TrackOfHistory', description: 'One track beside the orbit that all are held beside' })
export type TrackOfHistory = z.output<typeof TrackOfHistory>

const PossibleManoeuvre = z
  .strictObject({
    from: Instant.meta({ description: 'The last track before it' }),
    to: Instant.meta({ description: 'The first track behind it' }),
    deltaVMps: z.number().meta({ description: 'Of the burn along the track that makes the object so late, m/s' }),
    sigmaMps: z.number().meta({ description: '1 sigma, m/s' }),
    direction: z.enum(SILENT_BURN_DIRECTIONS),
    score: z.number().meta({ description: 'The growth in sigmas' }),
  })
  .meta({ id: 'PossibleManoeuvre', description: 'From when on tracks leave an orbit, as they do after a burn' })
export type PossibleManoeuvre = z.output<typeof PossibleManoeuvre>

export const TrackHistory = z
  .strictObject({
    catalogueId: z.int().meta({ description: 'Catalogue number' }),
    lookedAt: Instant.meta({ description: 'When the tracks were held beside the orbit' }),
    orbitEpoch: Instant.meta({
      description: 'Of the element set that all tracks are held beside: the last one of before the first of them',
    }),
    isJudged: z.boolean().meta({
      description: 'false: an orbit of less than two revolutions a day, in which elements err too much to tell a burn',
    }),
    tracks: z.array(TrackOfHistory).max(TRACK_HISTORY_LIMITS.tracks).meta({ description: 'Oldest first' }),
    manoeuvre: PossibleManoeuvre.nullable().meta({ description: 'null: the tracks show none' }),
    orbitSince: OrbitUpdate.nullable().meta({
      description:
        'The orbit of the tracks behind the possible manoeuvre alone; null: there is none, or they determine none',
    }),
  })
  .meta({
    id: 'TrackHistory',
    description: 'The tracks of an object beside one orbit',
    examples: [
      {
        catalogueId: 99_901,
        lookedAt: '2026-11-22T18:41:00.000Z',
        orbitEpoch: '2026-11-16T03:12:00.000Z',
        isJudged: true,
        tracks: [
          {
            observationFileId: '5f3a1f60-6d0e-4c8e-9d55-0b6a5f4e3d21',
            sensorCode: 'ABC01',
            epoch: '2026-11-17T18:16:33.000Z',
            lateS: 0.031,
            sigmaS: 0.004,
            expectedSigmaS: 0.35,
          },
        ],
        manoeuvre: null,
        orbitSince: null,
      },
    ],
  })
export type TrackHistory = z.output<typeof TrackHistory>

export const listTrackHistories = endpoint({
  tags: ['observations'],
  access: [ODT_USER],
  method: 'GET',
  path: '/api/v1/odt/track-history',
  summary: 'List objects with their tracks beside one orbit',
  description: `By how much each object was late in each of its measured tracks of the last ${TRACK_HISTORY_LIMITS.days} days before the newest one, all beside the orbit that was known before the first of them; those looked at last first. A growth from a date on is a possible manoeuvre: no fit runs through it. Withdrawn and simulated tracks do not count. An object without tracks of the last 14 days, or without elements of before them, is not in the list. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'catalogue-id': z.coerce.number().int().min(1).max(999_999_999).optional(),
    ...pageOf({ standard: 20, most: 100 }),
  }),
  response: z.array(TrackHistory),
})
