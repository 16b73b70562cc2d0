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
    failed: z.array(z.string()).meta({ description: 'Tests that were not passed, as group.test' }),
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
  })
  .meta({ id: 'MessageContext', description: 'One message beside the one before it' })

/** An event in its context. */
export const EventContext = z
  .strictObject({
    conjunctionId: Id,
    computedAt: Instant,
    messages: z.array(MessageContext).meta({ description: 'The oldest first' }),
    consequence: z
      .strictObject({
        isCatastrophic: z
          .boolean()
          .meta({ description: 'Both bodies break up whole: above 40 kJ for each kg of the larger' }),
        pieces: z.number().meta({ description: 'Expected pieces of 5 cm and more (NASA standard breakup model)' }),
      })
      .nullable()
      .meta({ description: 'What a collision would leave; null: a mass is not known' }),
    forecast: z
      .strictObject({
        threshold: z.number().meta({ description: 'Accepted probability of the satellite' }),
        reaches: share('Of events that stood as this one does, so many reached it when they were decided'),
        history: z.int().meta({ description: 'Events of the satellite that this is from' }),
      })
      .nullable()
      .meta({ description: 'Null: it is too late to decide, or there is no probability or no satellite' }),
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
              ...{ massKg: 180, dragM2PerKg: 0.021, radiationM2PerKg: 0.011, dissipationWPerKg: 0.0012 },
              ...{ spanDays: 5.2, weightedRms: 1.1, acceptedPercent: 98.2, tracksUsed: 31, tracksPerDay: 5.96 },
              ageAtTcaDays: 1.4,
            },
            object2: {
              quality: { composite: 0.81, failed: ['model.tides', 'fit.weightedRms'] },
              ...{ massKg: null, dragM2PerKg: 0.35, radiationM2PerKg: 0.2, dissipationWPerKg: 0.019 },
              ...{ spanDays: 4.1, weightedRms: 5.4, acceptedPercent: 91, tracksUsed: 12, tracksPerDay: 2.93 },
              ageAtTcaDays: 2.2,
            },
            change: { metres: { r: -12, t: 140, n: 31 }, sigmas: { r: -0.4, t: 1.1, n: 0.6 } },
            hasNewTracking: true,
          },
        ],
        consequence: null,
        forecast: { threshold: 1e-4, reaches: 0.21, history: 410 },
      },
    ],
  })
export type EventContext = z.output<typeof EventContext>
