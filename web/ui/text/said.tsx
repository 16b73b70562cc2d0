import { Fragment } from 'react'

const [OPEN, CLOSE] = ['\uE000', '\uE001']
type Marks = Readonly<Record<string, string>>

type Props = {
  /** Returns the text, with the given mark in the place of each value. */
  readonly text: (marks: Marks) => string
  /** The values that replace the marks. */
  readonly values: Readonly<Record<string, React.ReactNode>>
}

/** Shows a sentence with values that are more than text, in bold: for example powers of ten with a raised exponent. */
export function Said({ text, values }: Props) {
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `${OPEN}${name}${CLOSE}`]))
  return text(marks)
    .split(OPEN)
    .map((part, place) => {
      const [name = '', rest] = part.split(CLOSE)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence stay in their order.
      if (rest === undefined) return <Fragment key={place}>{part}</Fragment>
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence stay in their order.
        <Fragment key={place}>
          <b>{values[name]}</b>
          {rest}
        </Fragment>
      )
    })
}
