import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../platform/api-error.ts'

type Rotated = {
  /** Until when an older one holds beside the newest; null: none does. */
  readonly oldEndsAt: Date | null
  readonly hours: number
  readonly now: number
}

/**
 * Until when a signing secret holds beside the new one; null: it ends at once, as one has to that has leaked, and any older one
 * with it. Throws 409 where two hold already: then one of them would end unsaid.
 */
export function endOfOldSecret({ oldEndsAt, hours, now }: Rotated): Date | null {
  if (hours === 0) return null
  if (oldEndsAt !== null && oldEndsAt.getTime() > now)
    throw new ApiError(
      'conflict',
      'Two secrets hold already: wait for the end of the older, or end both with old-secret-hours=0.',
    )
  return new Date(now + hours * HOUR_MS)
}
