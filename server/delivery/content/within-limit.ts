import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { DeliveryContent } from './facts.ts'

/** The maximum length of a name in a delivery, in characters, and of a sentence: longer texts end with an ellipsis. */
const MOST_NAME_CHARACTERS = 100
const MOST_SENTENCE_CHARACTERS = 1_000
/** Values of a finding that are not names but sentences by users. */
const SENTENCES: readonly string[] = [
  'message',
  'notice',
  'note',
  'why',
  'reasons',
  'names',
  'answer',
  'refused',
  'trouble',
]

/** Returns a name, cut to the length that is allowed in deliveries. */
export const cutName = (name: string): string => cut(name, MOST_NAME_CHARACTERS)

/** Returns a notice for a delivery, in which no text is longer than a reader would read. */
export function cutTexts(notification: Notification): Notification {
  const { title, message, finding } = notification
  const short = finding && {
    ...finding,
    values: mapTexts(finding.values, (text, name) =>
      cut(text, SENTENCES.includes(name) ? MOST_SENTENCE_CHARACTERS : MOST_NAME_CHARACTERS),
    ),
  }
  return {
    ...notification,
    title: cut(title, MOST_SENTENCE_CHARACTERS),
    message: cut(message, MOST_SENTENCE_CHARACTERS),
    ...(short && { finding: short }),
  }
}

type Values = NonNullable<Notification['finding']>['values']

const mapTexts = (values: Values, change: (text: string, name: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? change(value, name) : value]),
  )

/** The maximum size of a body, 20 kB (reliability.md §2.6; Standard Webhooks 1.0.0, "Payload size"). */
const MOST_BODY_BYTES = 20_000
/** Limits for the longest text, which are tried in this order until the body is small enough. */
const MOST_CHARACTERS = [2_000, 500, 100] as const

/** Returns the posted data of a delivery, with the body as text; if the body is too large, long texts of the delivery are cut. */
export function withinLimit<Post extends { readonly body: object }>(
  content: DeliveryContent,
  write: (content: DeliveryContent) => Post,
): { readonly posted: Post; readonly body: string } {
  let posted = write(content)
  let body = JSON.stringify(posted.body)
  for (const most of MOST_CHARACTERS) {
    if (Buffer.byteLength(body) <= MOST_BODY_BYTES) break
    posted = write(shortened(content, most))
    body = JSON.stringify(posted.body)
  }
  return { posted, body }
}

function shortened(content: DeliveryContent, most: number): DeliveryContent {
  const { notification } = content
  const { title, message, finding } = notification
  return {
    ...content,
    notification: {
      ...notification,
      title: cut(title, most),
      message: cut(message, most),
      ...(finding !== undefined && {
        finding: { ...finding, values: mapTexts(finding.values, (text) => cut(text, most)) },
      }),
    },
  }
}

/** Returns the beginning of a text; no character is cut in two. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // A character has two code units at most.
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
