import type { SlackMessage, TeamsMessage } from '@apsis/contract/notifications/example.ts'
import {
  besideFacts,
  factsOf,
  footerOf,
  type Letter,
  nextCallSaid,
  oneLine,
  orderUrl,
  passOnUrl,
  subjectOf,
} from './facts.ts'
import { LETTER_WORDS } from './letter-words.data.ts'
import { settlingSaid } from './settle.ts'

/** Limits of Slack's blocks (docs.slack.dev/reference/block-kit/blocks). */
const MOST_HEADER = 150
const MOST_SECTION = 3_000
const MOST_FIELD = 2_000
const MOST_BUTTON = 75

/** `Wahrscheinlichkeit` is 117 points wide, a time in the other column 177, and a card on a phone has 316 for both. */
const NAMES_WIDTH = '130px'

/** How an adaptive card paints its title, by level. */
const CARD_COLOURS = { critical: 'Attention', serious: 'Warning', caution: 'Warning', ok: 'Good' } as const

/**
 * A message for a Workflow of Microsoft Teams: an adaptive card of version 1.4. Every text stands in a text run, which knows no
 * Markdown: nobody's satellite can be named so that its name becomes a link.
 */
export function teamsMessage(letter: Letter): TeamsMessage {
  const { notification, url, acknowledgeUrl, language } = letter
  const [words, order] = [LETTER_WORDS[language], orderUrl(letter)]
  const { level } = notification
  const color =
    level !== undefined && level in CARD_COLOURS ? CARD_COLOURS[level as keyof typeof CARD_COLOURS] : 'Default'
  const [beside, settling, nextCall] = [besideFacts(letter), settlingSaid(letter), nextCallSaid(letter)]
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard' as const,
    version: '1.4',
    fallbackText: oneLine(`${subjectOf(letter)}. ${notification.message}`),
    msteams: { width: 'Full' },
    body: [
      richText(subjectOf(letter), { weight: 'Bolder', size: 'Medium', color }),
      ...(beside === '' ? [] : [richText(beside)]),
      ...factsOf(letter).map(({ name, value }) => ({
        type: 'ColumnSet' as const,
        spacing: 'Small',
        columns: [
          { type: 'Column' as const, width: NAMES_WIDTH, items: [richText(name, { isSubtle: true })] },
          { type: 'Column' as const, width: 'stretch', items: [richText(value, { fontType: 'Monospace' })] },
        ],
      })),
      ...(settling === '' ? [] : [richText(settling)]),
      ...(nextCall === '' ? [] : [richText(nextCall)]),
      ...footerOf(letter).map((line) => richText(line, { isSubtle: true, size: 'Small' })),
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
  const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
  return { type: 'message', attachments: [card] }
}

type RichText = Extract<TeamsMessage['attachments'][number]['content']['body'][number], { type: 'RichTextBlock' }>

const richText = (text: string, look: Omit<RichText['inlines'][number], 'type' | 'text'> = {}): RichText => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text === '' ? ' ' : text, ...look }],
})

/** A message for an incoming webhook of Slack. Texts are plain, so that no name can call a whole channel. */
export function slackMessage(letter: Letter): SlackMessage {
  const { notification, url, acknowledgeUrl, language } = letter
  const [words, order] = [LETTER_WORDS[language], orderUrl(letter)]
  const buttons = [
    ...(acknowledgeUrl === undefined ? [] : [button(words.acknowledge, acknowledgeUrl)]),
    button(words.open, url),
    ...(acknowledgeUrl === undefined ? [] : [button(words.passOn, passOnUrl(acknowledgeUrl))]),
    ...(order === undefined ? [] : [button(words.order, order)]),
  ]
  const facts = factsOf(letter).map(({ name, value }) => plain(`${name}\n${value}`, MOST_FIELD))
  const footer = footerOf(letter).map((line) => plain(line, MOST_FIELD))
  const [beside, settling, nextCall] = [besideFacts(letter), settlingSaid(letter), nextCallSaid(letter)]
  return {
    text: escapeSlack(`${subjectOf(letter)}. ${notification.message}`),
    blocks: [
      { type: 'header', text: plain(subjectOf(letter), MOST_HEADER) },
      ...(beside === '' ? [] : [{ type: 'section' as const, text: plain(beside, MOST_SECTION) }]),
      ...(facts.length === 0 ? [] : [{ type: 'section' as const, fields: facts }]),
      ...(settling === '' ? [] : [{ type: 'section' as const, text: plain(settling, MOST_SECTION) }]),
      ...(nextCall === '' ? [] : [{ type: 'section' as const, text: plain(nextCall, MOST_SECTION) }]),
      { type: 'actions', elements: buttons },
      ...(footer.length === 0 ? [] : [{ type: 'context' as const, elements: footer }]),
    ],
  }
}

const button = (label: string, url: string) => ({ type: 'button', text: plain(label, MOST_BUTTON), url }) as const

const plain = (text: string, most: number) =>
  ({ type: 'plain_text', text: (text || ' ').slice(0, most), emoji: false }) as const

/** The three characters with which Slack's own language begins (docs.slack.dev/messaging/formatting-message-text). */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
