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

/** Returns the next step of waiting for passes: it goes on while they are read, and a reader who has moved the focus keeps it. */
export function nextOf(state: Prediction['state'], isFocusKept: boolean): 'wait' | 'lead' | 'end' {
  if (!isFocusKept) return 'end'
  if (state === 'reading') return 'wait'
  return state === 'known' ? 'lead' : 'end'
}

/** Leads to the passes that are proposed: the first of them has the focus as soon as they are known, unless something else was done. */
export function useFinding({ isNamed, state, onAnew }: FindingSources) {
  const list = useRef<HTMLDivElement>(null)
  /** The element with the focus when passes were asked for; undefined: nobody waits for them. */
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

/** The proposal begins anew: nothing is chosen by hand, and as many are wanted as before. */
export const anew = ({ passes }: Draft): Pick<Draft, 'names' | 'passes'> => ({ names: [], passes: Math.max(1, passes) })

type Props = { readonly draft: Draft; readonly finding: Finding }

/** Proposes the best passes, anew if the reader has chosen others, and leads to them; Enter in a field does the same. */
export function FindPasses({ draft, finding: { isNamed } }: Props) {
  const t = useWords(requestWords)
  return (
    <Button type="submit" className={styles.find} aria-disabled={!isNamed}>
      {t(findLabel(draft))}
    </Button>
  )
}
