import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

const metres = (what: string) => z.number().meta({ description: `${what}, m` })

const Nearest = z
  .strictObject({ missM: metres('Distance of the objects'), at: Instant })
  .meta({ id: 'ManoeuvreNearest', description: 'Where two objects come nearest' })

export const Separation = z
  .strictObject({
    targetM: z
      .number()
      .nullable()
      .meta({ description: 'What the burn was planned for, m; null: it was planned for another event' }),
    acceptedM: metres('What the objects keep at least, also with a burn 3σ off'),
    until: Instant.nullable().meta({
      description:
        'Every passage from the end of the burn to here is judged; null: that of the message alone, as the objects do not meet again',
    }),
    sigmaM: metres('Standard deviation of the distance at the TCA of the message, in all directions together'),
    before: Nearest,
    nominal: Nearest,
    hot: Nearest.nullable().meta({ description: 'With a burn 3σ too strong; null: it has no error' }),
    cold: Nearest.nullable().meta({ description: 'With a burn 3σ too weak; null: it has no error' }),
  })
  .meta({
    id: 'ManoeuvreSeparation',
    description:
      'How near the objects come without the burn and with it: of a plan by distance, and of objects that fly along together',
  })
export type Separation = z.output<typeof Separation>

/** The sample counts if Monte Carlo is the only method (flight rule F2). */
export const Counted = z
  .strictObject({
    hits: z.number().meta({ description: 'Of the drawn pairs, those that come within the radius' }),
    trials: z.number().meta({ description: 'Pairs that were drawn and flown' }),
    upper: z.number().meta({ description: 'Upper end of the interval of 95 %, which has to meet the target' }),
  })
  .meta({
    id: 'ManoeuvreCounted',
    description: 'No other method has a value for what the burn leaves: `after.probability` is the upper bound',
  })

const BySeparation = z.literal(true).optional().meta({
  description:
    'The objects fly along together and have no probability: a distance is planned (F2), which every passage in `separation` keeps',
})

/** The reason why a burn is larger than its target needs (flight rule F2). */
const LargerFor = z
  .enum(['WEAK_BURN', 'SMALLEST_BURN', 'ENGINE_STEPS', 'OTHER_PASSAGE', 'ACCEPTED_DISTANCE', 'ACCEPTED_PROBABILITY'])
  .nullable()
  .optional()
  .meta({
    description:
      'Why it leaves less than its target. WEAK_BURN: one that is 3σ too weak stays below what is accepted. SMALLEST_BURN: the engine has no smaller one. ENGINE_STEPS: it is on for whole steps. OTHER_PASSAGE: objects that fly along together keep the distance at their other passages, too. ACCEPTED_DISTANCE: the target is a smaller distance than the satellite accepts, which is planned instead. ACCEPTED_PROBABILITY: the target is not below the probability that the satellite accepts, and the burn stays below that, also 3σ too weak. Absent: an earlier plan',
  })

/** A planned burn whose time or size another plan changes. */
export const MovedBurn = z
  .strictObject({
    noticeId: Id.meta({ description: 'Its burn notice' }),
    announcedBy: z.string(),
    ignition: Instant.meta({ description: 'When it was planned for' }),
    movedByS: z.number().meta({ description: 'How much earlier it now is, s' }),
    revolutions: z.int().nullable().meta({
      description: 'The same in whole revolutions; null: it is at another place of its orbit than it was planned for',
    }),
    extraDeltaVMps: z.number().meta({ description: 'What it costs beside what was planned, m/s: nothing' }),
  })
  .meta({
    id: 'ManoeuvreMovedBurn',
    description: 'The planned burn of the satellite that this plan moves forward, with its own Δv',
  })
export type MovedBurn = z.output<typeof MovedBurn>

/** The fields about the confirmation of a plan, in addition to its numbers. */
export const CONFIRMED_FIELDS = {
  largerFor: LargerFor,
  isBySeparation: BySeparation,
  counted: Counted.optional(),
  plannedBurn: MovedBurn.optional(),
  separation: Separation.optional().meta({
    description: 'Of a plan by distance; absent: by probability',
  }),
}
