import { z } from 'zod'
import { Id, Instant } from '../../page.ts'

const probability = (what: string) => z.number().meta({ description: `${what}, 0 to 1` })

const Parts = z
  .strictObject({
    all: probability('Of all events'),
    large: probability('Of objects of 10 cm and more'),
    small: probability('Of objects below 10 cm'),
    unknown: probability('Of objects whose size is not known'),
  })
  .meta({
    id: 'CollisionProbabilityParts',
    description: 'Probability of at least one collision, by size of the other object',
  })

const Sums = z
  .strictObject({
    asDecided: Parts.meta({ description: 'By the messages on which one decided: what flying on would have meant' }),
    asLastReported: Parts.meta({
      description: 'By the last message before the closest approach: burns that the provider knew are in it',
    }),
  })
  .meta({ id: 'CollisionProbabilitySums', description: '1 − ∏(1 − P) over the events of a time' })

const Counts = z
  .strictObject({
    events: z.int().meta({ description: 'Events with their closest approach in the time' }),
    decidable: z.int().meta({ description: 'Of these, with a message between consider and commit' }),
    manoeuvres: z.int().meta({ description: 'Events whose decision is MANOEUVRE' }),
    undecided: z.int().meta({ description: 'Events at or above the accepted probability without any decision' }),
  })
  .meta({ id: 'ComplianceCounts', description: 'Events and decisions of a time' })

const Span = z
  .strictObject({
    from: Instant,
    to: Instant,
    days: z.number().meta({ description: 'Length of the span, d' }),
    probability: Sums,
    counts: Counts,
    byThreshold: z.array(
      z.strictObject({
        threshold: z.number(),
        events: z.int().meta({ description: 'Events that reached it on the message on which one decided' }),
        manoeuvres: z.int().meta({ description: 'Of these, decided to be manoeuvred' }),
      }),
    ),
  })
  .meta({ id: 'ComplianceSpan', description: 'What happened in a time' })

/** The limitations that a statement of compliance can have, for example that untracked objects are missing. */
export const COMPLIANCE_LIMITS = [
  'untracked-objects',
  'history-cut',
  'loaded-history',
  'history-gap',
  'burns-by-decision',
  'history-alone',
  'simulated-messages',
] as const

const parts = (all: number) => ({ all, large: all, small: 0, unknown: 0 })
const EXAMPLE_SPAN = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-07-01T00:00:00.000Z',
  days: 181,
  probability: { asDecided: parts(2.4e-4), asLastReported: parts(9.1e-5) },
  counts: { events: 212, decidable: 168, manoeuvres: 1, undecided: 0 },
  byThreshold: [{ threshold: 1e-4, events: 1, manoeuvres: 1 }],
}

/** The licence conditions: the collision probability of the mission, and what was done to reduce it. */
export const Compliance = z
  .strictObject({
    satelliteId: Id,
    satelliteName: z.string(),
    computedAt: Instant,
    isSimulated: z.boolean().meta({ description: 'At least one of the messages is simulated' }),
    conventions: z.strictObject({ daysPerMonth: z.number(), daysPerYear: z.number() }),
    threshold: z.number().meta({ description: 'Accepted probability of the satellite' }),
    commitHours: z.number().meta({ description: 'Hours before the closest approach at which an event is decided' }),
    considerHours: z
      .number()
      .meta({ description: 'Hours before the closest approach from which an event is considered' }),
    limit: probability('Allowed over the mission'),
    period: Span.meta({ description: 'The reporting period' }),
    mission: Span.meta({ description: 'From the begin of the mission to the end of the period' }),
    ahead: z
      .strictObject({
        years: z.number(),
        probability: probability('Left over the years ahead at the accepted probability'),
        by: z.enum(['closed-form', 'bootstrap']),
      })
      .meta({ description: 'By the annual statistics' }),
    total: probability('Mission so far as last reported, and the years ahead, together'),
    isWithinLimit: z.boolean(),
    limits: z.array(z.enum(COMPLIANCE_LIMITS)).meta({
      description:
        'What it does not hold: untracked-objects always; history-cut: only the newest 200,000 messages; loaded-history: a part comes from a table that somebody loaded; history-gap: nothing is known of some time between that table and the messages; burns-by-decision: manoeuvres are counted by decisions, not by telemetry; history-alone: no closed form for the years ahead',
    }),
  })
  .meta({
    id: 'Compliance',
    description: 'The collision probability of a mission, and what was done about it',
    examples: [
      {
        satelliteId: '0d9a3c0e-54a1-4b8f-9f3f-0a5b6f1d2c11',
        satelliteName: 'SAT-3',
        computedAt: '2026-07-01T05:00:01.000Z',
        isSimulated: false,
        conventions: { daysPerMonth: 30, daysPerYear: 365.25 },
        threshold: 1e-4,
        commitHours: 24,
        considerHours: 84,
        limit: 1e-3,
        period: EXAMPLE_SPAN,
        mission: { ...EXAMPLE_SPAN, from: '2025-01-01T00:00:00.000Z', days: 546 },
        ahead: { years: 5, probability: 4.03e-4, by: 'closed-form' as const },
        total: 4.94e-4,
        isWithinLimit: true,
        limits: ['untracked-objects' as const, 'burns-by-decision' as const],
      },
    ],
  })
export type Compliance = z.output<typeof Compliance>
