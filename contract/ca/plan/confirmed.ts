import { z } from 'zod'

/** What was counted where Monte Carlo is the only method (flight rule F2). */
export const Counted = z
  .strictObject({
    hits: z.number().meta({ description: 'Of the drawn pairs, those that come within the radius' }),
    trials: z.number().meta({ description: 'Pairs that were drawn and flown' }),
    upper: z.number().meta({ description: 'Upper end of the interval of 95 %, which has to meet the target' }),
  })
  .meta({
    id: 'ManoeuvreCounted',
    description:
      'Addition. No other method has a value for what the burn leaves: `after.probability` is the upper bound',
  })

export const BySeparation = z.literal(true).optional().meta({
  description:
    'Addition. The objects fly along together and have no probability: a distance is planned (F2), of this passage alone: they meet again',
})

/** Why a burn is larger than its target needs (flight rule F2). */
export const LargerFor = z.enum(['WEAK_BURN', 'SMALLEST_BURN']).nullable().optional().meta({
  description:
    'Addition. Why it leaves less than its target. WEAK_BURN: one that is 3σ too weak stays below what is accepted. SMALLEST_BURN: the engine has no smaller one. Absent: an earlier plan',
})
