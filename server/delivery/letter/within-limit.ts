import type { Letter } from './facts.ts'

/** A body has at most 20 kB (reliability.md §2.6; Standard Webhooks 1.0.0, "Payload size"). */
const MOST_BODY_BYTES = 20_000
/** Characters of its longest text, tried one after the other until the body is small enough. */
const MOST_CHARACTERS = [2_000, 500, 100] as const

/** What is posted about a letter, and its body as text; where that is too large, long texts of the letter are cut. */
export function withinLimit<Post extends { readonly body: object }>(
  letter: Letter,
  write: (letter: Letter) => Post,
): { readonly posted: Post; readonly body: string } {
  let posted = write(letter)
  let body = JSON.stringify(posted.body)
  for (const most of MOST_CHARACTERS) {
    if (Buffer.byteLength(body) <= MOST_BODY_BYTES) break
    posted = write(shortened(letter, most))
    body = JSON.stringify(posted.body)
  }
  return { posted, body }
}

function shortened(letter: Letter, most: number): Letter {
  const { notification } = letter
  const { title, message, finding } = notification
  const values = Object.entries(finding?.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value, most) : value,
  ])
  return {
    ...letter,
    notification: {
      ...notification,
      title: cut(title, most),
      message: cut(message, most),
      ...(finding !== undefined && { finding: { ...finding, values: Object.fromEntries(values) } }),
    },
  }
}

/** The begin of a text; no character is cut in two. */
function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
