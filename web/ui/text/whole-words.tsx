import { Fragment } from 'react'

/**
 * Shows a text that breaks only between its words: not after the hyphens of a date or a name, and not before the Z of a time. A time takes
 * at most two lines.
 */
export function WholeWords({ text }: { readonly text: string }) {
  return (
    <span>
      {text.split(/ (?!Z\b)/).map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text stay in their order.
        <Fragment key={place}>
          {place === 0 ? '' : ' '}
          <span className="nowrap">{word}</span>
        </Fragment>
      ))}
    </span>
  )
}
