import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { type Bodies, bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { type EarthTurns, earthTurns } from '@apsis/astro/visibility/path.ts'

type LastValue<T> = { readonly key: string; readonly value: T }

/** Caches the last result: a further call for the same span returns it. This saves a fifth of the time for the passes of an object over a week. */
function keptFor<T>(make: (start: Epoch, lengthS: number) => T): (start: Epoch, lengthS: number) => T {
  let kept: LastValue<T> | undefined
  return (start, lengthS) => {
    const key = `${start.taiS} ${start.taiFs} ${lengthS}`
    if (kept?.key !== key) kept = { key, value: make(start, lengthS) }
    return kept.value
  }
}

/** Returns Sun and Moon over a span; callers with many objects use the same span for all. */
export const bodiesDuring: (start: Epoch, lengthS: number) => (epoch: Epoch) => Bodies = keptFor((start, lengthS) =>
  bodiesOver(start, lengthS),
)

/** Returns the rotation of the Earth against TEME over a span. */
export const turnsDuring: (start: Epoch, lengthS: number) => EarthTurns = keptFor((start, lengthS) =>
  earthTurns('TEME', start, lengthS),
)
