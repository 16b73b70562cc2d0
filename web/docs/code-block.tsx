import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useWords } from '../ui/language.ts'
import styles from './article.module.css'
import { docsWords } from './words.data.ts'

const SHOWN_MS = 2_000

/** Code as it stands, to read or to copy. */
export function CodeBlock({ children, label }: React.PropsWithChildren<{ readonly label?: string }>) {
  const words = useWords(docsWords)
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
      <pre tabIndex={0}>{children}</pre>
      <CopyButton
        what={label ?? words('code')}
        text={(button) => button.parentElement?.querySelector('pre')?.textContent ?? ''}
      />
    </div>
  )
}

type CopyProps = {
  /** What is copied, for those who do not see what the button stands beside. */
  readonly what: string
  readonly text: (button: HTMLElement) => string
}

/** Copies a text and says so. */
export function CopyButton({ what, text }: CopyProps) {
  const words = useWords(docsWords)
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (button: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(text(button))
      setState('copied')
    } catch {
      // The browser may refuse; the text can still be marked by hand.
      setState('refused')
    }
    setTimeout(() => setState('idle'), SHOWN_MS)
  }
  const said = words(({ idle: 'copy', copied: 'copied', refused: 'notAllowed' } as const)[state])
  return (
    <Button
      className={styles.copy}
      aria-label={words('copyState', { state: said, what })}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {said}
    </Button>
  )
}
