/** What a receiver of cards can read of one: it has no id of its own delivery. */
export type Card = { readonly designator: string; readonly subject: string; readonly attempt: number }

/** What a card of Teams or a message of Slack says; undefined: it is about no event. */
export function readCard(body: string): Card | undefined {
  const texts = textsIn(JSON.parse(body))
  const at = texts.findIndex((text) => text.startsWith('Catalogue number'))
  // In a message of Slack name and value are one text, on two lines.
  const designator = /^Catalogue number(?:\n(.+))?$/.exec(texts[at] ?? '')
  if (designator === null) return undefined
  const attempt = texts.map((text) => /^Attempt (\d+):/.exec(text)?.[1]).find((one) => one !== undefined)
  return {
    designator: designator[1] ?? texts[at + 1] ?? '',
    subject: texts.find((text) => text.includes(' × ')) ?? '',
    attempt: Number(attempt ?? 1),
  }
}

/** Every text of a card, in the order in which it is read. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'text' && typeof value === 'string' ? [value] : textsIn(value),
  )
}
