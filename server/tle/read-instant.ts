import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { ApiError } from '../platform/api-error.ts'

/** Returns the epoch of an instant of the API; an instant before UTC began (1972) is refused. */
export function readInstant(text: string, place: { parameter: string } | { pointer: string }): Epoch {
  try {
    return parseTime(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const name = 'parameter' in place ? place.parameter : place.pointer
    const errors = [{ code: 'time.unreadable', message: error.message, ...place }]
    throw new ApiError('request-invalid', `${name}: ${error.message}`, { errors })
  }
}
