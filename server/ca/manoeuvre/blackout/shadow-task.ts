import { type Blackout, eclipseBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { EclipseDepth } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { type MessageToPlan, type OwnDrag, openEvent, orbitOf } from '../planned-event.ts'

export type ShadowTask = {
  readonly message: MessageToPlan
  readonly depth: EclipseDepth
  readonly drag: OwnDrag
  /** The shadow is asked for from then on, ms since 1970. */
  readonly fromMs: number
}

/** The eclipses of a satellite by a message, to its TCA; null where its orbit cannot be followed. For the pool. */
export function findShadow({ message, depth, drag, fromMs }: ShadowTask): readonly Blackout[] | null {
  try {
    return eclipseBlackouts(orbitOf(openEvent(message, 'j2'), drag), fromMs, { blackoutInEclipse: depth })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
