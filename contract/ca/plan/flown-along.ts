import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

/** The source of another burn that is propagated together with a plan's burns: another plan, or an announcement. */
export const ALONG_KINDS = ['PLAN', 'NOTICE'] as const

/**
 * The reasons why a burn of the satellite is not propagated together with a plan; their texts are part of the screening's reason
 * (contract/notice-text/screening-in-words.ts).
 */
export const ALONG_OBSTACLES = [
  /** The Δv of the burn is not given. */
  'no-delta-v',
  /** The axes of the Δv are unknown. */
  'axes',
  /** Two announcements of the same burn differ. */
  'differs',
  /** The burn begins before another one has ended. */
  'overlap',
  /** The manoeuvre is a change of area, which is propagated with drag. */
  'by-drag',
  /** The executed size differed from the plan. */
  'partial',
  /** The orbit was determined after the burn was announced, and does not show whether it includes the burn. */
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
