import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { CA_USER } from '../roles.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from '../tle/catalogue-holding.ts'
import { RiskLevel } from './message/cdm.ts'
import { SCREENING_RESULTS } from './satellite/screening-state.ts'
import { Encounter } from './screening/screening.ts'

const MOST_NORAD = 999_999_999
const Others = z
  .string()
  .regex(/^(all|\d{1,9}(,\d{1,9}){0,99})$/, 'has to be all, or up to 100 catalogue numbers separated by commas')
  .default('all')

/** The result of a direct search. */
export const FindResult = z
  .strictObject({
    from: Instant,
    to: Instant,
    maxKm: z.number().meta({ description: 'Largest miss distance, km' }),
    primary: z.strictObject({
      objectId: z.string(),
      name: z.string(),
      source: z.enum(['OPS', 'TLE']),
      epoch: Instant.nullable(),
    }),
    searched: z.int().meta({ description: 'Objects that were compared with' }),
    catalogueEpoch: Instant.nullable(),
    catalogue: CatalogueHolding.meta({
      description: 'The objects that were compared with, by kind, and what the catalogue lacks',
    }),
    elapsedS: z.number().meta({ description: 'What the search took, s' }),
    result: z.enum(SCREENING_RESULTS).meta({
      description:
        'CLEAR: among the objects of `catalogue`, and the events of the organisation, nothing comes within the distance',
    }),
    encounters: z.array(Encounter),
    events: z
      .array(
        z.strictObject({
          conjunctionId: Id,
          objectId: z.string().meta({ description: 'The other object' }),
          name: z.string(),
          tca: Instant,
          missM: z.number().meta({ description: 'Miss distance, m' }),
          probability: z
            .number()
            .nullable()
            .meta({ description: 'Probability of collision, 0 to 1; null where there is none' }),
          riskLevel: RiskLevel,
        }),
      )
      .meta({
        description:
          'Events of the organisation with this object, within time and distance, by TCA: what messages and own ephemerides say, also of objects that no catalogue has',
      }),
    notScreened: z.array(z.strictObject({ objectId: z.string(), reason: z.string(), until: Instant.nullable() })),
    isSimulated: z.boolean(),
    grade: z.enum(['TLE', 'EPHEMERIS']).meta({ description: 'TLE: screening quality, not for manoeuvre decisions' }),
  })
  .meta({
    id: 'FindResult',
    description: 'What a direct search found',
    examples: [
      {
        from: '2026-11-20T05:00:00.000Z',
        to: '2026-11-21T05:00:00.000Z',
        maxKm: 5,
        primary: { objectId: '90003', name: 'SAT-3', source: 'TLE', epoch: '2026-11-20T05:00:00.000Z' },
        searched: 5_000,
        catalogueEpoch: '2026-11-20T05:00:00.000Z',
        catalogue: EXAMPLE_HOLDING,
        elapsedS: 0.3,
        result: 'CLEAR',
        encounters: [],
        events: [],
        notScreened: [],
        isSimulated: true,
        grade: 'TLE',
      },
    ],
  })
export type FindResult = z.output<typeof FindResult>

export const findConjunctions = endpoint({
  method: 'GET',
  path: '/api/v1/ca/find',
  summary: 'Search for close approaches',
  description:
    'One object against the catalogue, answered at once. The object is a satellite of the organisation, a catalogue number, an ephemeris file, or an element set of two lines. Up to 7 days in low orbit, 14 elsewhere.',
  tags: ['screenings'],
  access: [CA_USER],
  rate: 'write',
  query: z.strictObject({
    'satellite-id': Id.optional(),
    'norad-id': z.coerce.number().int().min(1).max(MOST_NORAD).optional(),
    'oem-id': Id.optional(),
    tle: z.string().max(300).optional().meta({ description: 'Two lines, separated by a line feed' }),
    with: Others,
    from: Instant.optional().meta({ description: 'Absent: now' }),
    to: Instant.optional().meta({ description: 'Absent: hours after from' }),
    hours: z.coerce.number().min(0.1).max(336).default(24).meta({ description: 'Length where to is absent, h' }),
    'max-km': z.coerce.number().min(0.1).max(100).default(5),
  }),
  response: FindResult,
  errors: ['unprocessable'],
})

/** A search that is repeated at intervals; each search begins at the present time. */
export const Watch = z
  .strictObject({
    watchId: Id,
    satelliteId: Id.nullable(),
    noradId: z.int().nullable().meta({ description: 'Catalogue number; null where a satellite is watched' }),
    name: z.string(),
    with: z.string(),
    hours: z.number().meta({ description: 'Length of each search, h' }),
    maxKm: z.number().meta({ description: 'Largest miss distance, km' }),
    isPaused: z.boolean(),
    lastRunAt: Instant,
    nextRunAt: Instant.nullable().meta({
      description:
        'Not before; then as soon as the catalogue is refreshed, or half of the span has passed. Null: it is paused',
    }),
    catalogueEpoch: Instant.nullable().meta({ description: 'Newest element set that was compared with' }),
    catalogue: CatalogueHolding.nullable().meta({
      description:
        'The objects that the last run compared with, by kind, and what the catalogue lacked; null: it compared with none',
    }),
    result: z.enum(SCREENING_RESULTS),
    hits: z.int().meta({ description: 'Close approaches of the last run; ends of the span are none' }),
    nearest: z
      .strictObject({ objectId: z.string(), name: z.string(), tca: Instant, missM: z.number() })
      .nullable()
      .meta({ description: 'The nearest of them' }),
    error: z.string().nullable().meta({ description: 'Why the last run could not be made' }),
    createdBy: z.string(),
    createdAt: Instant,
  })
  .meta({
    id: 'Watch',
    description: 'A search that is asked again and again',
    examples: [
      {
        watchId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
        satelliteId: null,
        noradId: 90_003,
        name: 'SAT-3',
        with: 'all',
        hours: 72,
        maxKm: 5,
        isPaused: false,
        lastRunAt: '2026-11-20T06:00:00.000Z',
        nextRunAt: '2026-11-20T08:00:00.000Z',
        catalogueEpoch: '2026-11-20T05:00:00.000Z',
        catalogue: EXAMPLE_HOLDING,
        result: 'CONJUNCTIONS',
        hits: 1,
        nearest: { objectId: '90127', name: 'SIM DEB', tca: '2026-11-21T14:13:07.000Z', missM: 182 },
        error: null,
        createdBy: 'demo',
        createdAt: '2026-11-20T05:00:00.000Z',
      },
    ],
  })
export type Watch = z.output<typeof Watch>

const watches = { tags: ['screenings'], access: [CA_USER] } as const
const params = z.strictObject({ 'watch-id': Id })

export const listWatches = endpoint({
  ...watches,
  method: 'GET',
  path: '/api/v1/ca/find/watches',
  summary: 'List watches',
  description: `The searches that the organisation has asked again and again, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject(pageOf({ standard: 200, most: 1_000 })),
  response: z.array(Watch),
})

export const createWatch = endpoint({
  ...watches,
  method: 'POST',
  path: '/api/v1/ca/find/watches',
  summary: 'Save a search as a watch',
  description:
    'The search is answered at once and kept; later it is asked again, from then on, after each refresh of the catalogue, and no more often than every two hours. A close approach that was not known is told by a notification, once, also where its time moves a little. At most 50 for an organisation.',
  rate: 'write',
  body: z
    .strictObject({
      'satellite-id': Id.optional(),
      'norad-id': z.int().min(1).max(MOST_NORAD).optional(),
      with: Others,
      hours: z.number().min(4).max(336).default(24),
      maxKm: z.number().min(0.1).max(100).default(5),
    })
    .meta({ examples: [{ 'norad-id': 90_003, with: 'all', hours: 72, maxKm: 5 }] }),
  response: Watch,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateWatch = endpoint({
  ...watches,
  method: 'PATCH',
  path: '/api/v1/ca/find/watches/{watch-id}',
  summary: 'Pause or resume a watch',
  description: 'One that is paused keeps what it knows.',
  rate: 'write',
  params,
  body: z.strictObject({ isPaused: z.boolean() }).meta({ examples: [{ isPaused: true }] }),
  response: Watch,
})

export const removeWatch = endpoint({
  ...watches,
  method: 'DELETE',
  path: '/api/v1/ca/find/watches/{watch-id}',
  summary: 'Remove a watch',
  description: 'It is asked no more.',
  rate: 'write',
  params,
})
