import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { findLabel } from './chosen-text.ts'
import type { Draft } from './draft.ts'
import type { Prediction } from './prediction.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type FindingSources = {
  readonly isNamed: boolean
  /** The state of the prediction of the passes. */
  readonly state: Prediction['state']
  readonly onAnew: () => void
}

/** Returns the next step of waiting for passes: waiting continues while they are being read, and ends if the reader has moved the focus. */
export function nextOf(state: Prediction['state'], isFocusKept: boolean): 'wait' | 'lead' | 'end' {
  if (!isFocusKept) return 'end'
  if (state === 'reading') return 'wait'
  return state === 'known' ? 'lead' : 'end'
}

/**
 * Leads the reader to the proposed passes: the first of them gets the focus as soon as they are known, unless the reader did something
 * else.
 */
export function useFinding({ isNamed, state, onAnew }: FindingSources) {
  const list = useRef<HTMLDivElement>(null)
  /** The focused element at the time of the request for passes; undefined if nobody waits for them. */
  const [from, setFrom] = useState<Element | null>()
  useEffect(() => {
    if (from === undefined) return
    const next = nextOf(state, document.activeElement === from)
    if (next === 'wait') return
    setFrom(undefined)
    if (next === 'end') return
    const boxes = list.current
    const first = boxes?.querySelector<HTMLElement>('input:checked') ?? boxes?.querySelector<HTMLElement>('input')
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  }, [from, state])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNamed) return
    onAnew()
    setFrom(document.activeElement)
  }
  return { list, submit, isNamed, end: () => setFrom(undefined) }
}

export type Finding = ReturnType<typeof useFinding>

/** Returns the change that restarts the proposal: no pass is chosen by hand, and the wanted number stays. */
export const anew = ({ passes }: Draft): Pick<Draft, 'names' | 'passes'> => ({ names: [], passes: Math.max(1, passes) })

type Props = { readonly draft: Draft; readonly finding: Finding }

/** Shows the button that proposes the best passes, replacing other choices, and leads to them; Enter in a field does the same. */
export function FindPasses({ draft, finding: { isNamed } }: Props) {
  const t = useWords(requestWords)
  return (
    <Button type="submit" className={`no-paper ${styles.find}`} aria-disabled={!isNamed}>
      {t(findLabel(draft))}
    </Button>
  )
}
