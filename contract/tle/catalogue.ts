import { z } from 'zod'
import { READING_RESULTS } from '../connections/connection.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'
import { CatalogueElements } from './catalogue-elements.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from './catalogue-holding.ts'
import { OBJECT_KINDS } from './object-kind.ts'

/**
 * SIMULATED: the simulated catalogue of the product. CONNECTION: an account at a service. ADDRESS: an address in the settings.
 * SUPPLEMENTAL: an address in the settings with sets that are fitted to ephemerides.
 */
export const CATALOGUE_SOURCE_KINDS = ['SIMULATED', 'CONNECTION', 'ADDRESS', 'SUPPLEMENTAL'] as const
/** The sources of a predicted re-entry: a message in the last days of the object, or a forecast for sixty days. */
export const REENTRY_FORECASTS = ['TIP', 'SIXTY_DAYS'] as const
/** The maximum number of re-entries in an answer, soonest first. */
export const MOST_REENTRIES = 500
/** The maximum number of objects without a set, and of objects that have left the catalogue, in an answer. */
export const MOST_LACKED_OBJECTS = 500
/** Objects that have left the catalogue are listed for this number of days. */
export const LEFT_DAYS = 7
/** The first catalogue number that is too long for the five digits of a TLE. */
export const FIRST_SIX_DIGITS = 100_000

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
    isStaging: z.boolean().meta({ description: 'A place for tests: a catalogue with its sets counts as simulated' }),
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

const described = {
  noradId: z.int().min(1).meta({ description: 'Catalogue number' }),
  name: z.string(),
  kind: z.enum(OBJECT_KINDS),
}

const ObjectWithoutSet = z
  .strictObject({
    ...described,
    launchedOn: z.iso.date().nullable().meta({ description: 'Day of its launch, UTC' }),
  })
  .meta({ id: 'ObjectWithoutSet', description: 'An object in orbit of which there is no set' })
export type ObjectWithoutSet = z.output<typeof ObjectWithoutSet>

const WithoutSet = z
  .strictObject({
    payloads: count('payloads'),
    rocketBodies: count('stages of launchers'),
    debris: count('pieces of debris'),
    unknown: count('others'),
    objects: z
      .array(ObjectWithoutSet)
      .meta({ description: `The highest numbers first, ${MOST_LACKED_OBJECTS} at most` }),
  })
  .meta({
    id: 'ObjectsWithoutSet',
    description:
      'The objects that a satellite catalogue has in orbit, and of which no source brings a set that is used',
  })

const LeftObject = z
  .strictObject({
    ...described,
    leftAt: Instant.meta({ description: 'When the catalogue was first stored without it' }),
    hasComeDown: z
      .boolean()
      .meta({ description: 'False: no source lists it any more, and nobody said that it came down' }),
  })
  .meta({ id: 'LeftObject', description: 'An object that was in the catalogue and is not any more' })
export type LeftObject = z.output<typeof LeftObject>

const Left = z
  .strictObject({
    count: count('all of them'),
    objects: z.array(LeftObject).meta({ description: `The last first, ${MOST_LACKED_OBJECTS} at most` }),
  })
  .meta({ id: 'LeftObjects', description: `The objects that have left the catalogue in ${LEFT_DAYS} days` })

export const CatalogueContent = z
  .strictObject({
    catalogue: CatalogueHolding.nullable().meta({ description: 'null: no catalogue is stored' }),
    changedAt: Instant.nullable().meta({ description: 'When it last changed' }),
    sixDigits: count(`objects with a number of six digits, from ${FIRST_SIX_DIGITS} on`),
    parts: z.array(CataloguePart),
    sources: z.array(CatalogueSourceState),
    withoutSet: WithoutSet.nullable().meta({ description: 'null: no source says which objects are in orbit' }),
    left: Left,
    reentries: z.array(ExpectedReentry).meta({ description: `Soonest first, ${MOST_REENTRIES} at most` }),
  })
  .meta({
    id: 'CatalogueContent',
    description: 'What the catalogue holds, where that came from, and what comes down',
    examples: [
      {
        catalogue: { ...EXAMPLE_HOLDING, isSimulated: false },
        changedAt: '2026-11-20T06:12:04.000Z',
        sixDigits: 12,
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
            isStaging: false,
          },
        ],
        withoutSet: {
          payloads: 1,
          rocketBodies: 0,
          debris: 0,
          unknown: 0,
          objects: [{ noradId: 100_214, name: 'TBA - TO BE ASSIGNED', kind: 'payloads', launchedOn: '2026-11-18' }],
        },
        left: {
          count: 1,
          objects: [
            {
              noradId: 57_990,
              name: 'SL-4 R/B',
              kind: 'rocketBodies',
              leftAt: '2026-11-19T17:20:00.000Z',
              hasComeDown: true,
            },
          ],
        },
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
    'The objects of the catalogue that all screenings compare with, by kind, source and age of their sets; what is lacking, with the objects in orbit that have no set and those that left the catalogue; each source with its last success, its next turn and its result; and the re-entries that are expected. The catalogue is the same for all organisations.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  response: CatalogueContent,
})

export const getCatalogueElements = endpoint({
  method: 'GET',
  path: '/api/v1/tle/catalogue/elements',
  summary: 'Read the element sets of the whole catalogue',
  description:
    'The newest element set of every object in the catalogue, with kind, owner and source, in columns: one answer that is made once for each change of the catalogue. The ETag tells whether it has changed; a catalogue of 30,000 objects is about a megabyte, compressed.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  response: CatalogueElements,
  headers: { etag: true, ifNoneMatch: true },
})
