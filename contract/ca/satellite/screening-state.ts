import { z } from 'zod'
import { Instant } from '../../page.ts'
import { CatalogueHolding } from '../../tle/catalogue-holding.ts'

/** The three results of a screening: not screened, screened without a conjunction, and screened with conjunctions. */
export const SCREENING_RESULTS = ['NOT_SCREENED', 'CLEAR', 'CONJUNCTIONS'] as const

/** The state of a screening and its result. */
export const ScreeningState = z
  .strictObject({
    state: z.enum(SCREENING_RESULTS).meta({
      description:
        'CONJUNCTIONS: there are events ahead, whoever told of them; CLEAR: screened to the end of the span against what `catalogue` names, and none; NOT_SCREENED: nobody has looked at what is ahead',
    }),
    conjunctions: z.int().meta({ description: 'Events ahead' }),
    screenedAt: Instant.nullable().meta({ description: 'End of its newest screening against the catalogue' }),
    from: Instant.nullable().meta({ description: 'Span of that screening' }),
    to: Instant.nullable(),
    catalogue: CatalogueHolding.nullable().meta({
      description:
        'The objects of the catalogue that were compared with in that screening, by kind, and what it lacked; null: there was none',
    }),
  })
  .meta({
    id: 'SatelliteScreening',
    description: 'Not screened, screened and clear, or so many conjunctions',
  })
export type ScreeningState = z.output<typeof ScreeningState>
