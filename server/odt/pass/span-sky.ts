import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { type Bodies, bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { type EarthTurns, earthTurns } from '@apsis/astro/visibility/path.ts'

type LastValue<T> = { readonly key: string; readonly value: T }

/** Answers what was made for the same span before, the last one: a fifth of what the passes of an object over a week take. */
function keptFor<T>(make: (start: Epoch, lengthS: number) => T): (start: Epoch, lengthS: number) => T {
  let kept: LastValue<T> | undefined
  return (start, lengthS) => {
    const key = `${start.taiS} ${start.taiFs} ${lengthS}`
    if (kept?.key !== key) kept = { key, value: make(start, lengthS) }
    return kept.value
  }
}

/** Sun and Moon over a span: whoever asks for many objects asks for them over the same one. */
export const bodiesDuring: (start: Epoch, lengthS: number) => (epoch: Epoch) => Bodies = keptFor((start, lengthS) =>
  bodiesOver(start, lengthS),
)

/** How the Earth turns against TEME over a span. */
export const turnsDuring: (start: Epoch, lengthS: number) => EarthTurns = keptFor((start, lengthS) =>
  earthTurns('TEME', start, lengthS),
)
