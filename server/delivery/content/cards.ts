import type { SlackMessage, TeamsMessage } from '@apsis/contract/notifications/example.ts'
import { comingFactsInWords } from './coming-facts.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'
import {
  besideFacts,
  type DeliveryContent,
  factsOf,
  footerOf,
  nextCallSaid,
  oneLine,
  orderUrl,
  passOnUrl,
  subjectOf,
} from './facts.ts'

/** Limits of Slack's blocks (docs.slack.dev/reference/block-kit/blocks). */
const MOST_HEADER = 150
const MOST_SECTION = 3_000
const MOST_FIELD = 2_000
const MOST_BUTTON = 75

/** `Wahrscheinlichkeit` is 117 points wide, a time in the other column is 177 wide, and a card on a phone has 316 for both. */
const NAMES_WIDTH = '130px'

/** The colour of an adaptive card's title, by level. */
const CARD_COLOURS = { critical: 'Attention', serious: 'Warning', caution: 'Warning', ok: 'Good' } as const

/**
 * Returns a message for a Workflow of Microsoft Teams: an adaptive card of version 1.4. Every text is in a text run, which does not
 * interpret Markdown: no name of a satellite can become a link.
 */
export function teamsMessage(content: DeliveryContent): TeamsMessage {
  const { notification, url, acknowledgeUrl, language } = content
  const [words, order] = [DELIVERY_WORDS[language], orderUrl(content)]
  const { level } = notification
  const color =
    level !== undefined && level in CARD_COLOURS ? CARD_COLOURS[level as keyof typeof CARD_COLOURS] : 'Default'
  const [beside, comingFacts, nextCall] = [besideFacts(content), comingFactsInWords(content), nextCallSaid(content)]
  const body = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard' as const,
    version: '1.4',
    fallbackText: oneLine(`${subjectOf(content)}. ${notification.message}`),
    msteams: { width: 'Full' },
    body: [
      richText(subjectOf(content), { weight: 'Bolder', size: 'Medium', color }),
      ...(beside === '' ? [] : [richText(beside)]),
      ...factsOf(content).map(({ name, value }) => ({
        type: 'ColumnSet' as const,
        spacing: 'Small',
        columns: [
          { type: 'Column' as const, width: NAMES_WIDTH, items: [richText(name, { isSubtle: true })] },
          { type: 'Column' as const, width: 'stretch', items: [richText(value, { fontType: 'Monospace' })] },
        ],
      })),
      ...(comingFacts === '' ? [] : [richText(comingFacts)]),
      ...(nextCall === '' ? [] : [richText(nextCall)]),
      ...footerOf(content).map((line) => richText(line, { isSubtle: true, size: 'Small' })),
    ],
    actions: [
      ...(acknowledgeUrl === undefined
        ? []
        : [{ type: 'Action.OpenUrl' as const, title: words.acknowledge, url: acknowledgeUrl }]),
      { type: 'Action.OpenUrl' as const, title: words.open, url },
      ...(acknowledgeUrl === undefined
        ? []
        : [{ type: 'Action.OpenUrl' as const, title: words.passOn, url: passOnUrl(acknowledgeUrl) }]),
      ...(order === undefined ? [] : [{ type: 'Action.OpenUrl' as const, title: words.order, url: order }]),
    ],
  }
  const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: body }
  return { type: 'message', attachments: [card] }
}

type RichText = Extract<TeamsMessage['attachments'][number]['content']['body'][number], { type: 'RichTextBlock' }>

const richText = (text: string, look: Omit<RichText['inlines'][number], 'type' | 'text'> = {}): RichText => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text === '' ? ' ' : text, ...look }],
})

/** Returns a message for an incoming webhook of Slack. Texts are plain, so that no name can notify a whole channel. */
export function slackMessage(content: DeliveryContent): SlackMessage {
  const { notification, url, acknowledgeUrl, language } = content
  const [words, order] = [DELIVERY_WORDS[language], orderUrl(content)]
  const buttons = [
    ...(acknowledgeUrl === undefined ? [] : [button(words.acknowledge, acknowledgeUrl)]),
    button(words.open, url),
    ...(acknowledgeUrl === undefined ? [] : [button(words.passOn, passOnUrl(acknowledgeUrl))]),
    ...(order === undefined ? [] : [button(words.order, order)]),
  ]
  const facts = factsOf(content).map(({ name, value }) => plain(`${name}\n${value}`, MOST_FIELD))
  const footer = footerOf(content).map((line) => plain(line, MOST_FIELD))
  const [beside, comingFacts, nextCall] = [besideFacts(content), comingFactsInWords(content), nextCallSaid(content)]
  return {
    text: escapeSlack(`${subjectOf(content)}. ${notification.message}`),
    blocks: [
      { type: 'header', text: plain(subjectOf(content), MOST_HEADER) },
      ...(beside === '' ? [] : [{ type: 'section' as const, text: plain(beside, MOST_SECTION) }]),
      ...(facts.length === 0 ? [] : [{ type: 'section' as const, fields: facts }]),
      ...(comingFacts === '' ? [] : [{ type: 'section' as const, text: plain(comingFacts, MOST_SECTION) }]),
      ...(nextCall === '' ? [] : [{ type: 'section' as const, text: plain(nextCall, MOST_SECTION) }]),
      { type: 'actions', elements: buttons },
      ...(footer.length === 0 ? [] : [{ type: 'context' as const, elements: footer }]),
    ],
  }
}

const button = (label: string, url: string) => ({ type: 'button', text: plain(label, MOST_BUTTON), url }) as const

const plain = (text: string, most: number) =>
  ({ type: 'plain_text', text: (text || ' ').slice(0, most), emoji: false }) as const

/** The three special characters of Slack's own language (docs.slack.dev/messaging/formatting-message-text). */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
