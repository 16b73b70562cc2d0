import { z } from 'zod'
import { RiskLevel } from '../ca/message/cdm.ts'
import { ID } from '../ca/message/conjunction-example.data.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../page.ts'
import { NextCall } from './next-call.ts'

const Acknowledgement = z
  .strictObject({
    conjunctionId: Id,
    pair: z.string().meta({ description: 'Names of the two objects' }),
    riskLevel: RiskLevel,
    probability: z.number().nullable().meta({ description: '0 to 1' }),
    missM: z.number().meta({ description: 'm' }),
    tca: Instant,
    decideBefore: Instant,
    person: z.string().meta({ description: 'User name in whose name the link acknowledges' }),
    passTo: z.string().nullable().meta({
      description:
        'User name of the next of the on-call chain, to whom the link can pass the event on; null: to everybody with a role of collision avoidance',
    }),
    nextCall: NextCall.nullable().meta({
      description:
        'Null: nobody is called, as the event is not CRITICAL, somebody has acknowledged it, or there is no chain',
    }),
    acknowledgedBy: z.string().nullable().meta({ description: 'Null: nobody has acknowledged the event' }),
    acknowledgedAt: Instant.nullable(),
    expiresAt: Instant.meta({ description: 'Until when the link works: the closest approach' }),
  })
  .meta({
    id: 'Acknowledgement',
    description: 'What a link to acknowledge is about, and whether somebody has done it',
    examples: [
      {
        conjunctionId: ID,
        pair: 'SAT-3 × COSMOS 2251 DEB',
        riskLevel: 'CRITICAL',
        probability: 2.12e-4,
        missM: 182.4,
        tca: '2026-11-21T14:13:07.000Z',
        decideBefore: '2026-11-21T10:00:00.000Z',
        person: 'demo',
        passTo: 'kim',
        nextCall: { person: 'kim', at: '2026-11-20T06:11:22.000Z', when: 'exact' },
        acknowledgedBy: null,
        acknowledgedAt: null,
        expiresAt: '2026-11-21T14:13:07.000Z',
      },
    ],
  })
export type Acknowledgement = z.output<typeof Acknowledgement>

const common = {
  tags: ['notifications'],
  access: 'anyone',
  path: '/api/v1/duty/acknowledgements/{token}',
  params: z.strictObject({
    token: z
      .string()
      .min(1)
      .max(400)
      .meta({ description: 'As the link in the message has it', examples: ['b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'] }),
  }),
  query: z.strictObject({
    lang: z.enum(['en', 'de']).optional().meta({ description: 'Language of the page; absent: that of the browser' }),
  }),
  response: Acknowledgement,
  file: ['text/html'],
} as const

export const getAcknowledgement = endpoint({
  ...common,
  method: 'GET',
  summary: 'See what a link acknowledges',
  description:
    'The signed link of a message about an event is the only credential. A page for people, JSON for programs; nothing changes, however often it is read. 403 once the roles of its person no longer allow it, 409 when it is used or has expired.',
  rate: 'read',
  errors: ['forbidden', 'conflict', 'not-acceptable'],
})

export const acknowledge = endpoint({
  ...common,
  method: 'POST',
  summary: 'Acknowledge an event by a link',
  description:
    'Adds the step ACKNOWLEDGE to the decision record of the event, in the name of the person to whom the message went. With `do=pass` it acknowledges nothing: the next of the on-call chain is called at once and reads the note, or everybody with a role of collision avoidance where the chain has nobody else; the record says so. It works once. Monitoring systems answer an alarm with it as well. An event that was acknowledged before stays as it is, and the answer says by whom.',
  rate: 'write',
  accepts: 'application/x-www-form-urlencoded',
  body: z
    .strictObject({
      do: z
        .enum(['acknowledge', 'pass'])
        .default('acknowledge')
        .meta({ description: 'Acknowledge the event, or pass it on' }),
      note: z.string().trim().max(2_000).default('').meta({ description: 'For the record of the event' }),
    })
    .meta({ examples: [{ do: 'acknowledge', note: 'I look into it.' }] }),
  errors: ['forbidden', 'conflict', 'not-acceptable'],
})
