import { z } from 'zod'
import { Instant } from '../../page.ts'

/** The steps of coordination between the operators of both objects: the request to move, and the answer. */
export const COORDINATION_STEPS = ['ASKED', 'ACCEPTED', 'REFUSED'] as const

export const Coordination = z
  .strictObject({
    step: z.enum(COORDINATION_STEPS).meta({
      description: 'ASKED: somebody was asked to move; ACCEPTED, REFUSED: what was answered, also without a question',
    }),
    mover: z.enum(['US', 'THEM']).meta({ description: 'Who is to move' }),
    with: z.string().trim().min(1).max(200).meta({ description: 'With whom' }),
    at: Instant,
    channel: z.string().trim().min(1).max(200).meta({ description: 'E-mail, telephone, …' }),
  })
  .meta({ id: 'Coordination', description: 'Who was asked to move, and accepted or refused, with whom, when and how' })
export type Coordination = z.output<typeof Coordination>

/** An agreement must be in the past; this tolerance is for an error of its author's clock. */
export const COORDINATION_CLOCK_MS = 60_000

/** Returns the newest step of a coordination record, which is the present state; undefined if nobody was asked. */
export function newestStepOf<T extends { readonly coordination?: Coordination | undefined }>(
  history: readonly T[],
): (T & { readonly coordination: Coordination }) | undefined {
  return history.findLast((one): one is T & { readonly coordination: Coordination } => one.coordination !== undefined)
}
