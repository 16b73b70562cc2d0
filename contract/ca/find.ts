import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { CA_USER } from '../roles.ts'
import { Encounter } from './screening.ts'

/** What a direct search found. */
export const FindResult = z
  .strictObject({
    from: Instant,
    to: Instant,
    maxKm: z.number(),
    primary: z.strictObject({
      objectId: z.string(),
      name: z.string(),
      source: z.enum(['OPS', 'TLE']),
      epoch: Instant.nullable(),
    }),
    searched: z.int().meta({ description: 'Objects that were compared with' }),
    catalogueEpoch: Instant.nullable(),
    elapsedS: z.number(),
    result: z.enum(['NOT_SCREENED', 'CLEAR', 'CONJUNCTIONS']),
    encounters: z.array(Encounter),
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
        elapsedS: 0.3,
        result: 'CLEAR',
        encounters: [],
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
    'Addition. One object against the catalogue, answered at once. The object is a satellite of the organisation, a catalogue number, an ephemeris file, or an element set of two lines. Up to 7 days in low orbit, 14 elsewhere.',
  tags: ['screenings'],
  access: [CA_USER],
  rate: 'write',
  query: z.strictObject({
    'satellite-id': Id.optional(),
    'norad-id': z.coerce.number().int().min(1).max(999_999_999).optional(),
    'oem-id': Id.optional(),
    tle: z.string().max(300).optional().meta({ description: 'Two lines, separated by a line feed' }),
    with: z
      .string()
      .regex(/^(all|\d{1,9}(,\d{1,9}){0,99})$/, 'has to be all, or up to 100 catalogue numbers separated by commas')
      .default('all'),
    from: Instant.optional().meta({ description: 'Absent: now' }),
    to: Instant.optional().meta({ description: 'Absent: hours after from' }),
    hours: z.coerce.number().min(0.1).max(336).default(24).meta({ description: 'Length where to is absent, h' }),
    'max-km': z.coerce.number().min(0.1).max(100).default(5),
  }),
  response: FindResult,
  errors: ['unprocessable'],
})
