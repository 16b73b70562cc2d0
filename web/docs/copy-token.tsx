import { useState } from 'react'
import { bearerToken } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import own from './reference.module.css'

const WORDS = {
  idle: 'The examples take an access token from the variable TOKEN. Yours holds for five minutes; give it to nobody.',
  copied: 'Copied. It is a key to your account until it runs out.',
  refused: 'The browser did not allow the copy.',
} as const

/** The session's token for a command line; it goes to the clipboard and is never shown. */
export function CopyToken() {
  const [state, setState] = useState<keyof typeof WORDS>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText((await bearerToken()) ?? '')
      setState('copied')
    } catch {
      // The browser says why in its own words, if at all.
      setState('refused')
    }
  }
  return (
    <p className={own.token}>
      <Button onClick={() => void copy()}>Copy access token</Button>
      <span role="status">{WORDS[state]}</span>
    </p>
  )
}
