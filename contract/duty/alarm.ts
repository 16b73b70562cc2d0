import { z } from 'zod'
import { ID } from '../ca/message/conjunction-example.data.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../page.ts'
import { CA_USER } from '../roles.ts'

/** The reasons why the caller cannot pass an event on. */
export const PASS_REFUSALS = ['not-waiting', 'no-chain', 'not-called', 'nobody-next'] as const

const DutyAlarm = z
  .strictObject({
    conjunctionId: Id,
    person: z.string().nullable().meta({
      description:
        'User name of who is called for the event: by the last call, before the first by having the first step; null: nobody',
    }),
    passTo: z
      .string()
      .nullable()
      .meta({ description: 'User name of who is called next if it is passed on; null: nobody' }),
    refused: z.enum(PASS_REFUSALS).nullable().meta({
      description:
        'Why the caller cannot pass the event on: it is neither CRITICAL nor to be acted on now, acknowledged or over; nobody set a chain; somebody else is called for it; nobody else of the chain can be called. Null: they can',
    }),
  })
  .meta({
    id: 'DutyAlarm',
    description: 'Who is called for an event, and whether the caller can pass it on',
    examples: [{ conjunctionId: ID, person: 'demo', passTo: 'kim', refused: null }],
  })
export type DutyAlarm = z.output<typeof DutyAlarm>

const common = {
  tags: ['duty'],
  access: [CA_USER],
  params: z.strictObject({ 'conjunction-id': Id }),
  response: DutyAlarm,
} as const

export const getDutyAlarm = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/duty/alarms/{conjunction-id}',
  summary: 'See who is called for an event',
  description: 'Who is called for an event, and who is called next if the caller passes it on.',
  rate: 'read',
})

export const passDutyAlarm = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/duty/alarms/{conjunction-id}/passes',
  summary: 'Pass an event on',
  description:
    'Only who is called for an event that is CRITICAL or to be acted on now (action ACT) and that nobody has acknowledged can do it. The next of the on-call chain is called at once and reads the note; the event stays unacknowledged, and its decision record says so. The answer says who is called now. 409 with the reason where it cannot be passed on: nothing changes then.',
  rate: 'write',
  body: z
    .strictObject({
      note: z
        .string()
        .trim()
        .max(2_000)
        .default('')
        .meta({ description: 'For who is called next, and for the record' }),
    })
    .meta({ examples: [{ note: 'I have no orbit tool here.' }] }),
  errors: ['conflict'],
})
