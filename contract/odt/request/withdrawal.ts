import { z } from 'zod'
import { Instant } from '../../page.ts'

/** The withdrawal of a file of the organisation: the file is kept, but not used. */
export const Withdrawal = z
  .strictObject({
    at: Instant,
    by: z.string().meta({ description: 'Who withdrew it' }),
    reason: z.string().meta({ description: 'Why, in the words of who did' }),
  })
  .meta({ id: 'ObservationWithdrawal', description: 'When, by whom and why a file was withdrawn' })
export type Withdrawal = z.output<typeof Withdrawal>

export const MOST_REASON_LETTERS = 500
export const WithdrawalReason = z
  .string()
  .trim()
  .min(1)
  .max(MOST_REASON_LETTERS)
  .meta({ description: 'Why; everybody of the organisation reads it', examples: ['Sent for the wrong object'] })
