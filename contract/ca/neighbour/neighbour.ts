import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

const Change = z
  .strictObject({
    from: z.string().meta({ description: 'The version before' }),
    rmsM: z.number().meta({ description: 'Root mean square of the distance along the common span, m' }),
    largestM: z.number().nullable().meta({ description: 'Largest distance, m' }),
    burn: z
      .strictObject({
        from: Instant,
        to: Instant,
        alongTrackMps: z
          .number()
          .meta({ description: 'Change of the velocity along the track, m/s; positive raises the orbit' }),
      })
      .nullable()
      .meta({
        description:
          'A burn along the track that the newer version contains and the older one does not, or the reverse, between two times; null: none of 0.01 m/s or more',
      }),
    samples: z
      .array(z.strictObject({ at: Instant, rtnM: z.tuple([z.number(), z.number(), z.number()]) }))
      .meta({ description: 'Newer less older along R, T, N of the older, m' }),
  })
  .meta({
    id: 'NeighbourChange',
    description: 'How far an operator has moved its prediction from one version to the next',
  })

export const Neighbour = z
  .strictObject({
    satelliteId: Id.meta({ description: 'The satellite of the organisation' }),
    noradId: z.int().meta({ description: 'Catalogue number' }),
    name: z.string().nullable(),
    tca: Instant.meta({ description: 'Nearest approach by element sets' }),
    missM: z.number().meta({ description: 'By element sets, m' }),
    foundAt: Instant,
    file: z
      .strictObject({
        source: z.string().meta({ description: 'The host that published it' }),
        name: z.string(),
        madeAt: Instant.nullable().meta({ description: 'When the operator made it; null: the file does not say' }),
        receivedAt: Instant,
        from: Instant,
        until: Instant.meta({ description: 'End of its usable span' }),
        hasCovariance: z.boolean(),
        envelopeFrom: Instant.nullable().meta({
          description: 'From here on its covariance is a flat envelope, and no estimate; null: it is one to its end',
        }),
        isSimulated: z.boolean(),
        change: Change.nullable().meta({ description: 'null: there is no version before' }),
      })
      .nullable()
      .meta({ description: 'The newest published ephemeris; null: none was fetched, or it cannot be used' }),
    endsBeforeTca: z.boolean().meta({ description: 'true: no operator path at the TCA' }),
  })
  .meta({
    id: 'Neighbour',
    description: 'An object whose operator publishes its ephemeris, and that comes near a satellite in the next days',
    examples: [
      {
        satelliteId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
        noradId: 100001,
        name: 'STARLINK-38128',
        tca: '2026-11-22T03:11:07.000Z',
        missM: 8412,
        foundAt: '2026-11-20T08:00:00.000Z',
        file: {
          source: 'api.starlink.com',
          name: 'MEME_100001_STARLINK-38128_3240742_Operational_1479540180_UNCLASSIFIED.txt',
          madeAt: '2026-11-20T07:55:10.000Z',
          receivedAt: '2026-11-20T08:00:10.000Z',
          from: '2026-11-20T07:46:42.000Z',
          until: '2026-11-23T07:38:42.000Z',
          hasCovariance: true,
          envelopeFrom: '2026-11-20T19:42:42.000Z',
          isSimulated: false,
          change: null,
        },
        endsBeforeTca: false,
      },
    ],
  })
export type Neighbour = z.output<typeof Neighbour>

export const listNeighbours = endpoint({
  method: 'GET',
  path: '/api/v1/ca/neighbours',
  summary: 'List neighbours with published ephemerides',
  description:
    'The objects of connected lists that come within 25 km of a satellite in the next three days by element sets, by TCA, each with its newest published ephemeris. Only their files are fetched.',
  tags: ['neighbours'],
  access: [CA_USER],
  rate: 'read',
  query: z.strictObject({ 'satellite-id': Id.optional() }),
  response: z.array(Neighbour),
})
