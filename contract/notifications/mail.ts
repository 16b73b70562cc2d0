import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'

export const Mail = z
  .strictObject({
    to: z.string(),
    subject: z.string(),
    at: Instant,
    text: z.string(),
  })
  .meta({
    id: 'SimulatedMail',
    description: 'SIMULATED. A mail that was written to a folder and sent to nobody',
    examples: [
      {
        to: 'flight@operator.example',
        subject: 'Apsis: confirm this address',
        at: '2026-11-21T02:00:00.000Z',
        text: 'Somebody wants Apsis to send notices to flight@operator.example.',
      },
    ],
  })
export type Mail = z.output<typeof Mail>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/mails',
  summary: 'Read the simulated mailbox',
  description:
    'Where no mail server is set, mails are written to a folder in place of being sent: the newest 50 to addresses of the caller. Empty where mail is really sent.',
  tags: ['notifications'],
  access: [],
  rate: 'read',
  response: z.strictObject({ isSimulated: z.boolean(), mails: z.array(Mail) }).meta({
    examples: [{ isSimulated: true, mails: [] }],
  }),
})
