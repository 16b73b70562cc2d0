import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'

/** The object that a query asks for. */
export const AskedNoradId = z.coerce
  .number()
  .int()
  .min(1)
  .max(999_999_999)
  .meta({ examples: [25_544] })

/** An element set (spec §3). */
export const Tle = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number' }),
    name: z.string().nullable(),
    epoch: Instant,
    tle: z.string().nullable().meta({
      description:
        'Two lines, as they came where they came as such; null where the number has more than six digits: ask for OMM',
    }),
    source: z.string().meta({ description: 'Where it came from', examples: ['simulated catalogue'] }),
    receivedAt: Instant,
    secondsFromEpoch: z.number().nullable().meta({ description: 'From the epoch asked for to that of the set, s' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'Tle',
    description: 'An element set',
    examples: [
      {
        noradId: 25_544,
        name: 'ISS (ZARYA)',
        epoch: '2008-09-20T12:25:40.104Z',
        tle: '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
        source: 'upload',
        receivedAt: '2026-11-20T05:00:00.000Z',
        secondsFromEpoch: null,
        isSimulated: false,
      },
    ],
  })
export type Tle = z.output<typeof Tle>

export const getTle = endpoint({
  method: 'GET',
  path: '/api/v1/tle/tle',
  summary: 'Read an element set',
  description:
    'The set of an object whose epoch is nearest to the one asked for, else the newest. Accept chooses the form: application/json, text/plain (two lines, a title line above them where they are simulated), application/xml (OMM). Where the installation may ask the public catalogue by number, an object that is not known here is looked up there; that set is not stored.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  headers: { etag: true, ifNoneMatch: true },
  query: z.strictObject({
    noradId: AskedNoradId,
    epoch: Instant.optional(),
  }),
  response: Tle,
  file: ['application/json', 'text/plain', 'application/xml'],
  errors: ['not-acceptable'],
})
