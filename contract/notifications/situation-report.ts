import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CA_USER } from '../roles.ts'
import { Delivery } from './delivery.ts'

export const sendSituationReport = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/situation-reports',
  tags: ['notifications'],
  access: [CA_USER],
  summary: 'Send a situation report now',
  description:
    'Sends all open events as they stand to each confirmed e-mail address that the caller has in the settings of collision avoidance, as `situationReportAt` of the rules does at its times; those are not moved by it. Answers a delivery for each address. 409 where there is no such address, or one is on its way there already.',
  rate: 'write',
  response: z.array(Delivery),
  status: 201,
  errors: ['conflict'],
})

const Unsubscription = z
  .strictObject({ isEnded: z.boolean().meta({ description: 'Whether the person gets no situation report any more' }) })
  .meta({
    id: 'SituationReportUnsubscription',
    description: 'What a link to end the situation reports did',
    examples: [{ isEnded: true }],
  })

const common = {
  tags: ['notifications'],
  access: 'anyone',
  path: '/api/v1/notifications/situation-reports/unsubscriptions/{report-token}',
  params: z.strictObject({
    'report-token': z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'As the header of the report has it', examples: ['b3JnYW5pc2F0aW9u.c2lnbmF0dXJl'] }),
  }),
  response: Unsubscription,
  file: ['text/html'],
  errors: ['not-acceptable'],
} as const

export const getSituationReportUnsubscription = endpoint({
  ...common,
  method: 'GET',
  summary: 'See what ending the situation reports does',
  description:
    'The link of the header List-Unsubscribe of a situation report, for people whose mail program opens it: a page with a button, JSON for programs. Nothing changes.',
  rate: 'read',
})

export const unsubscribeSituationReport = endpoint({
  ...common,
  method: 'POST',
  summary: 'End the situation reports',
  description:
    'One click of a mail program ends the situation reports of the person to whom it went (RFC 8058). Their times in the rules are then none, and one that waits is not sent. Notices of events, and every rule, stay. It can be done again, and changes nothing more.',
  rate: 'write',
  accepts: 'application/x-www-form-urlencoded',
  body: z
    .strictObject({ 'List-Unsubscribe': z.literal('One-Click').meta({ description: 'As RFC 8058 §3.1 fixes it' }) })
    .meta({ examples: [{ 'List-Unsubscribe': 'One-Click' }] }),
})
