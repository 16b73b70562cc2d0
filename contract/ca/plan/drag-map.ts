import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { BLACKOUT_KINDS } from './blackout.ts'
import { DragWeather } from './drag-change.ts'

/** The request for a map of changes of area. */
export const DragMapRequest = z
  .strictObject({
    'conjunction-id': Id,
    dynamics: z.enum(['two-body', 'j2']).default('j2'),
    holdS: z
      .number()
      .min(60)
      .max(1_209_600)
      .optional()
      .meta({ description: 'Time in the attitude, s; absent: until TCA, at most the longest that the satellite can' }),
    hasOthers: z.boolean().default(true).meta({ description: 'Whether the other open events of the satellite count' }),
  })
  .meta({
    id: 'DragMapRequest',
    description: 'An event, and for how long the area is changed',
    examples: [{ 'conjunction-id': 'b1a4e0f0-3d64-4b6f-9d4c-0c9b2d4f6a11', holdS: 43_200 }],
  })

/** The numbers of areas and of starts in a map: this many cells are computed within seconds. */
export const [MAP_AREAS, MAP_STARTS] = [17, 21]

const rows = (what: string) =>
  z
    .array(z.array(z.number()).max(MAP_STARTS))
    .max(MAP_AREAS)
    .meta({ description: `${what}; a row for each area, in it a value for each start` })

export const DragMap = z
  .strictObject({
    conjunctionId: Id,
    cdmId: Id.meta({ description: 'The message that the event is mapped by' }),
    tca: Instant,
    dynamics: z.enum(['two-body', 'j2']),
    starts: z
      .array(
        z.strictObject({
          at: Instant.meta({ description: 'When the satellite has turned' }),
          holdS: z.number().meta({ description: 'Time in the attitude from then on, s' }),
          densitySigma: z.number().meta({ description: '1σ of the density over its forecast, as a share' }),
          blackout: z
            .enum(BLACKOUT_KINDS)
            .nullable()
            .meta({ description: 'Kind of the blackout that such an attitude meets; null: none' }),
        }),
      )
      .max(MAP_STARTS)
      .meta({ description: 'From the earliest that a command still reaches, from early to late' }),
    usualAreaM2: z.number().meta({ description: 'Against the flow as it usually is, m²' }),
    heldAreasM2: z.array(z.number()).max(MAP_AREAS).meta({
      description:
        'From the least to the most that the satellite can show, m²; where that is among them, the usual one too',
    }),
    densityFrom: z.enum(['MESSAGE', 'MODEL']),
    weather: DragWeather.nullable().meta({ description: 'Null: none is stored; mean activity' }),
    target: z
      .strictObject({ probability: z.number(), accepted: z.number() })
      .meta({ description: 'What a plan is made for where nothing else is said, and what the satellite accepts' }),
    probability: rows('Of the event, mean over the density'),
    worst: rows('Largest of it for a density from the 5th to the 95th percentile'),
    missM: rows('Of the event with the density as forecast, m'),
    alongTrackM: rows(
      'Along the track from where the satellite would have been, ahead positive, density as forecast, m',
    ),
    total: rows('That any event that counts is a collision; pairs are independent of each other'),
    others: rows('That any of the other events is one').nullable().meta({ description: 'Null: no other event counts' }),
    counted: z
      .array(z.strictObject({ conjunctionId: Id, object: z.string() }))
      .meta({ description: 'The other events that count' }),
    worstOther: z.array(z.array(z.int()).max(MAP_STARTS)).max(MAP_AREAS).nullable().meta({
      description:
        'The other event of the largest probability, by its place in counted, by area and start; −1: none has any; null: none counts',
    }),
    notCounted: z
      .array(z.strictObject({ conjunctionId: Id, object: z.string(), reason: z.string() }))
      .meta({ description: 'Open events of the satellite that do not count, and why' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'DragMap',
    description: 'What area against the flow, from when on, leaves of an event and of the others of its satellite',
    examples: [
      {
        conjunctionId: 'b1a4e0f0-3d64-4b6f-9d4c-0c9b2d4f6a11',
        cdmId: '9d0c3f6e-41c5-4c1e-8f0b-2f4f6f1d8a11',
        tca: '2026-11-22T05:10:12.000Z',
        dynamics: 'j2',
        starts: [{ at: '2026-11-20T06:00:00.000Z', holdS: 43_200, densitySigma: 0.25, blackout: null }],
        usualAreaM2: 0.1,
        heldAreasM2: [0.1, 0.5],
        densityFrom: 'MODEL',
        weather: null,
        target: { probability: 3e-6, accepted: 1e-4 },
        probability: [[2.1e-4], [4.2e-7]],
        worst: [[2.1e-4], [3.1e-6]],
        missM: [[120], [2_310]],
        alongTrackM: [[0], [2_450]],
        total: [[2.2e-4], [1.04e-5]],
        others: [[1e-5], [1e-5]],
        counted: [{ conjunctionId: '5a4e1c7b-0d5f-4be2-93a3-6b1f0a9f7c22', object: 'SIM DEB 0127' }],
        worstOther: [[0], [0]],
        notCounted: [],
        isSimulated: true,
      },
    ],
  })
export type DragMap = z.output<typeof DragMap>
