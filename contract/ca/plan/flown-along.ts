import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

/** Whose a burn is that is flown beside those of a plan: of another plan, or announced. */
export const ALONG_KINDS = ['PLAN', 'NOTICE'] as const

/** Why a burn of the satellite is not flown with a plan: told in words as part of the reason (contract/notice-text/screening-in-words.ts). */
export const ALONG_OBSTACLES = [
  /** Its Δv is not told. */
  'no-delta-v',
  /** Nobody knows the axes of its Δv. */
  'axes',
  /** Two announcements of one burn differ. */
  'differs',
  /** It begins before another one has ended. */
  'overlap',
  /** A change of area, which is flown under drag. */
  'by-drag',
  /** It was flown in another size than planned. */
  'partial',
  /** The orbit was made after it was known, and does not show whether it holds it. */
  'may-be-held',
] as const
export type AlongObstacle = (typeof ALONG_OBSTACLES)[number]

const FlownAlong = z
  .strictObject({
    kind: z.enum(ALONG_KINDS).meta({ description: 'PLAN: of another plan that is on its way or was flown' }),
    id: Id.meta({ description: 'Of the plan or of the notice' }),
    name: z.string().meta({ description: 'Of the plan, or of who announced the burn' }),
    ignition: Instant,
    durationS: z.number().meta({ description: 's; 0: an impulse' }),
    deltaVMps: z.number().meta({ description: 'm/s' }),
    isOnPath: z.boolean().meta({
      description: 'False: in the events alone whose messages do not hold it; the orbit holds it, or may',
    }),
  })
  .meta({
    id: 'BurnFlownAlong',
    description: 'A burn of the satellite that a plan without an event was screened together with',
    examples: [
      {
        kind: 'NOTICE',
        id: 'c0a80121-7ac0-4e1c-9a1c-1f0f3f2f7a11',
        name: 'Example Orbital',
        ignition: '2026-11-21T08:30:00.000Z',
        durationS: 42,
        deltaVMps: 0.045,
        isOnPath: true,
      },
    ],
  })
export type FlownAlong = z.output<typeof FlownAlong>

export const flownAlongField = z.array(FlownAlong).optional().meta({
  description:
    'Burns of other plans and of notices that move the satellite and that are flown with the plan: `before` is then with them. Absent: of a plan for an event',
})
