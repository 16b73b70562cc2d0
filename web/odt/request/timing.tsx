import { useWords } from '../../ui/text/language.ts'
import { type About, chosenText, resultText } from './chosen-text.ts'
import { requestWords } from './words.data.ts'

type Props = About & {
  /** What is said of the pass that was pressed last. */
  readonly told: string
}

/** What is asked for, pass by pass, and how long before the decision the last result comes: the last look before it is sent. */
export function Timing({ told, ...about }: Props) {
  const t = useWords(requestWords)
  return (
    <p role="status">{told === '' ? [chosenText(about, t), resultText(about, t)].filter(Boolean).join(' ') : told}</p>
  )
}
