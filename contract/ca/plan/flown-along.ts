import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

/** The origin of another burn that is applied with those of a plan: another plan, or an announcement. */
export const ALONG_KINDS = ['PLAN', 'NOTICE'] as const

/**
 * The reasons why a burn of the satellite is not applied with a plan: their words are part of the reason
 * (contract/notice-text/screening-in-words.ts).
 */
export const ALONG_OBSTACLES = [
  /** Its Δv is not given. */
  'no-delta-v',
  /** The axes of its Δv are unknown. */
  'axes',
  /** Two announcements of one burn differ. */
  'differs',
  /** It begins before another one has ended. */
  'overlap',
  /** It is a change of area, which is propagated under drag. */
  'by-drag',
  /** Its executed size differed from the plan. */
  'partial',
  /** The orbit was made after the burn was known, and does not show if it includes it. */
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
