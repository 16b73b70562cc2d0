import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Draft } from './draft.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type Given = {
  readonly isNamed: boolean
  /** The passes are read. */
  readonly isKnown: boolean
  readonly onAnew: () => void
}

/** Leads to the passes that are proposed: the first of them has the focus as soon as they are known. */
export function useFinding({ isNamed, isKnown, onAnew }: Given) {
  const list = useRef<HTMLDivElement>(null)
  const [isAwaited, setAwaited] = useState(false)
  useEffect(() => {
    if (!isAwaited || !isKnown) return
    setAwaited(false)
    const boxes = list.current
    const first = boxes?.querySelector<HTMLElement>('input:checked') ?? boxes?.querySelector<HTMLElement>('input')
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  }, [isAwaited, isKnown])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNamed) return
    onAnew()
    setAwaited(true)
  }
  return { list, submit, isNamed }
}

export type Finding = ReturnType<typeof useFinding>

/** The proposal begins anew: nothing is chosen by hand, and as many are wanted as before. */
export const anew = ({ passes }: Draft): Pick<Draft, 'names' | 'passes'> => ({ names: [], passes: Math.max(1, passes) })

type Props = { readonly draft: Draft; readonly finding: Finding }

/** Proposes the best passes, anew where the reader has chosen others, and leads to them; Enter in a field does the same. */
export function FindPasses({ draft, finding: { isNamed } }: Props) {
  const t = useWords(requestWords)
  const isAdjusted = draft.names.length > 0 || draft.passes === 0
  return (
    <Button type="submit" className={styles.find} aria-disabled={!isNamed}>
      {t(isAdjusted ? 'findAgain' : 'find')}
    </Button>
  )
}
