import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from '../../tle/catalogue-holding.ts'
import { MOST_STATED_AGE_DAYS } from '../../tle/object.ts'
import { OBJECT_KINDS } from '../../tle/object-kind.ts'

/** The limits of a request, and the maximum number of objects in the answer. */
export const NEAR_FLEET_LIMITS = { mostKm: 500, usualKm: 100, mostHours: 72, usualHours: 24, objects: 5_000 } as const
/** The interval of an answer begins at the last full ten minutes, and the answer is kept until the next full ten minutes. */
export const NEAR_FLEET_KEPT_MS = 600_000

const count = (of: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Number of ${of}` })

const NearObject = z
  .strictObject({
    noradId: z.int().min(1).meta({ description: 'Catalogue number' }),
    name: z.string(),
    kind: z.enum(OBJECT_KINDS),
    leastKm: z.number().meta({ description: 'Least distance to a satellite of yours in the span, km' }),
    at: Instant.meta({ description: 'When it is that near' }),
    satelliteId: Id.meta({ description: 'The satellite that it is nearest to' }),
    source: z.string().meta({ description: 'Where its element set came from' }),
    epoch: Instant.meta({ description: 'Of its element set' }),
    isOld: z.boolean().meta({
      description: `Its set is more than ${MOST_STATED_AGE_DAYS} days old at the start of the span: the distance is not to be trusted`,
    }),
  })
  .meta({ id: 'NearObject', description: 'An object of the catalogue that comes near a satellite' })
export type NearObject = z.output<typeof NearObject>

const NotJudged = z
  .strictObject({
    satellites: z
      .array(
        z.strictObject({
          satelliteId: Id,
          name: z.string(),
          until: Instant.nullable().meta({
            description: 'Up to here it was compared, as its ephemeris or its orbit ends; null: not at all',
          }),
        }),
      )
      .meta({ description: 'Satellites of yours that were not compared, or not to the end' }),
    unusable: count('objects whose set SGP4 does not accept'),
    lost: count('objects of which SGP4 has no place to the end of the span'),
    old: count(
      `objects compared by a set that is more than ${MOST_STATED_AGE_DAYS} days old at the start: those that are not listed may be near`,
    ),
    withoutSet: z.int().min(0).nullable().meta({
      description:
        'Number of objects in orbit of which there is no set; null: no source says which objects are in orbit',
    }),
  })
  .meta({ id: 'NotJudgedNearFleet', description: 'What the answer says nothing of: it is no clear sky' })

export const NearFleet = z
  .strictObject({
    from: Instant,
    to: Instant,
    distanceKm: z.number().meta({ description: 'km' }),
    satellites: z.array(Id).meta({ description: 'Satellites of yours that were compared' }),
    compared: count('objects of the catalogue that were compared, your own satellites left out'),
    catalogueEpoch: Instant.nullable().meta({ description: 'Newest element set; null: no catalogue is stored' }),
    catalogue: CatalogueHolding.meta({ description: 'The catalogue that was compared with, and what it lacks' }),
    count: count('objects that come within the distance'),
    isCut: z.boolean().meta({ description: `There are more than ${NEAR_FLEET_LIMITS.objects}: the nearest are here` }),
    objects: z.array(NearObject).meta({ description: 'Nearest first' }),
    notJudged: NotJudged,
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'NearFleet',
    description: 'The objects of the catalogue that come near satellites of the organisation',
    examples: [
      {
        from: '2026-11-20T06:10:00.000Z',
        to: '2026-11-21T06:10:00.000Z',
        distanceKm: 100,
        satellites: ['6f9619ff-8b86-4011-b42d-00c04fc964ff'],
        compared: 5_000,
        catalogueEpoch: '2026-11-20T05:00:00.000Z',
        catalogue: EXAMPLE_HOLDING,
        count: 1,
        isCut: false,
        objects: [
          {
            noradId: 300_127,
            name: 'SIMULATED DEBRIS 127',
            kind: 'debris',
            leastKm: 41.7,
            at: '2026-11-20T17:02:11.000Z',
            satelliteId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
            source: 'simulated catalogue',
            epoch: '2026-11-20T04:12:00.000Z',
            isOld: false,
          },
        ],
        notJudged: { satellites: [], unusable: 0, lost: 0, old: 0, withoutSet: null },
        isSimulated: true,
      },
    ],
  })
export type NearFleet = z.output<typeof NearFleet>

export const getNearFleet = endpoint({
  method: 'GET',
  path: '/api/v1/ca/near-fleet',
  summary: 'List the objects near the fleet',
  description:
    'The objects of the catalogue that come within a distance of a satellite of yours in the next hours, each once with its least distance: by the own ephemeris where one is active, else by element sets. It is an answer for drawing and looking, not a screening: distances by element sets err by kilometres. `notJudged` counts what it says nothing of. It begins with the last whole ten minutes and is kept until the next; the ETag changes with the catalogue, the orbits of the fleet and the time. A search that takes too long is answered with 504: ask for a smaller distance or fewer hours.',
  tags: ['screenings'],
  access: [CA_USER],
  rate: 'write',
  query: z.strictObject({
    'distance-km': z.coerce.number().min(1).max(NEAR_FLEET_LIMITS.mostKm).default(NEAR_FLEET_LIMITS.usualKm),
    hours: z.coerce.number().min(1).max(NEAR_FLEET_LIMITS.mostHours).default(NEAR_FLEET_LIMITS.usualHours),
    'satellite-id': Id.optional().meta({ description: 'Absent: all satellites of the organisation' }),
  }),
  response: NearFleet,
  headers: { etag: true, ifNoneMatch: true },
  errors: ['unprocessable'],
})
