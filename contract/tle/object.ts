import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'
import { REENTRY_FORECASTS } from './catalogue.ts'
import { EXAMPLE_SET, HistoricSet } from './history.ts'
import { OBJECT_KINDS } from './object-kind.ts'
import { AskedNoradId } from './tle.ts'

/**
 * LISTED: the object is in the catalogue of the screenings. WITHOUT_SET: it is in orbit, and no source has a set of it. CAME_DOWN: the
 * satellite catalogue or a message says that it is no longer in orbit. LEFT: it was listed, and no source lists it any more. OWN_SETS: only
 * the organisation has sets of it.
 */
export const OBJECT_STANDINGS = ['LISTED', 'WITHOUT_SET', 'CAME_DOWN', 'LEFT', 'OWN_SETS'] as const
export type ObjectStanding = (typeof OBJECT_STANDINGS)[number]

/**
 * The accuracy of SGP4 is not stated for a set that is older than this, because the statistics cover only the first days after the epoch.
 */
export const MOST_STATED_AGE_DAYS = 10

/** The reasons why the accuracy of a set is not stated: there is no set, SGP4 does not accept it, or it is more than ten days old. */
export const UNSTATED_REASONS = ['NO_SET', 'UNUSABLE', 'TOO_OLD'] as const

const sigma = (along: string) => z.number().meta({ description: `One standard deviation ${along}, m` })

const SetAccuracy = z
  .strictObject({
    at: Instant.meta({ description: 'The time that it is stated for: when the call was answered' }),
    ageS: z.number().meta({ description: 'From the epoch of the set to that time, s' }),
    radialM: sigma('radially'),
    alongTrackM: sigma('along the track'),
    crossTrackM: sigma('across the track'),
  })
  .meta({
    id: 'ElementSetAccuracy',
    description:
      'How far the object usually is from where SGP4 has it: statistics of all objects with such an orbit (Flohrer, Krag and Klinkrad, AMOS 2008), and along the track 1.5 km for each day of age (Levit and Marshall, 2011). Nobody has measured it of this object',
  })

export const CatalogueObject = z
  .strictObject({
    noradId: z.int().min(1).meta({ description: 'Catalogue number' }),
    name: z.string().nullable().meta({ description: 'As the catalogue names it, or else as your own sets do' }),
    otherNames: z.array(z.string()).meta({ description: 'Other names that it has in a source' }),
    internationalDesignator: z.string().nullable().meta({ description: 'As 1998-067A; null: not known' }),
    kind: z.enum(OBJECT_KINDS),
    owner: z.string().nullable().meta({ description: 'Code of the catalogue, as US or PRC; null: not known' }),
    launchedOn: z.iso.date().nullable().meta({ description: 'Day of its launch, UTC; null: no source says it' }),
    cameDownOn: z.iso.date().nullable().meta({ description: 'Day of its end, UTC; null: no source says it' }),
    standing: z.enum(OBJECT_STANDINGS),
    leftAt: Instant.nullable().meta({
      description: 'When the catalogue was first stored without it; null: it is listed, or never was',
    }),
    reentry: z
      .strictObject({
        expectedAt: Instant,
        windowMinutes: z.int().min(0).nullable().meta({
          description: 'It comes down within so many minutes before or after, in about 95 of 100 cases; null: not said',
        }),
        forecast: z.enum(REENTRY_FORECASTS),
        statedAt: Instant.meta({ description: 'When that was said' }),
      })
      .nullable()
      .meta({ description: 'The last forecast of its end; null: none, or it has come down' }),
    set: HistoricSet.nullable().meta({ description: 'Its newest set, of the catalogue or of your organisation' }),
    accuracy: SetAccuracy.nullable(),
    unstated: z.enum(UNSTATED_REASONS).nullable().meta({ description: 'Why there is no `accuracy`' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'CatalogueObject',
    description: 'What is known of an object',
    examples: [
      {
        noradId: 25_544,
        name: 'ISS (ZARYA)',
        otherNames: [],
        internationalDesignator: '1998-067A',
        kind: 'payloads',
        owner: 'ISS',
        launchedOn: '1998-11-20',
        cameDownOn: null,
        standing: 'LISTED',
        leftAt: null,
        reentry: null,
        set: { ...EXAMPLE_SET, source: 'space-track.org' },
        accuracy: {
          at: '2008-09-21T00:25:40.104Z',
          ageS: 43_200,
          radialM: 107,
          alongTrackM: 810.8,
          crossTrackM: 169,
        },
        unstated: null,
        isSimulated: false,
      },
    ],
  })
export type CatalogueObject = z.output<typeof CatalogueObject>

export const getCatalogueObject = endpoint({
  method: 'GET',
  path: '/api/v1/tle/objects/{norad-id}',
  summary: 'Read what is known of an object',
  description:
    'Names, kind, owner, launch and end of an object; whether it is in the catalogue that screenings compare with, or has left it; its newest element set and how exact SGP4 usually is from it. 404 means that neither the catalogue nor your organisation knows the number: nothing is known of it, which is no clear sky.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  params: z.strictObject({ 'norad-id': AskedNoradId }),
  response: CatalogueObject,
})
