import { z } from 'zod'
import { READING_RESULTS } from '../connections/connection.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from './catalogue-holding.ts'
import { OBJECT_KINDS } from './object-kind.ts'

/** SIMULATED: the product's own. CONNECTION: an account. ADDRESS: an address of the settings. SUPPLEMENTAL: such an address, of sets fitted to ephemerides. */
export const CATALOGUE_SOURCE_KINDS = ['SIMULATED', 'CONNECTION', 'ADDRESS', 'SUPPLEMENTAL'] as const
/** Who says that an object comes down: a message of its last days, or a forecast for sixty days. */
export const REENTRY_FORECASTS = ['TIP', 'SIXTY_DAYS'] as const
/** The most re-entries that are answered, soonest first. */
export const MOST_REENTRIES = 500

const count = (of: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Number of ${of}` })

const CatalogueSourceState = z
  .strictObject({
    name: z.string().meta({ description: 'As the sets name it' }),
    kind: z.enum(CATALOGUE_SOURCE_KINDS),
    objects: count('objects that it listed when it was last read with success'),
    newestEpoch: Instant.nullable(),
    lastReadAt: Instant.nullable().meta({ description: 'When it was last read with success, with or without news' }),
    lastNewAt: Instant.nullable().meta({ description: 'When it last brought something' }),
    lastResult: z.enum(READING_RESULTS).nullable(),
    lastDetail: z.string().nullable().meta({ description: 'The words of the source, or a number, to the last result' }),
    lastFailedAt: Instant.nullable().meta({ description: 'null: the last reading succeeded' }),
    nextAt: Instant.nullable().meta({ description: 'It is not read again before' }),
    movedTo: z.string().nullable().meta({ description: 'The host that answers in place of the one in the settings' }),
  })
  .meta({ id: 'CatalogueSourceState', description: 'A source of the catalogue, and how its reading goes' })

const CataloguePart = z
  .strictObject({
    kind: z.enum(OBJECT_KINDS),
    source: z.string().meta({ description: 'Where the sets that are used came from' }),
    objects: count('objects of this kind whose set came from this source'),
    belowDay: count('those whose set is less than a day old'),
    belowThreeDays: count('those whose set is from one to three days old'),
    belowWeek: count('those whose set is from three days to a week old'),
    older: count('those whose set is a week old or older'),
  })
  .meta({
    id: 'CataloguePart',
    description: 'Objects of the catalogue of one kind and source, by the age of their sets',
  })

const ExpectedReentry = z
  .strictObject({
    noradId: z.int().min(1).meta({ description: 'Catalogue number' }),
    name: z.string(),
    expectedAt: Instant,
    windowMinutes: z.int().min(0).nullable().meta({
      description: 'It comes down within so many minutes before or after, in about 95 of 100 cases; null: not said',
    }),
    forecast: z.enum(REENTRY_FORECASTS),
    statedAt: Instant.meta({ description: 'When that was said' }),
  })
  .meta({ id: 'ExpectedReentry', description: 'An object that is expected to come down' })

export const CatalogueContent = z
  .strictObject({
    catalogue: CatalogueHolding.nullable().meta({ description: 'null: no catalogue is stored' }),
    parts: z.array(CataloguePart),
    sources: z.array(CatalogueSourceState),
    reentries: z.array(ExpectedReentry).meta({ description: `Soonest first, ${MOST_REENTRIES} at most` }),
  })
  .meta({
    id: 'CatalogueContent',
    description: 'What the catalogue holds, where that came from, and what comes down',
    examples: [
      {
        catalogue: { ...EXAMPLE_HOLDING, isSimulated: false },
        parts: [
          {
            kind: 'debris',
            source: 'space-track.org',
            objects: 2_600,
            belowDay: 2_100,
            belowThreeDays: 400,
            belowWeek: 70,
            older: 30,
          },
        ],
        sources: [
          {
            name: 'space-track.org',
            kind: 'CONNECTION',
            objects: 5_000,
            newestEpoch: '2026-11-20T05:00:00.000Z',
            lastReadAt: '2026-11-20T06:12:00.000Z',
            lastNewAt: '2026-11-20T06:12:00.000Z',
            lastResult: 'new',
            lastDetail: null,
            lastFailedAt: null,
            nextAt: '2026-11-20T07:21:00.000Z',
            movedTo: null,
          },
        ],
        reentries: [
          {
            noradId: 58_003,
            name: 'SL-4 R/B',
            expectedAt: '2026-11-21T09:05:00.000Z',
            windowMinutes: 480,
            forecast: 'TIP',
            statedAt: '2026-11-20T06:00:00.000Z',
          },
        ],
      },
    ],
  })
export type CatalogueContent = z.output<typeof CatalogueContent>

export const getCatalogue = endpoint({
  method: 'GET',
  path: '/api/v1/tle/catalogue',
  summary: 'Read what the catalogue holds',
  description:
    'The objects of the catalogue that all screenings compare with, by kind, source and age of their sets; what is lacking; each source with its last success, its next turn and its result; and the re-entries that are expected. The catalogue is the same for all organisations.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  response: CatalogueContent,
})
