import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { ODT_USER } from '../../roles.ts'
import { LONGEST_MINIMUM_S, MOST_MESSAGE_CHARACTERS } from '../request/request.ts'
import { ClearSky, SensorType } from '../sensor/sensor.ts'

/** The reasons why a pass, or a part of it, cannot be observed. */
export const PASS_REASONS = [
  'object-in-shadow',
  'station-not-dark',
  'moon-too-near',
  'too-faint',
  'never-together',
  'too-far',
  'too-low',
  'too-short',
  'sensor-down',
] as const
export type PassReason = (typeof PASS_REASONS)[number]

/**
 * The source of an orbit: a text that was sent, the message of an event, an operational ephemeris, or an element set. Pages show it in the language
 * of the reader.
 */
export const ORBIT_ORIGINS = ['TLE', 'OMM', 'OEM', 'EVENT', 'EPHEMERIS', 'SET'] as const
export type OrbitOrigin = (typeof ORBIT_ORIGINS)[number]

/** The longest time that can be searched, and the maximum number of sensors. */
export const MOST_DAYS = 14
export const MOST_CODES = 50
/** The maximum length of a text in an address. */
const MOST_QUERY_TEXT = 6_000
/** The largest catalogue number. */
const MOST_NUMBER = 999_999_999

const Interval = z.strictObject({ start: Instant, end: Instant })
const deg = (description: string) => z.number().meta({ description: `${description}, deg` })
const maybe = (description: string) => z.number().nullable().meta({ description })

/** The number of points in the track of a pass, at equal intervals of time, including both ends. */
export const TRACK_PLACES = 41
/** Tracks are returned only for searches of one sensor that are not longer than this. */
export const MOST_TRACK_DAYS = 2

const TrackPlace = z
  .strictObject({
    time: Instant,
    azimuth: deg('Azimuth, from north over east'),
    elevation: deg('Elevation, without refraction'),
    range: z.number().meta({ description: 'Distance, m' }),
    sunElevation: deg('Elevation of the Sun'),
    moonAzimuth: deg('Azimuth of the Moon'),
    moonElevation: deg('Elevation of the Moon'),
    moonSeparation: deg('Angle between object and Moon'),
    phaseAngle: deg('Angle at the object between Sun and sensor; 0 is full'),
    isSunlit: z.boolean().meta({ description: 'Whether the object is in full sunlight' }),
    magnitude: maybe('Magnitude; null: not known, or the object is not lit'),
  })
  .meta({ id: 'PassTrackPlace', description: 'Where an object stands in the sky of a sensor at one moment' })
export type TrackPlace = z.output<typeof TrackPlace>

export const PredictedPass = z
  .strictObject({
    start: Instant.meta({ description: 'It comes over the horizon of the sensor' }),
    culmination: Instant.meta({ description: 'It is highest' }),
    end: Instant.meta({ description: 'It sets' }),
    startsBefore: z.boolean().meta({ description: 'It was up when the search, or the orbit after a gap, began' }),
    endsAfter: z.boolean().meta({ description: 'It was still up when the search, or the orbit before a gap, ended' }),
    startAzimuth: deg('Azimuth at the start, from north over east'),
    culminationAzimuth: deg('Azimuth at the culmination'),
    endAzimuth: deg('Azimuth at the end'),
    maximumElevation: deg('Elevation at the culmination, without refraction'),
    range: z.number().meta({ description: 'Distance at the culmination, m' }),
    angularRate: z.number().meta({ description: 'How fast it moves over the sky at the culmination, deg/s' }),
    sunElevation: deg('Elevation of the Sun at the culmination'),
    moonElevation: deg('Elevation of the Moon at the culmination'),
    moonSeparation: deg('Angle between object and Moon at the culmination'),
    phaseAngle: deg('Angle at the object between Sun and sensor at the culmination; 0 is full'),
    isSunlit: z.boolean().meta({ description: 'Whether the object is in full sunlight at the culmination' }),
    magnitude: maybe('Magnitude at the culmination; null: the size of the object is not known, or it is not lit'),
    visibilityIntervals: z.array(Interval).meta({ description: 'When it can be observed; empty: never' }),
    reasons: z.array(z.enum(PASS_REASONS)).meta({ description: 'Why it can never be observed; empty where it can' }),
    track: z
      .array(TrackPlace)
      .nullable()
      .meta({ description: `Its way over the sky in ${TRACK_PLACES} places; null: it was not asked for` }),
  })
  .meta({ id: 'PredictedPass', description: 'From the rise of an object over the horizon of a sensor to its set' })
export type PredictedPass = z.output<typeof PredictedPass>

/** The interval at which the angle of the Sun to the orbit plane is given, h. */
export const BETA_EVERY_HOURS = 6

const PassLight = z
  .strictObject({
    eclipses: z
      .array(
        z.strictObject({
          start: Instant,
          end: Instant,
          umbra: Interval.nullable().meta({ description: 'Without any sunlight; null: penumbra alone' }),
        }),
      )
      .meta({ description: 'When it is not in full sunlight, for the conical shadow of the Earth' }),
    beta: z
      .array(z.strictObject({ time: Instant, angle: deg('From the plane of the orbit to the Sun') }))
      .meta({ description: `Every ${BETA_EVERY_HOURS} hours, both ends included` }),
  })
  .meta({ id: 'PassLight', description: 'The light in which an object flies' })
export type PassLight = z.output<typeof PassLight>

const CACHE_ID = '5b1f0c6f2d3e4a8890aab6f0c1d2e3f4'
const PASS = {
  start: '2026-11-21T19:24:40.120Z',
  culmination: '2026-11-21T19:27:31.400Z',
  end: '2026-11-21T19:30:21.910Z',
  startsBefore: false,
  endsAfter: false,
  startAzimuth: 187.2,
  culminationAzimuth: 262.1,
  endAzimuth: 338.9,
  maximumElevation: 72.3,
  range: 834_000,
  angularRate: 0.52,
  sunElevation: -29.1,
  moonElevation: 35.2,
  moonSeparation: 50.4,
  phaseAngle: 61.3,
  isSunlit: true,
  magnitude: 10.3,
  visibilityIntervals: [{ start: '2026-11-21T19:27:02.300Z', end: '2026-11-21T19:30:21.910Z' }],
  reasons: [],
  track: null,
}

/** The reasons why a time was not searched: the orbit begins later, has a gap, or has ended. */
export const UNSEARCHED_REASONS = ['ORBIT_BEGINS', 'ORBIT_GAP', 'ORBIT_ENDS'] as const

const UnsearchedSpan = z
  .strictObject({
    start: Instant,
    end: Instant,
    reason: z.enum(UNSEARCHED_REASONS).meta({
      description: 'It begins later, has a gap between two segments, or ends (an ephemeris) or decays (elements)',
    }),
  })
  .meta({ id: 'UnsearchedTime', description: 'A time of the search without an orbit' })
export type UnsearchedSpan = z.output<typeof UnsearchedSpan>

export const PassPrediction = z
  .strictObject({
    catalogueId: z.int().meta({ description: 'Catalogue number of the object; 0: it has none' }),
    groundSensorName: z.string(),
    visibilityIntervals: z
      .array(Interval)
      .meta({ description: 'When the object can be observed: those of all passes, in order' }),
    sensorCode: z.string(),
    sensorType: SensorType,
    isSimulated: z
      .boolean()
      .meta({ description: 'The sensor belongs to the simulated network, or the orbit is simulated' }),
    clearSky: ClearSky.nullable().meta({ description: 'How often the sky is clear there; it is no condition' }),
    passes: z
      .array(PredictedPass)
      .meta({ description: 'All passes, also those that cannot be observed, with reasons' }),
    orbit: z
      .strictObject({
        source: z.string().meta({ description: 'Where the orbit comes from, in words' }),
        origin: z.enum(ORBIT_ORIGINS).meta({
          description:
            'The same as a code: the text that was sent, the message of an event, an operational ephemeris, or an element set',
        }),
        name: z.string().meta({
          description: 'Of an ephemeris its name, of an element set who published it; empty for every other origin',
        }),
        epoch: Instant.nullable().meta({ description: 'Epoch of the element set; null: an ephemeris' }),
        endsAt: Instant.nullable().meta({ description: 'Where the orbit ends before the search does; null: nowhere' }),
        notSearched: z.array(UnsearchedSpan).meta({
          description:
            'The times of the search in which the orbit has no states, in order: no pass of them is in the answer, and that none is there says nothing',
        }),
        isSimulated: z.boolean().meta({ description: 'The orbit is simulated, whatever the sensor is' }),
      })
      .meta({ description: 'What the passes were computed from' }),
    light: PassLight.nullable().meta({
      description: 'In which light the object flies in the time that is searched; null: it was not asked for',
    }),
    computedAt: Instant,
    cacheId: z
      .string()
      .meta({ description: 'Send it with the same question, and for 3 minutes the answer is this one' }),
  })
  .meta({
    id: 'PassPrediction',
    description:
      'The passes of an object over a sensor. Every field beside catalogueId, groundSensorName and visibilityIntervals is an addition',
    examples: [
      {
        catalogueId: 30_744,
        groundSensorName: 'Sierra Morena',
        visibilityIntervals: PASS.visibilityIntervals,
        sensorCode: 'ABC01',
        sensorType: 'OPTICAL_PASSIVE',
        isSimulated: true,
        clearSky: null,
        passes: [PASS],
        orbit: {
          source: 'simulated catalogue',
          origin: 'SET',
          name: 'simulated catalogue',
          epoch: '2026-11-20T03:12:44.000Z',
          endsAt: null,
          notSearched: [],
          isSimulated: true,
        },
        light: null,
        computedAt: '2026-11-20T07:02:11.000Z',
        cacheId: CACHE_ID,
      },
    ],
  })
export type PassPrediction = z.output<typeof PassPrediction>

const SensorCodes = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*$/, 'must be codes with commas between them')
  .meta({
    description: `Codes of sensors, with commas between them, ${MOST_CODES} at most; absent: all that are listed`,
  })

const search = {
  'sensor-code': SensorCodes.optional(),
  from: Instant.optional().meta({ description: 'Start of the search; absent: now, to the minute' }),
  to: Instant.optional().meta({
    description: `End of the search, ${MOST_DAYS} days after its start at most; absent: 7 days`,
  }),
  'minimum-elevation': z.coerce.number().min(-10).max(90).optional().meta({
    'x-addition': true,
    description: 'Lowest elevation, deg; a sensor that measures higher only keeps its own',
  }),
  'minimum-duration': z.coerce.number().int().min(0).max(LONGEST_MINIMUM_S).optional().meta({
    'x-addition': true,
    description: 'Shortest time in one piece in which an object can be observed, s; a shorter one is too-short',
  }),
  'show-low': z.stringbool().default(false).meta({
    'x-addition': true,
    description:
      'Also the passes that stay below minimum-elevation, with the reason too-low; otherwise they are left out',
  }),
  'standard-magnitude': z.coerce.number().min(-10).max(30).optional().meta({
    'x-addition': true,
    description:
      'Magnitude of the object at 1 000 km and full phase; absent: from the hard-body radius of an own satellite, else brightness is no condition',
  }),
  'special-mode': z
    .stringbool()
    .default(false)
    .meta({ 'x-addition': true, description: 'Test, future and retired sensors as well' }),
  track: z
    .stringbool()
    .default(false)
    .meta({
      'x-addition': true,
      description: `Also the way of each pass over the sky; for one sensor and ${MOST_TRACK_DAYS} days at most`,
    }),
  light: z.stringbool().default(false).meta({
    'x-addition': true,
    description:
      'Also when the object is in the shadow of the Earth, and the angle of the Sun to its orbit; for one sensor at most',
  }),
  cacheId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be the cacheId of an answer')
    .optional()
    .meta({ description: 'Of an earlier answer; a question that is not the same is computed anew' }),
}

const path = { path: '/api/v1/odt/passprediction', tags: ['passes'], access: [ODT_USER] } as const
const WHAT =
  'Times in which sensors can observe an object. A telescope needs the object above its horizon and in full sunlight, a dark sky, the Moon far enough away and, where the brightness is known, 0.5 magnitudes more than its limit; a radar needs the horizon and its range. A pass that fails says by which.'

export const predictPasses = endpoint({
  ...path,
  method: 'GET',
  summary: 'Predict passes',
  description: `${WHAT} Exactly one of catalogue-id, satellite-id, tle, omm and oem names the orbit.`,
  rate: 'read',
  query: z.strictObject({
    'catalogue-id': z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_NUMBER)
      .optional()
      .meta({
        description:
          'Catalogue number: the newest element set that is known; of an object that no catalogue has, the orbit in the message of an event ahead',
        examples: [25_544],
      }),
    'satellite-id': Id.optional().meta({
      description:
        'A satellite of the organisation: its operational ephemeris where that has the beginning, else its newest element set',
    }),
    tle: z.string().min(1).max(300).optional().meta({ description: 'Two lines' }),
    omm: z.string().min(1).max(MOST_QUERY_TEXT).optional().meta({ description: 'OMM in KVN, XML or JSON' }),
    oem: z
      .string()
      .min(1)
      .max(MOST_QUERY_TEXT)
      .optional()
      .meta({ description: 'OEM in KVN or XML; longer ones by POST' }),
    ...search,
  }),
  response: z.array(PassPrediction),
  errors: ['not-found', 'unprocessable'],
})

export const ORBIT_TEXTS = ['TLE', 'OMM', 'OEM'] as const

export const predictPassesOfMessage = endpoint({
  ...path,
  method: 'POST',
  summary: 'Predict passes of an orbit that is sent',
  description: `${WHAT} The orbit is the message of the body; nothing is stored.`,
  rate: 'read',
  query: z.strictObject(search),
  body: z
    .strictObject({
      orbitDataMessageType: z.enum(ORBIT_TEXTS),
      orbitDataMessage: z.string().min(1).max(MOST_MESSAGE_CHARACTERS).meta({ description: 'The text of the message' }),
    })
    .meta({
      examples: [
        {
          orbitDataMessageType: 'TLE',
          orbitDataMessage:
            '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
        },
      ],
    }),
  response: z.array(PassPrediction),
  errors: ['unprocessable'],
})
