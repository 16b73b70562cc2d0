import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

export const SILENT_BURN_LIMITS = {
  /** So long after it a burn is told and shown: orbits that are determined later hold it. */
  shownDays: 14,
} as const

export const SILENT_BURN_DIRECTIONS = ['along-track', 'against-track', 'cross-track'] as const

export const SilentBurn = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number of the object' }),
    satelliteId: Id.nullable().meta({ description: 'Your satellite of that number; null: the object is not yours' }),
    from: Instant.meta({ description: 'Epoch of the last element set before the burn' }),
    to: Instant.meta({
      description:
        'Epoch of the first element set that shows it. A fit takes a burn in late: it may have been up to 3 days before, in geosynchronous orbit 5',
    }),
    deltaVMps: z.number().meta({ description: 'Least Δv that changes the orbit so, m/s' }),
    direction: z.enum(SILENT_BURN_DIRECTIONS),
    confidence: z.number().meta({
      description:
        'How far the step stands out of the noise of the element sets of this object: 0.5 at the threshold, towards 1 above it',
    }),
    isSimulated: z.boolean(),
    foundAt: Instant,
  })
  .meta({
    id: 'SilentBurn',
    description: 'A burn that element sets show and that nobody has announced',
    examples: [
      {
        ...{ noradId: 43_617, satelliteId: null, from: '2026-11-17T03:12:00.000Z', to: '2026-11-17T15:20:00.000Z' },
        ...{ deltaVMps: 0.021, direction: 'along-track', confidence: 0.78, isSimulated: false },
        foundAt: '2026-11-18T20:00:00.000Z',
      },
    ],
  })
export type SilentBurn = z.output<typeof SilentBurn>

export const listSilentBurns = endpoint({
  tags: ['burn notices'],
  access: [CA_USER],
  method: 'GET',
  path: '/api/v1/ca/silent-burns',
  summary: 'List burns that nobody has announced',
  description: `Addition. What the element sets of the last 14 days show of your satellites and of the other objects of your open events, newest first, less what a burn notice or a plan of yours explains. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'norad-id': z.coerce.number().int().min(1).max(999_999_999).optional(),
    ...pageOf({ standard: 100, most: 500 }),
  }),
  response: z.array(SilentBurn),
})
