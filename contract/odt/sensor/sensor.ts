import { z } from 'zod'
import { compareText } from '../../compare-text.ts'
import { endpoint } from '../../endpoint.ts'
import { Elevation, Horizon, isHorizon } from '../../horizon.ts'
import { Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { ODT_ADMIN, ODT_USER } from '../../roles.ts'

/** The types of spec §3, and our additions RADAR_ACTIVE and RETIRED, which its labels name. */
export const SENSOR_TYPES = ['OPTICAL_PASSIVE', 'FUTURE', 'TEST_OPTICAL', 'RADAR_ACTIVE', 'RETIRED'] as const
export const SensorType = z.enum(SENSOR_TYPES)
export type SensorType = z.infer<typeof SensorType>

/** These types are shown only in special mode (spec §5). */
export const HIDDEN_TYPES: readonly SensorType[] = ['FUTURE', 'TEST_OPTICAL', 'RETIRED']

/** Returns the type that a page shows: in special mode every sensor is shown as an optical passive one (spec §5). */
export const shownType = (type: SensorType, isSpecialMode: boolean): SensorType =>
  isSpecialMode ? 'OPTICAL_PASSIVE' : type

/** Sorts by type in descending order, then by code (spec §5). */
export function compareSensors(a: SensorKey, b: SensorKey): number {
  return compareText(b.sensorType, a.sensorType) || compareText(a.sensorCode, b.sensorCode)
}
type SensorKey = { readonly sensorType: SensorType; readonly sensorCode: string }

/** The code of a sensor as used in prices and orders. */
export const SensorCode = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must consist of letters, digits, ".", "_" and "-"')
  .meta({ description: 'Code of the sensor', examples: ['SITE1'] })

/** The maximum number of an organisation's own sensors. */
export const MOST_SENSORS = 200

/** The simulated network's note about its shares of clear sky; a page shows it in the language of the reader. */
export const SIMULATED_CLIMATE = 'Simulated climate: no weather service stands behind it'

/** The share of clear sky, which is never given without its source and date. */
export const ClearSky = z
  .strictObject({
    fraction: z.number().min(0).max(1).meta({ description: 'Share of the nights in which the sky is clear, 0 to 1' }),
    source: z.string().min(1).max(200).meta({ description: 'Where the share comes from' }),
    asOf: Instant.meta({ description: 'When the source was made' }),
  })
  .meta({ id: 'ClearSky', description: 'How often the sky is clear, with its source and its time' })

const EXAMPLE = {
  sensorCode: 'SITE1',
  groundSensorName: 'Roof of the control centre',
  sensorType: 'OPTICAL_PASSIVE' as const,
  latitude: 38.2,
  longitude: -3.2,
  altitude: 860,
  minimumElevation: 20,
  horizon: [],
  maximumSunElevation: -12,
  minimumMoonSeparation: 20,
  limitingMagnitude: 14.5,
  aperture: 0.4,
  fieldOfView: 1.5,
  maximumRange: null,
  sigmaArcsec: 1.5,
  sigmaTimeMs: 1,
  sigmaRange: null,
  sigmaMagnitude: null,
  isRangeCorrected: false,
  slewRate: 8,
  clearSky: null,
  status: 'OPERATIONAL' as const,
  providerId: null,
}

export const SENSOR_STATUSES = ['OPERATIONAL', 'DOWN'] as const

const nullable = (schema: z.ZodNumber, description: string) => schema.nullable().default(null).meta({ description })

const PLACE = {
  latitude: z.number().min(-90).max(90).meta({ description: 'Geodetic, WGS84, deg' }),
  longitude: z.number().min(-180).max(360).meta({ description: 'East of Greenwich, deg' }),
  altitude: z.number().min(-500).max(9_000).meta({ description: 'Above the ellipsoid of WGS84, m' }),
}

/** The number of former places of a sensor that are kept; after that the oldest is dropped. */
export const MOST_FORMER_PLACES = 100

/** The place of a sensor. */
export const SensorPlace = z.strictObject(PLACE).meta({ id: 'SensorPlace', description: 'Where a sensor stands' })
export type SensorPlace = z.output<typeof SensorPlace>

const fields = {
  groundSensorName: z.string().min(1).max(120).meta({ description: 'Name of the sensor, mostly its place' }),
  sensorType: SensorType.meta({
    description:
      'RADAR_ACTIVE and RETIRED are additions. FUTURE, TEST_OPTICAL and RETIRED are listed in special mode alone',
  }),
  latitude: PLACE.latitude,
  longitude: PLACE.longitude,
  altitude: PLACE.altitude,
  minimumElevation: Elevation.default(20).meta({ description: 'Lowest elevation at which it measures, deg' }),
  horizon: Horizon.meta({
    description: 'What stands around it, each azimuth once; the higher of this and minimumElevation counts',
  }),
  maximumSunElevation: z
    .number()
    .min(-18)
    .max(0)
    .default(-12)
    .meta({ description: 'Optical sensors: the Sun is lower than this while it measures, deg' }),
  minimumMoonSeparation: z
    .number()
    .min(0)
    .max(90)
    .default(20)
    .meta({ description: 'Optical sensors: the Moon, when it is up, is farther away than this, deg' }),
  limitingMagnitude: nullable(
    z.number().min(0).max(25),
    'Optical sensors: faintest magnitude that is measured; null: brightness is no condition',
  ),
  aperture: nullable(z.number().positive().max(50), 'Optical sensors: diameter of the aperture, m'),
  fieldOfView: nullable(z.number().positive().max(180), 'Width of the field of view, deg'),
  maximumRange: nullable(
    z.number().positive().max(1e9),
    'Radars: farthest object that is measured, m; null: range is no condition',
  ),
  sigmaArcsec: z
    .number()
    .positive()
    .max(36_000)
    .default(1.5)
    .meta({ description: 'Noise of a direction, 1 sigma of each component, arcsec' }),
  sigmaTimeMs: z.number().min(0).max(10_000).default(1).meta({ description: 'Noise of the clock, 1 sigma, ms' }),
  sigmaRange: nullable(z.number().positive().max(100_000), 'Radars: noise of a range, 1 sigma, m'),
  sigmaMagnitude: nullable(
    z.number().positive().max(10),
    'Optical sensors: noise of a magnitude, 1 sigma; no keyword of a TDM says it',
  ),
  isRangeCorrected: z.boolean().default(false).meta({
    description: 'Radars and lasers: the delay of the air is taken off its ranges already. No keyword of a TDM says so',
  }),
  slewRate: nullable(
    z.number().positive().max(90),
    'How fast it turns to the next object over the sky, deg/s; null: a minute from one pass to the next',
  ),
  clearSky: ClearSky.nullable().default(null),
  status: z.enum(SENSOR_STATUSES).default('OPERATIONAL').meta({
    description:
      'DOWN: it has no passes until it works again; one that is planned is replaced if it is still down an hour before',
  }),
  providerId: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .meta({ description: 'Who carries out what is requested of it; null: nobody takes requests' }),
}

/** The time since when a sensor is at its place. Answers use another name for it, so that sending an answer back does not change the past. */
const MOVED_AT = Instant.optional().meta({
  description:
    'When it came to this place, not later than now: a track that began before is read from where the sensor stood then. Absent: now where the place is another one by more than 0.001° or 100 m, else as before',
})

const SENSOR_NOTE = 'Every field beside sensorType, sensorCode and groundSensorName is an addition'

export const NewSensor = z
  .strictObject({ sensorCode: SensorCode, ...fields, movedAt: MOVED_AT })
  .refine(({ horizon }) => isHorizon(horizon), {
    path: ['horizon'],
    error: 'must have each azimuth once',
  })
  .meta({ id: 'NewSensor', description: `A ground sensor. ${SENSOR_NOTE}`, examples: [EXAMPLE] })
export type NewSensor = z.output<typeof NewSensor>

const FormerPlace = z
  .strictObject({
    ...PLACE,
    since: Instant.nullable().meta({ description: 'Null: for as long as anybody knew' }),
    until: Instant,
  })
  .meta({ id: 'FormerPlace', description: 'Where a sensor stood, and until when' })

/** A clock error is estimated from the tracks of this number of days. */
export const CLOCK_DAYS = 30

const SensorClock = z
  .strictObject({
    offset: z.number().meta({ description: 'The time that the sensor writes less the true one, s' }),
    sigma: z.number().meta({ description: '1 sigma of it, from how far the objects differ, s' }),
    objects: z.int().meta({ description: 'How many objects agree on it' }),
  })
  .meta({ id: 'SensorClock', description: 'How far the clock of a sensor is off, as several objects agree' })

export const Sensor = z
  .strictObject({
    sensorCode: z.string(),
    ...fields,
    standsSince: Instant.nullable()
      .optional()
      .meta({ description: 'Since when it stands there; null or absent: for as long as anybody knows' }),
    formerPlaces: z.array(FormerPlace).max(MOST_FORMER_PLACES).optional().meta({
      description: 'Where it stood before, oldest first; absent: it belongs to the simulated network, which stays',
    }),
    version: z.int().min(1).meta({ description: 'Rises with each change; the ETag holds it' }),
    isSimulated: z
      .boolean()
      .meta({ description: 'It belongs to the simulated network: it does not exist, and cannot be changed' }),
    clock: SensorClock.nullable()
      .optional()
      .meta({
        description: `In lists alone: the common part of the along-track time offsets of at least three objects that it measured in ${CLOCK_DAYS} days; null: they do not agree on one. No measurement is corrected by it`,
      }),
  })
  .meta({
    id: 'Sensor',
    description: `A ground sensor. ${SENSOR_NOTE}`,
    examples: [
      {
        ...EXAMPLE,
        standsSince: '2026-03-01T00:00:00.000Z',
        formerPlaces: [
          { latitude: 48.1, longitude: 11.5, altitude: 520, since: null, until: '2026-03-01T00:00:00.000Z' },
        ],
        version: 1,
        isSimulated: false,
        clock: { offset: 0.021, sigma: 0.003, objects: 7 },
      },
    ],
  })
export type Sensor = z.output<typeof Sensor>

const path = { path: '/api/v1/odt/sensors' } as const
const NAMED = z.strictObject({ 'sensor-code': SensorCode })

export const listSensors = endpoint({
  ...path,
  tags: ['sensors'],
  access: [ODT_USER],
  method: 'GET',
  summary: 'List sensors',
  description: `The sensors of the organisation and, where simulated data is allowed, the simulated network, by type from Z to A, then by code. Test, future and retired sensors are left out unless special-mode is true. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'sensor-code': SensorCode.optional(),
    'special-mode': z
      .stringbool()
      .default(false)
      .meta({ 'x-addition': true, description: 'Lists test, future and retired sensors as well' }),
    ...pageOf({ standard: 500, most: 500 }),
  }),
  response: z.array(Sensor),
})

export const createSensor = endpoint({
  ...path,
  tags: ['admin'],
  access: [ODT_ADMIN],
  method: 'POST',
  summary: 'Add a sensor',
  description: `Adds a sensor of the organisation, ${MOST_SENSORS} at most. 409 where the code is taken, also by a sensor of the simulated network. 422 where it came to its place later than now.`,
  rate: 'write',
  headers: { etag: true },
  body: NewSensor,
  response: Sensor,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateSensor = endpoint({
  ...path,
  tags: ['admin'],
  access: [ODT_ADMIN],
  method: 'PUT',
  summary: 'Change a sensor',
  description:
    'Replaces all fields of a sensor of the organisation; its code stays, and so does where it stood before: a track is read from where its sensor stood when it began. With If-Match it is changed only where nobody else did in between. 409 for a sensor of the simulated network, and for another place, type or provider while a request that has not ended waits for it.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  query: NAMED,
  body: NewSensor,
  response: Sensor,
  errors: ['not-found', 'conflict', 'version-stale', 'unprocessable'],
})

export const removeSensor = endpoint({
  ...path,
  tags: ['admin'],
  access: [ODT_ADMIN],
  method: 'DELETE',
  summary: 'Remove a sensor',
  description:
    'Removes a sensor of the organisation. 409 for a sensor of the simulated network, and while a request that has not ended waits for it.',
  rate: 'write',
  query: NAMED,
  errors: ['not-found', 'conflict'],
})
