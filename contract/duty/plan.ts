import { z } from 'zod'
import { DutyCall } from '../ca/event/duty-call.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { CA_USER } from '../roles.ts'

const Subject = z.string().trim().min(1).max(255).meta({ description: 'Subject of a member of the organisation' })
const MOST_STEPS = 10
const MOST_EXCEPTIONS = 100
/** A person who has not used Apsis for this long may have left. */
export const LONG_UNSEEN_DAYS = 30

const Span = { from: Instant, until: Instant }

const Override = z
  .strictObject({
    step: z.int().min(1).max(MOST_STEPS).meta({ description: 'Place in the chain, from 1' }),
    person: Subject,
    ...Span,
  })
  .meta({ id: 'DutyOverride', description: 'Somebody takes a step of the chain for a while, whoever had it' })

const Absence = z
  .strictObject({ person: Subject, ...Span })
  .meta({ id: 'DutyAbsence', description: 'Somebody is away: the next in the turns takes over' })

const FIELDS = {
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'IANA time zone of the turns', examples: ['Europe/Berlin'] }),
  turnsFrom: z.iso.date().meta({ description: 'Local day on which the first person of each step begins' }),
  handoverTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be hours and minutes')
    .meta({ description: 'Local time at which the next person takes over, every seven days', examples: ['08:00'] }),
  chain: z
    .array(z.strictObject({ people: z.array(Subject).min(1).max(20) }))
    .max(MOST_STEPS)
    .meta({ description: 'Who is called, one step after the other; the people of a step take weekly turns' }),
  overrides: z.array(Override).max(MOST_EXCEPTIONS),
  absences: z.array(Absence).max(MOST_EXCEPTIONS),
}

const EXAMPLE_PLAN = {
  timeZone: 'Europe/Berlin',
  turnsFrom: '2026-11-23',
  handoverTime: '08:00',
  chain: [{ people: ['demo'] }],
  overrides: [],
  absences: [],
}

const Holder = z
  .strictObject({
    step: z.int().meta({ description: 'Place in the chain, from 1' }),
    person: z.string().nullable().meta({ description: 'User name; null: nobody has it' }),
    until: Instant.nullable().meta({ description: 'When that changes; null: not within ten changes of the turns' }),
  })
  .meta({ id: 'DutyHolder', description: 'Who has a step of the chain' })

const Gap = z
  .strictObject({
    step: z.int().meta({ description: 'Place in the chain, from 1' }),
    from: Instant,
    until: Instant.nullable().meta({ description: 'null: not within ten changes of the turns' }),
    person: z.string().nullable().meta({
      description:
        'User name of who has the step as it begins, and has no channel that is proven; null: nobody has it who may be called',
    }),
  })
  .meta({ id: 'DutyGap', description: 'A time in which nobody of whom a channel is proven has a step' })

/** The name of a person as pages and deliveries show it. */
const FullName = z
  .string()
  .nullable()
  .meta({ description: 'What the newest token calls the person; null: it names the account alone' })

const Member = z
  .strictObject({
    subject: z.string(),
    name: z.string().meta({ description: 'User name' }),
    fullName: FullName,
    channels: z.int().meta({
      description:
        'Ways outside the application by which they are called: confirmed and not suspended; a telephone counts where a bridge is set, or all data is simulated. 0: the chain passes them over',
    }),
    proven: z.int().meta({
      description:
        'Of these, ways that are proven: something has arrived there since it was saved, or its owner has confirmed the address or number. 0: they are called, and that it reaches them is not known',
    }),
    seenAt: Instant.meta({
      description:
        'When they used Apsis last, to the hour. Nobody tells Apsis of somebody who left at the identity provider: they stand here, and are called, until they are taken out of the chain',
    }),
  })
  .meta({ id: 'DutyMember', description: 'A person who may be called' })

const Former = z
  .strictObject({
    subject: z.string(),
    name: z.string().meta({ description: 'User name by which Apsis saw them last' }),
    fullName: FullName,
  })
  .meta({
    id: 'FormerDutyMember',
    description:
      'A person whom the plan names, and who has no role of collision avoidance any more: they are not called',
  })

const DutyDemo = z
  .strictObject({
    steps: z.array(
      z.strictObject({
        people: z.array(z.string()),
        telephone: z.string().nullable().meta({ description: 'Its last digits; nothing rings there' }),
      }),
    ),
    now: z.array(Holder),
    escalation: z
      .strictObject({
        conjunctionId: Id,
        satelliteId: Id.nullable(),
        steps: z.array(z.strictObject({ at: Instant, by: z.string(), why: z.string(), call: DutyCall.nullable() })),
      })
      .nullable()
      .meta({
        description:
          'One that is said to have happened, as it stands in the record of its event; null: not yet written',
      }),
  })
  .meta({
    id: 'DutyDemo',
    description:
      'SIMULATED. What a chain looks like: people who do not exist and are not called, as long as the demo is open and no chain was ever set',
  })
export type DutyDemo = z.output<typeof DutyDemo>

export const DutyPlan = z
  .strictObject({
    ...FIELDS,
    version: z.int().meta({ description: '0: nothing was set yet' }),
    now: z.array(Holder).meta({ description: 'Who has each step now' }),
    nextGap: Gap.nullable().meta({ description: 'The first of `gaps`; null: there is none' }),
    gaps: z
      .array(Gap)
      .meta({ description: 'Those that begin within seven days, the earliest first; of a step there may be several' }),
    members: z.array(Member).meta({ description: 'Members with a role of collision avoidance' }),
    former: z.array(Former).meta({ description: 'Whom the chain, an override or an absence names beside these' }),
    demo: DutyDemo.nullable().meta({
      description: 'SIMULATED. The chain of the open demo, which calls nobody; null: it is closed, or a chain was set',
    }),
  })
  .meta({
    id: 'DutyPlan',
    description: 'Who is called when nobody acknowledges a critical event, and when',
    examples: [
      {
        ...EXAMPLE_PLAN,
        version: 1,
        now: [{ step: 1, person: 'demo', until: null }],
        nextGap: null,
        gaps: [],
        members: [
          {
            subject: 'demo',
            name: 'demo',
            fullName: 'Kim Weber',
            channels: 2,
            proven: 2,
            seenAt: '2026-11-21T02:00:00.000Z',
          },
        ],
        former: [],
        demo: null,
      },
    ],
  })
export type DutyPlan = z.output<typeof DutyPlan>

const common = { tags: ['duty'], access: [CA_USER], path: '/api/v1/duty/plan', response: DutyPlan } as const

export const getDutyPlan = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read the on-call chain and who has duty',
  description: 'The chain, its weekly turns and exceptions, and who has each step now. The ETag is its version.',
  rate: 'read',
  headers: { etag: true },
})

export const updateDutyPlan = endpoint({
  ...common,
  method: 'PUT',
  summary: 'Set the on-call chain',
  description:
    'Replaces chain, turns, overrides and absences of the organisation. If-Match names the version that was read. An event that is CRITICAL or has to be acted on now (action ACT), and is not acknowledged, goes from step to step: after a wait of an eighth of the time to decide, 2 to 30 min; after that time at once, with the time to the closest approach in its place.',
  rate: 'write',
  headers: { ifMatch: 'required', etag: true },
  body: z.strictObject(FIELDS).meta({ examples: [EXAMPLE_PLAN] }),
  errors: ['unprocessable', 'version-stale', 'version-missing'],
})
