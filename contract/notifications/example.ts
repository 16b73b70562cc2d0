import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RECEIVER_LANGUAGES } from './rule.ts'
import { WEBHOOK_EXAMPLE, WebhookEvent } from './webhook-event.ts'

/** The ways in which a mail program may show the page of a mail. */
export const CLIENT_LOOKS = ['light', 'dark'] as const
export type ClientLook = (typeof CLIENT_LOOKS)[number]

const TextRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  weight: z.string().optional(),
  size: z.string().optional(),
  color: z.string().optional(),
  fontType: z.string().optional(),
  isSubtle: z.boolean().optional(),
})
const RichText = z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(TextRun) })
const Columns = z.strictObject({
  type: z.literal('ColumnSet'),
  spacing: z.string(),
  columns: z.array(z.strictObject({ type: z.literal('Column'), width: z.string(), items: z.array(RichText) })),
})
const TeamsCard = z.strictObject({
  $schema: z.string(),
  type: z.literal('AdaptiveCard'),
  version: z.string(),
  fallbackText: z.string(),
  msteams: z.strictObject({ width: z.string() }),
  body: z.array(z.union([RichText, Columns])),
  actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.string() })),
})
/** The body that is posted to a Workflow of Microsoft Teams. */
export const TeamsMessage = z
  .strictObject({
    type: z.literal('message'),
    attachments: z.array(
      z.strictObject({ contentType: z.string(), contentUrl: z.string().nullable(), content: TeamsCard }),
    ),
  })
  .meta({ id: 'TeamsMessage', description: 'A message with an adaptive card, as Microsoft Teams takes it' })
export type TeamsMessage = z.output<typeof TeamsMessage>

const PlainText = z.strictObject({ type: z.literal('plain_text'), text: z.string(), emoji: z.boolean() })
const Button = z.strictObject({ type: z.literal('button'), text: PlainText, url: z.string() })
const SlackBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: PlainText }),
  z.strictObject({
    type: z.literal('section'),
    text: PlainText.optional(),
    fields: z.array(PlainText).optional(),
  }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(Button) }),
  z.strictObject({ type: z.literal('context'), elements: z.array(PlainText) }),
])
/** The body that is posted to an incoming webhook of Slack. */
export const SlackMessage = z
  .strictObject({ text: z.string(), blocks: z.array(SlackBlock) })
  .meta({ id: 'SlackMessage', description: 'A message of blocks, as Slack takes it' })
export type SlackMessage = z.output<typeof SlackMessage>

const text = (words: string) => ({ type: 'plain_text' as const, text: words, emoji: false })
const run = (words: string) => ({
  type: 'RichTextBlock' as const,
  inlines: [{ type: 'TextRun' as const, text: words }],
})
const URL = 'https://apsis.example/account/notifications'

export const NoticeExample = z
  .strictObject({
    subject: z.string().meta({ description: 'Of the mail' }),
    text: z.string().meta({ description: 'The mail as plain text' }),
    html: z.string().meta({ description: 'The mail as a page' }),
    teams: TeamsMessage,
    slack: SlackMessage,
    webhook: WebhookEvent,
  })
  .meta({
    id: 'NoticeExample',
    description: 'EXAMPLE. What is sent of a notice about an event that does not exist',
    examples: [
      {
        subject: '[EXAMPLE] Risk raised to CRITICAL: SAT-3 × COSMOS 2251 DEB',
        text: 'SAT-3 × COSMOS 2251 DEB (33757): CRITICAL, Pc 2.12 × 10⁻⁴, miss 182 m.',
        html: '<!doctype html><html lang="en"></html>',
        teams: {
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              contentUrl: null,
              content: {
                $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                type: 'AdaptiveCard',
                version: '1.4',
                fallbackText: '[EXAMPLE] Risk raised to CRITICAL',
                msteams: { width: 'Full' },
                body: [run('[EXAMPLE] Risk raised to CRITICAL')],
                actions: [{ type: 'Action.OpenUrl', title: 'Open', url: URL }],
              },
            },
          ],
        },
        slack: {
          text: '[EXAMPLE] Risk raised to CRITICAL',
          blocks: [{ type: 'header', text: text('[EXAMPLE] Risk raised to CRITICAL') }],
        },
        webhook: WEBHOOK_EXAMPLE,
      },
    ],
  })
export type NoticeExample = z.output<typeof NoticeExample>

export const getNoticeExample = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/example',
  summary: 'See how mails, cards and webhook bodies look',
  description:
    'EXAMPLE: a notice about an event that does not exist, written by what writes the real ones: mail, card for Microsoft Teams, message for Slack and the body of a webhook. As text/html it is the page of the mail, which our own pages may frame. It holds nothing of anybody, so that it needs no token.',
  tags: ['notifications'],
  access: 'anyone',
  rate: 'read',
  query: z.strictObject({
    lang: z.enum(RECEIVER_LANGUAGES).default('en').meta({ description: 'Language of its reader' }),
    look: z
      .enum(CLIENT_LOOKS)
      .optional()
      .meta({ description: 'As a mail program shows it that is light or dark; absent: as the reader’s own does' }),
  }),
  response: NoticeExample,
  file: ['text/html'],
  errors: ['not-acceptable'],
})
