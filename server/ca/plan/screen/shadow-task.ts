import { type Blackout, eclipseBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { cdAreaOverMass } from '@apsis/astro/manoeuvre/blackout/timing-error.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type MessageToPlan, type OwnDrag, openEvent, orbitOf } from '../design/planned-event.ts'

export type ShadowTask = {
  /** The message of the event that the burn is made for, or the orbit after the last burn if they are made for no event. */
  readonly of: { readonly message: MessageToPlan } | { readonly state: CartesianState; readonly at: string }
  readonly depth: EclipseDepth
  readonly drag: OwnDrag
  /** The shadow is computed from this time on, ms since 1970. */
  readonly fromMs: number
}

/** Returns the eclipses of a satellite until TCA, or until the end of its burns; null if the orbit cannot be propagated. For the pool. */
export function findShadow({ of, depth, drag, fromMs }: ShadowTask): readonly Blackout[] | null {
  try {
    const orbit =
      'message' in of
        ? orbitOf(openEvent(of.message, 'j2'), drag)
        : {
            tca: parseTime(of.at.replace('Z', '')),
            state: of.state,
            m2PerKg: cdAreaOverMass(undefined, { massKg: drag.massKg, ...drag.air }),
          }
    return eclipseBlackouts(orbit, fromMs, { blackoutInEclipse: depth })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
