/** The data that a receiver can read from a card: a card does not contain the id of its delivery. */
export type Card = { readonly designator: string; readonly subject: string; readonly attempt: number }

/** Returns the content of a Teams card or a Slack message; undefined if it is about no event. */
export function readCard(body: string): Card | undefined {
  const texts = textsIn(JSON.parse(body))
  const at = texts.findIndex((text) => text.startsWith('Catalogue number'))
  // In a Slack message, name and value are one text on two lines.
  const designator = /^Catalogue number(?:\n(.+))?$/.exec(texts[at] ?? '')
  if (designator === null) return undefined
  const attempt = texts.map((text) => /^Attempt (\d+):/.exec(text)?.[1]).find((one) => one !== undefined)
  return {
    designator: designator[1] ?? texts[at + 1] ?? '',
    subject: texts.find((text) => text.includes(' × ')) ?? '',
    attempt: Number(attempt ?? 1),
  }
}

/** Returns every text of a card, in reading order. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'text' && typeof value === 'string' ? [value] : textsIn(value),
  )
}
