import { type Advice, type AdvisedEvent, sayAdvice } from '@apsis/contract/notice-text/advice-in-words.ts'
import { useNow } from '../../clock/clock.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { useWords } from '../../ui/text/language.ts'
import { ADVICE_MANNER } from './advice-manner.ts'
import { adviceWords } from './advice-words.data.ts'

/** Returns the advice about an event, which is the first line about it on every page: the action, and the time by which it is due. */
export const adviceOf = (event: AdvisedEvent, nowMs: number, person: Naming['nameOf']): Advice =>
  sayAdvice({ ...ADVICE_MANNER, person }, event, nowMs)

type Props = {
  readonly event: AdvisedEvent
  readonly className?: string | undefined
  /** The subject of the sentence, needed if figures about something else follow below it. */
  readonly before?: string
  readonly children?: React.ReactNode
}

/** The sentence of advice, which changes with time. */
export function AdviceLine({ event, className, before = '', children }: Props) {
  useWords(adviceWords)
  const nowMs = useNow('minute')
  const { nameOf } = useNaming()
  const { what, rest } = adviceOf(event, nowMs, nameOf)
  return (
    <p className={className}>
      {before === '' ? null : `${before} `}
      <b>{what}</b> <Unbroken text={rest} />
      {children}
    </p>
  )
}
