import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'
import { AskedNoradId } from './tle.ts'

/** Sets of a low orbit are published about three times a day, so an answer for a year has half a megabyte. */
export const HISTORY_LIMITS = { days: 400, usualDays: 30, sets: 1_500 } as const

const angle = (what: string) => z.number().meta({ description: `${what}, deg, TEME of the epoch` })

const derived = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, m; null: SGP4 does not accept the set` })

/** An element set in the history of an object: the published elements, and derived values. */
export const HistoricSet = z
  .strictObject({
    epoch: Instant,
    source: z.string().meta({ description: 'Where it came from', examples: ['simulated catalogue'] }),
    receivedAt: Instant,
    isSimulated: z.boolean(),
    meanMotionRevPerDay: z.number().meta({ description: 'Mean motion (Kozai), rev/day' }),
    eccentricity: z.number().meta({ description: 'Mean eccentricity' }),
    inclinationDeg: angle('Inclination'),
    raanDeg: angle('Right ascension of the ascending node'),
    argPeriapsisDeg: angle('Argument of perigee'),
    meanAnomalyDeg: angle('Mean anomaly'),
    bstar: z.number().meta({ description: 'Drag term B*, 1/(earth radius)' }),
    semiMajorAxisM: derived('Mean semi-major axis'),
    perigeeAltitudeM: derived('Perigee above the equatorial radius of WGS 72, by the mean elements'),
    apogeeAltitudeM: derived('Apogee above the equatorial radius of WGS 72, by the mean elements'),
  })
  .meta({ id: 'HistoricElementSet', description: 'An element set of an object among its others' })
export type HistoricSet = z.output<typeof HistoricSet>

/** A set of the ISS for the examples. */
export const EXAMPLE_SET = {
  epoch: '2008-09-20T12:25:40.104Z',
  source: 'upload',
  receivedAt: '2008-09-20T13:00:00.000Z',
  isSimulated: false,
  meanMotionRevPerDay: 15.72125391,
  eccentricity: 0.0006703,
  inclinationDeg: 51.6416,
  raanDeg: 247.4627,
  argPeriapsisDeg: 130.536,
  meanAnomalyDeg: 325.0288,
  bstar: -1.1606e-5,
  semiMajorAxisM: 6_728_900,
  perigeeAltitudeM: 346_250,
  apogeeAltitudeM: 355_270,
}

export const ElementSetHistory = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number' }),
    name: z.string().nullable(),
    isSimulated: z.boolean().meta({ description: 'Whether any of the sets is' }),
    from: Instant,
    to: Instant,
    isCut: z.boolean().meta({
      description: `There are more than ${HISTORY_LIMITS.sets} sets; the newest ${HISTORY_LIMITS.sets} are here`,
    }),
    sets: z.array(HistoricSet).meta({ description: 'Oldest first' }),
  })
  .meta({
    id: 'ElementSetHistory',
    description: 'The element sets of an object over some days',
    examples: [
      {
        noradId: 25_544,
        name: 'ISS (ZARYA)',
        isSimulated: false,
        from: '2008-08-22T00:00:00.000Z',
        to: '2008-09-21T00:00:00.000Z',
        isCut: false,
        sets: [EXAMPLE_SET],
      },
    ],
  })
export type ElementSetHistory = z.output<typeof ElementSetHistory>

export const getElementSetHistory = endpoint({
  method: 'GET',
  path: '/api/v1/tle/history',
  summary: 'Read the history of element sets',
  description:
    'The element sets of an object whose epochs lie in the days before now, and up to a day after it, oldest first: those of your organisation and those of the catalogue. An object of which none is known has an empty list.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'read',
  query: z.strictObject({
    noradId: AskedNoradId,
    days: z.coerce.number().int().min(1).max(HISTORY_LIMITS.days).default(HISTORY_LIMITS.usualDays),
  }),
  response: ElementSetHistory,
})
