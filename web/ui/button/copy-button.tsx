import { useState } from 'react'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'

const SHOWN_MS = 2_000

type Props = {
  /** The name of the copied text, for users who do not see the element beside the button. */
  readonly what: string
  readonly text: (button: HTMLElement) => string
  readonly onCopied?: (() => void) | undefined
}

/** Copies a text and reports the result. */
export function CopyButton({ what, text, onCopied }: Props) {
  const say = useWords(uiWords)
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (button: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(text(button))
      setState('copied')
      onCopied?.()
    } catch {
      // The browser may refuse; the user can still select the text by hand.
      setState('refused')
    }
    setTimeout(() => setState('idle'), SHOWN_MS)
  }
  const said = say(({ idle: 'copyIt', copied: 'copiedIt', refused: 'copyRefused' } as const)[state])
  return (
    <Button
      className={styles.copy}
      aria-label={say('copyState', { state: said, what })}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {said}
    </Button>
  )
}
