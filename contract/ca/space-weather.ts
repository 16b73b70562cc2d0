import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { CA_USER } from '../roles.ts'

/** The indices of atmosphere models, with their names in the answer. */
export const WEATHER_INDICES = ['f107', 'f107Average', 's10', 'm10', 'y10', 'ap', 'kp', 'dstNt'] as const
export type WeatherIndex = (typeof WEATHER_INDICES)[number]

/** The certainty of a value: published as final or measured; measured but still provisional; or forecast. */
export const WEATHER_KINDS = ['issued', 'nowcast', 'forecast'] as const
export type WeatherKind = (typeof WEATHER_KINDS)[number]

export const WEATHER_SOURCES = ['indices', 'solar', 'dst'] as const
export type WeatherSourceName = (typeof WEATHER_SOURCES)[number]

const Value = z
  .strictObject({
    value: z.number().meta({ description: 'In the unit of its index' }),
    kind: z.enum(WEATHER_KINDS).meta({ description: 'How sure it is' }),
  })
  .meta({ id: 'WeatherValue', description: 'A value, and how sure it is' })
const index = (what: string) => Value.nullable().meta({ description: `${what}; null: not said` })

const WeatherDay = z
  .strictObject({
    date: z.iso.date(),
    f107: index('Solar flux at 10.7 cm as observed, 1e-22 W/(m² Hz)'),
    f107Average: index('Its mean over 81 days around the day'),
    s10: index('Extreme ultraviolet, 26 to 34 nm, scaled to F10.7'),
    m10: index('Far ultraviolet by magnesium II, scaled to F10.7'),
    y10: index('X-rays and Lyman alpha, scaled to F10.7'),
    ap: index('Planetary geomagnetic index, mean of the day'),
    kp: index('Largest three-hourly planetary index of the day'),
    dstNt: index('Smallest hourly disturbance storm time index of the day, nT'),
  })
  .meta({ id: 'WeatherDay', description: 'The indices of one day, UTC' })

const WeatherSource = z
  .strictObject({
    name: z.enum(WEATHER_SOURCES).meta({ description: 'indices: F10.7, Ap, Kp; solar: S10, M10, Y10; dst: Dst' }),
    host: z.string().nullable().meta({ description: 'Null: no address is set' }),
    version: z.int().meta({ description: 'Raised with each new answer of the source; 0: there is none' }),
    receivedAt: Instant.nullable().meta({ description: 'Last answer, new or unchanged' }),
    nextAt: Instant.nullable().meta({ description: 'Not asked again before' }),
    outcome: z.string().nullable().meta({ description: 'What came of the last question' }),
  })
  .meta({ id: 'WeatherSource', description: 'Where indices come from, and when they came' })

const WeatherIndexFacts = z
  .strictObject({
    index: z.enum(WEATHER_INDICES),
    source: z.enum(WEATHER_SOURCES).meta({ description: 'Which of the sources brings it' }),
    named: z.string().nullable().meta({
      description: 'Where it is from, as the settings name it, else the host of its source; null: no source is set',
    }),
    receivedAt: Instant.nullable().meta({ description: 'Last answer of its source; null: none' }),
    lastDay: z.iso
      .date()
      .nullable()
      .meta({ description: 'Newest of the days here that is measured, issued or nowcast; null: none' }),
    forecastUntil: z.iso.date().nullable().meta({
      description: 'Last day that is forecast; null: no forecast, issued and nowcast values only',
    }),
  })
  .meta({ id: 'WeatherIndexFacts', description: 'Where one index is from, how far it goes and whether it is forecast' })

const Storm = z
  .strictObject({
    date: z.iso.date(),
    knownAt: Instant.meta({ description: 'When the indices here first said so' }),
    isForecast: z.boolean(),
    ap: z.number().nullable().meta({ description: 'Mean of the day, without a unit' }),
    dstNt: z.number().nullable().meta({ description: 'Smallest of the day, nT' }),
  })
  .meta({ id: 'GeomagneticStorm', description: 'A day with Ap of 50 or more, or Dst of -100 nT or less' })

/** The space weather, and the effect of a storm on orbit data. */
export const SpaceWeather = z
  .strictObject({
    asOf: Instant,
    isSample: z.boolean().meta({ description: 'No source is set: published figures of a past storm, for a look' }),
    days: z.array(WeatherDay).meta({ description: 'The oldest first' }),
    sources: z.array(WeatherSource),
    indices: z.array(WeatherIndexFacts).meta({ description: 'Each index once' }),
    storms: z.array(Storm).meta({ description: 'Of the last 14 days and those forecast; the oldest first' }),
    overtaken: z.array(Id).meta({
      description:
        'Events to come whose newest message was made before such a storm was known (perigee below 1,000 km)',
    }),
  })
  .meta({
    id: 'SpaceWeather',
    description: 'Indices of solar and geomagnetic activity, with kind, version and age; and the storms among them',
    examples: [
      {
        asOf: '2024-05-11T12:00:00.000Z',
        isSample: false,
        days: [
          {
            date: '2024-05-11',
            f107: { value: 213.7, kind: 'issued' },
            f107Average: null,
            s10: null,
            m10: null,
            y10: null,
            ap: { value: 274, kind: 'nowcast' },
            kp: { value: 9, kind: 'nowcast' },
            dstNt: { value: -412, kind: 'nowcast' },
          },
        ],
        sources: [
          {
            name: 'indices',
            host: 'celestrak.org',
            version: 12,
            outcome: 'new',
            receivedAt: '2024-05-11T11:40:00.000Z',
            nextAt: '2024-05-11T14:45:00.000Z',
          },
        ],
        indices: [
          {
            index: 'ap',
            source: 'indices',
            named: 'GFZ Potsdam, by CelesTrak',
            receivedAt: '2024-05-11T11:40:00.000Z',
            lastDay: '2024-05-11',
            forecastUntil: '2024-06-25',
          },
        ],
        storms: [{ date: '2024-05-11', knownAt: '2024-05-10T20:10:00.000Z', isForecast: false, ap: 274, dstNt: -412 }],
        overtaken: ['5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22'],
      },
    ],
  })
export type SpaceWeather = z.output<typeof SpaceWeather>

export const getSpaceWeather = endpoint({
  method: 'GET',
  path: '/api/v1/ca/space-weather',
  summary: 'Read the weather in space',
  description:
    'F10.7, S10, M10, Y10, Ap, Kp and Dst by day, as issued, nowcast or forecast, with version and age of each source, and of each index where it is from and whether it is forecast; the geomagnetic storms among them, and the events whose newest message is older than the news of such a storm.',
  tags: ['space weather'],
  access: [CA_USER],
  rate: 'read',
  query: z.strictObject({
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(400)
      .default(30)
      .meta({ description: 'So many past days; the forecast is always there whole' }),
  }),
  response: SpaceWeather,
})
