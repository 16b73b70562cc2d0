import { useState } from 'react'
import { bearerToken } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import own from './reference.module.css'
import { referenceWords } from './words.data.ts'

const SAID = { idle: 'tokenIdle', copied: 'tokenCopied', refused: 'tokenRefused' } as const

/** Copies the session's token for a command line; the token is never shown. */
export function CopyToken() {
  const words = useWords(referenceWords)
  const [state, setState] = useState<keyof typeof SAID>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText((await bearerToken()) ?? '')
      setState('copied')
    } catch {
      // The reason is not shown: if there is one at all, it is in the browser's own words.
      setState('refused')
    }
  }
  return (
    <p className={own.token}>
      <Button onClick={() => void copy()}>{words('copyToken')}</Button>
      <span role="status">{words(SAID[state])}</span>
    </p>
  )
}
