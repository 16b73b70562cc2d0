import { z } from 'zod'
import { Instant } from '../../page.ts'

/** The part of the Earth's shadow in which no burn may take place. */
export const ECLIPSE_DEPTHS = ['UMBRA', 'PENUMBRA'] as const

const BlackoutWindow = z
  .strictObject({ from: Instant, to: Instant, reason: z.string().max(200).default('') })
  .refine(({ from, to }) => Date.parse(to) > Date.parse(from), { message: 'has to be after from', path: ['to'] })

/** The times at which a satellite must not burn: those that were entered, and those that follow from its contacts and its orbit. */
export const blackoutFields = {
  blackoutWindows: z.array(BlackoutWindow).max(50).default([]),
  blackoutInContacts: z
    .boolean()
    .optional()
    .meta({ description: 'True: no burn is planned during a known contact', examples: [true] }),
  blackoutInEclipse: z
    .enum(ECLIPSE_DEPTHS)
    .optional()
    .meta({
      description:
        'No burn is planned in the umbra of the Earth, or in its penumbra and umbra; blank: burns in the shadow are allowed',
      examples: ['PENUMBRA'],
    }),
}
