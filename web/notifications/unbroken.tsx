import { Fragment } from 'react'

/**
 * Matches dates and times in the formats of the product: `2026-11-20 07:02:27.125 Z`, `2026-11-20T07:02:27Z`, `05:41 Z`; and `1.90 × 10⁻⁵`.
 */
const INSTANT =
  /\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?Z)?)?|\d{2}:\d{2}(?::\d{2})? Z|\d(?:[.,]\d+)?\s×\s10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g

/** Returns the text in pieces, of which every second one is an instant or a number. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const match of text.matchAll(INSTANT)) {
    pieces.push(text.slice(end, match.index), match[0])
    end = match.index + match[0].length
  }
  return [...pieces, text.slice(end)]
}

/** Shows a text in which no date and no power of ten breaks at the end of a line, because half of it would have another meaning. */
export function Unbroken({ text }: { readonly text: string }) {
  return piecesOf(text).map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity.
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity.
      <Fragment key={at}>{piece}</Fragment>
    ),
  )
}
