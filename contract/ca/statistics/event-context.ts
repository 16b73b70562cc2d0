import { z } from 'zod'
import { Id, Instant, Rtn } from '../../page.ts'

const share = (what: string) => z.number().meta({ description: `${what}, 0 to 1` })
const known = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}; null: the message does not say` })

const Quality = z
  .strictObject({
    composite: share('Tests passed, weighted by their groups; 1 is the best'),
    failed: z.array(z.string()).meta({
      description: 'Tests that were not passed, as group.test; covariance.given: the message has no covariance',
    }),
  })
  .meta({ id: 'OrbitQuality', description: 'Fourteen tests of an orbit determination (CARA); what is not said fails' })

const ObjectContext = z
  .strictObject({
    quality: Quality.nullable().meta({ description: 'Null: the state is in a frame that cannot be transformed' }),
    massKg: known('Mass of the message, else of the satellite'),
    dragM2PerKg: known('CD_AREA_OVER_MASS, m²/kg'),
    radiationM2PerKg: known('CR_AREA_OVER_MASS, m²/kg'),
    dissipationWPerKg: known('SEDR, W/kg'),
    spanDays: known('Observations fitted over, days'),
    weightedRms: known('Weighted residual of the fit'),
    acceptedPercent: known('Residuals accepted, %'),
    tracksUsed: known('Tracks in the fit'),
    tracksPerDay: known('Tracks in the fit a day of its span'),
    ageAtTcaDays: known('Age of the last observation at the closest approach, days'),
  })
  .meta({ id: 'ObjectContext', description: 'How one object’s orbit came about, as a message has it' })

/** The measures by which an object is compared with its class. */
export const CLASS_MEASURES = [
  'massKg',
  'dragM2PerKg',
  'radiationM2PerKg',
  'dissipationWPerKg',
  'spanDays',
  'weightedRms',
  'tracksPerDay',
  'ageAtTcaDays',
] as const

const text = (what: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}; null: not said` })

const Said = z
  .strictObject({
    source: z.string().meta({ description: 'The originator of the message, a directory, or the catalogue' }),
    at: Instant.nullable().meta({
      description: 'When the message was made, the entry verified, the catalogue received; null: not said',
    }),
    isSimulated: z.boolean(),
  })
  .nullable()

const ObjectIdentity = z
  .strictObject({
    designator: z.string(),
    name: z.string(),
    internationalDesignator: z.string(),
    kind: z
      .enum(['payload', 'rocket-body', 'debris'])
      .nullable()
      .meta({ description: 'Class that it is compared with: by number, OBJECT_TYPE, then name; null: no orbit' }),
    operator: text('Of the message, else of a directory of operators'),
    operatorFrom: Said.meta({ description: 'Who says the operator; null: nobody' }),
    country: text('Of a directory of operators, else of the catalogue, which has codes of its own'),
    countryFrom: Said.meta({ description: 'Who says the country; null: nobody' }),
    orbit: z
      .strictObject({
        perigeeKm: z.number().meta({ description: 'Above the equatorial radius, km' }),
        apogeeKm: z.number().meta({ description: 'Above the equatorial radius, km' }),
        inclinationDeg: z.number(),
        periodMinutes: z.number(),
      })
      .nullable()
      .meta({ description: 'Osculating at the closest approach; null: the state cannot be transformed' }),
    radiusM: known('Radius that is used, with all appendages, m'),
    radiusFrom: z.string().meta({ description: 'Who says so: satellite, message, default' }),
    coreRadiusM: z
      .number()
      .nullable()
      .meta({ description: 'Radius of the body without wings, m; null: it is no satellite with a box' }),
    models: z
      .strictObject({
        gravity: text('GRAVITY_MODEL'),
        atmosphere: text('ATMOSPHERIC_MODEL'),
        bodies: text('N_BODY_PERTURBATIONS'),
        radiation: text('SOLAR_RAD_PRESSURE'),
        tides: text('EARTH_TIDES'),
        thrust: text('INTRACK_THRUST'),
      })
      .meta({ description: 'Force models of its orbit determination' }),
    inClass: z
      .array(
        z.strictObject({
          measure: z.enum(CLASS_MEASURES),
          percentile: z.number().nullable().meta({
            description: 'Share of other objects of the class below it, %; null: fewer than ten to compare with',
          }),
          sample: z.int().meta({ description: 'Other objects of the class whose newest message has the value' }),
        }),
      )
      .meta({ description: 'Each value of the newest message beside its class, from the stored messages' }),
  })
  .meta({ id: 'ObjectStanding', description: 'One object of an event, and where it stands in its class' })

const ScaledProbability = z
  .strictObject({
    originator: z.string(),
    kind: z.string().meta({ description: 'Of the secondary, by OBJECT_TYPE' }),
    pairs: z.int().meta({ description: 'Successive messages that the factor is from' }),
    scale: z.number().meta({ description: 'Factor on every stated sigma that describes the past errors best' }),
    low: z.number().meta({ description: '5th percentile of the ranked factors' }),
    high: z.number().meta({ description: '95th percentile of the ranked factors' }),
    stated: share('Planar probability with the covariances as stated'),
    scaled: share('The same with the factor'),
    scaledLow: share('The same with the lower factor'),
    scaledHigh: share('The same with the upper factor'),
  })
  .meta({ id: 'ScaledProbability', description: 'The probability with and without a scale factor on the covariances' })

const MessageContext = z
  .strictObject({
    cdmId: Id,
    createdAt: Instant,
    object1: ObjectContext,
    object2: ObjectContext,
    change: z
      .strictObject({
        metres: Rtn.meta({ description: 'Of the relative position since the message before, m' }),
        sigmas: Rtn.nullable().meta({
          description: 'The same over √(σ² before + σ² now) along each axis; null without covariances',
        }),
      })
      .nullable()
      .meta({ description: 'Null: the first message' }),
    hasNewTracking: z
      .boolean()
      .nullable()
      .meta({ description: 'The last observation of either object is newer than before; null: nobody says' }),
    stated: known('Planar probability with the covariances as stated, 0 to 1'),
    decorrelated: known('The same with the shared error of the density taken out of both, 0 to 1'),
  })
  .meta({ id: 'MessageContext', description: 'One message beside the one before it' })

const StatedOrbit = z
  .strictObject({
    kind: z.enum(['MESSAGE', 'OWN_FILE', 'PUBLISHED']).meta({
      description:
        'A message; a version of the own operational ephemeris; one that the operator of the object publishes',
    }),
    name: z.string().meta({ description: 'The originator of the message, or the name of the file' }),
    madeAt: Instant,
    apart: Rtn.meta({
      description: 'Where it has the object, less where the newest message has it, along R, T, N of the object, m',
    }),
    sigma: Rtn.nullable().meta({ description: '1σ of the object as the message states it, m; null: a file, or none' }),
    isSimulated: z.boolean(),
  })
  .meta({ id: 'StatedOrbit', description: 'Where one message or version of an ephemeris has an object at the TCA' })

const identity = (designator: string, name: string, kind: 'payload' | 'debris') => ({
  designator,
  name,
  internationalDesignator: '2024-031C',
  kind,
  operator: null,
  operatorFrom: null,
  country: 'US',
  countryFrom: { source: 'shared directory', at: '2026-10-01T00:00:00.000Z', isSimulated: true },
  orbit: { perigeeKm: 540.2, apogeeKm: 552.9, inclinationDeg: 97.5, periodMinutes: 95.5 },
  radiusM: 2.5,
  radiusFrom: 'message',
  coreRadiusM: null,
  models: {
    gravity: 'EGM-96: 36D 36O',
    atmosphere: 'JBH09',
    bodies: 'MOON, SUN',
    radiation: 'YES',
    tides: 'YES',
    thrust: 'NO',
  },
  inClass: [{ measure: 'dragM2PerKg' as const, percentile: 71.4, sample: 182 }],
})

const Dragged = z
  .strictObject({
    alongTrackM: z
      .number()
      .meta({ description: 'Ahead at the closest approach for air twice as dense as forecast, m' }),
    from: z.enum(['sensitivity', 'dissipation']).meta({
      description:
        'sensitivity: told by the message (decorrelation parameters); dissipation: from SEDR and the time since the last observation',
    }),
  })
  .nullable()
  .meta({ id: 'DraggedObject', description: 'What denser air does to one object; null: the message does not say' })

const DragContext = z
  .strictObject({
    object1: Dragged,
    object2: Dragged,
    rungs: z.array(
      z.strictObject({
        factor: z.number().meta({ description: 'Density over that of the forecast' }),
        both: share('Planar probability with both objects in such air'),
        first: share('The same for object 1 alone'),
        second: share('The same for object 2 alone'),
      }),
    ),
    stated: share('Planar probability with the covariances as stated'),
    decorrelated: z.number().nullable().meta({
      description:
        'The same with the shared error of the density taken out of both, 0 to 1; null: the message does not tell it',
    }),
  })
  .meta({ id: 'DragContext', description: 'The probability over the density of the air' })

/** An event in the context of similar events. */
export const EventContext = z
  .strictObject({
    conjunctionId: Id,
    computedAt: Instant,
    messages: z.array(MessageContext).meta({ description: 'The newest 500, up to 16 MiB of them; the oldest first' }),
    object1: ObjectIdentity,
    object2: ObjectIdentity,
    consistency: z.strictObject({ object1: z.array(StatedOrbit), object2: z.array(StatedOrbit) }).meta({
      description:
        'Each object by itself, at the TCA of the newest message: what each message says of it, carried to that time, and each version of its ephemeris that reaches it, oldest first. What moves is the orbit that is not known well, or was changed',
    }),
    classSample: z.int().meta({ description: 'Newest messages of the organisation that the classes are from' }),
    scaledProbability: ScaledProbability.nullable().meta({
      description: 'Null: no satellite, no covariance, or fewer than 20 pairs of messages of this originator and kind',
    }),
    consequence: z
      .strictObject({
        isCatastrophic: z
          .boolean()
          .meta({ description: 'Both bodies break up whole: above 40 kJ for each kg of the larger' }),
        pieces: z.number().meta({ description: 'Expected pieces of 5 cm and more (NASA standard breakup model)' }),
      })
      .nullable()
      .meta({ description: 'What a collision would leave; null: a mass is not known' }),
    drag: DragContext.nullable().meta({
      description: 'Null: no plane or radius, or of neither object is said what drag does',
    }),
    forecast: z
      .strictObject({
        threshold: z.number().meta({ description: 'Accepted probability of the satellite' }),
        reaches: share('Of events that stood as this one does, so many reached it when they were decided'),
        alike: z.int().meta({ description: 'Events that stood as this one does' }),
        history: z.int().meta({ description: 'Events of the satellite in all' }),
        brier: z.number().meta({
          description:
            'Mean square of forecast less outcome over that history, each event forecast by the others; 0 is perfect',
        }),
        lastValueBrier: z.number().meta({ description: 'The same of who says that every event stays where it is' }),
      })
      .nullable()
      .meta({
        description:
          'Null: it is too late to decide, there is no probability or no satellite, fewer than 10 events stood like this one, or the forecast is no better than the last value',
      }),
    probabilityForecast: z
      .strictObject({
        commitAt: Instant.meta({
          description: 'When the event is decided: commitHours of the satellite before the TCA',
        }),
        low: share('5th percentile of the probability then'),
        median: share('Median of the probability then'),
        high: share('95th percentile of the probability then'),
        history: z.int().meta({ description: 'Events of the satellite in all; the 19 that stood nearest are used' }),
        loss: z.number().meta({
          description:
            'Mean quantile loss over that history in decades, each event forecast by the others; 0 is perfect. 1e-12 stands for all below',
        }),
        lastValueLoss: z.number().meta({ description: 'The same of who says that every event stays where it is' }),
      })
      .nullable()
      .meta({
        description:
          'Where the probability will stand when the event is decided, from the history of the satellite. Null: it is too late to decide, there is no probability or no satellite, the history has too few events or hardly any so high or so low, or the forecast is no better than the last value',
      }),
  })
  .meta({
    id: 'EventContext',
    description: 'An event in its context: orbits, changes, consequence, forecast',
    examples: [
      {
        conjunctionId: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22',
        computedAt: '2026-11-20T05:00:01.000Z',
        messages: [
          {
            cdmId: '9d0c3f6e-41c5-4c1e-8f0b-2f4f6f1d8a11',
            createdAt: '2026-11-20T04:41:00.000Z',
            object1: {
              quality: { composite: 0.93, failed: ['model.tides'] },
              massKg: 180,
              dragM2PerKg: 0.021,
              radiationM2PerKg: 0.011,
              dissipationWPerKg: 0.0012,
              spanDays: 5.2,
              weightedRms: 1.1,
              acceptedPercent: 98.2,
              tracksUsed: 31,
              tracksPerDay: 5.96,
              ageAtTcaDays: 1.4,
            },
            object2: {
              quality: { composite: 0.81, failed: ['model.tides', 'fit.weightedRms'] },
              massKg: null,
              dragM2PerKg: 0.35,
              radiationM2PerKg: 0.2,
              dissipationWPerKg: 0.019,
              spanDays: 4.1,
              weightedRms: 5.4,
              acceptedPercent: 91,
              tracksUsed: 12,
              tracksPerDay: 2.93,
              ageAtTcaDays: 2.2,
            },
            change: { metres: { r: -12, t: 140, n: 31 }, sigmas: { r: -0.4, t: 1.1, n: 0.6 } },
            hasNewTracking: true,
            stated: 8.1956e-6,
            decorrelated: 8.1638e-6,
          },
        ],
        object1: identity('90003', 'SAT-3', 'payload'),
        object2: identity('90127', 'SIM DEB', 'debris'),
        consistency: {
          object1: [
            {
              kind: 'MESSAGE',
              name: 'CSpOC',
              madeAt: '2026-11-20T05:41:00.000Z',
              apart: { r: 0, t: 0, n: 0 },
              sigma: { r: 12, t: 140, n: 9 },
              isSimulated: true,
            },
          ],
          object2: [
            {
              kind: 'PUBLISHED',
              name: 'MEME_100001_STARLINK-38128_3240742_Operational_1479540180_UNCLASSIFIED.txt',
              madeAt: '2026-11-20T07:55:10.000Z',
              apart: { r: -3.2, t: 412, n: 1.1 },
              sigma: null,
              isSimulated: true,
            },
          ],
        },
        classSample: 2000,
        scaledProbability: {
          originator: 'APSIS-SIM',
          kind: 'DEBRIS',
          pairs: 214,
          scale: 1.32,
          low: 0.71,
          high: 2.4,
          stated: 2.12e-4,
          scaled: 2.4e-4,
          scaledLow: 1.3e-4,
          scaledHigh: 1.1e-4,
        },
        consequence: null,
        drag: {
          object1: { alongTrackM: 146.4, from: 'sensitivity' },
          object2: { alongTrackM: 17139.1, from: 'sensitivity' },
          rungs: [{ factor: 1.5, both: 3.1e-6, first: 8.0e-6, second: 3.2e-6 }],
          stated: 8.1956e-6,
          decorrelated: 8.1638e-6,
        },
        forecast: { threshold: 1e-4, reaches: 0.21, alike: 34, history: 410, brier: 0.031, lastValueBrier: 0.055 },
        probabilityForecast: {
          commitAt: '2026-11-21T18:00:00.000Z',
          low: 1.4e-7,
          median: 5.6e-6,
          high: 1.9e-4,
          history: 410,
          loss: 0.61,
          lastValueLoss: 0.94,
        },
      },
    ],
  })
export type EventContext = z.output<typeof EventContext>
