import { useRouter } from '@tanstack/react-router'
import { probe, useOutage } from '../../api/outage.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { shellWords } from '../words.data.ts'
import styles from './message.module.css'
import { Message } from './message.tsx'

/** The code of a page could not be fetched: the server does not answer, or has another version now. */
class CodeMissing extends Error {}

/** The addresses of code that did not arrive. */
const missed = new Set<string>()
let attempts = 0

/**
 * Returns the imported module. Some browsers remember until the page is closed that a file failed to load, and do not request it again
 * (Chromium 153 does this, 156 does not): for them the file is loaded again from another address.
 */
async function imported<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (failure) {
    // The message is "Failed to fetch dynamically imported module: https://…/page-12345678.js".
    const address = String(failure)
      .split(' ')
      .find((word) => word.startsWith('http'))
    if (address === undefined) throw failure
    if (!missed.has(address)) {
      missed.add(address)
      throw failure
    }
    attempts += 1
    const other = `${address}?again=${attempts}`
    return import(/* @vite-ignore */ other)
  }
}

/** Distinguishes a page whose code is missing from a page that fails, and keeps the router from reloading without success. */
export async function codeOf<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await imported(load)
  } catch (cause) {
    void probe()
    throw new CodeMissing('The code of the page could not be fetched.', { cause })
  }
}

/** Shows that a page could not be shown; the frame around it stays. The page is loaded again when the server is back. */
export function PageFailed({ error }: { readonly error: unknown }) {
  const t = useWords(shellWords)
  const say = useWords(uiWords)
  const router = useRouter()
  const isAway = useOutage() !== undefined
  const isMissing = error instanceof CodeMissing
  return (
    <Message title={t('pageFailed')}>
      <p role="alert">{t(isMissing ? (isAway ? 'pageNotKept' : 'pageRenewed') : 'pageBroken')}</p>
      <p className={`flex wrap gap-8-16 ${styles.ways}`}>
        <Button look="primary" onClick={() => void router.invalidate()}>
          {say('tryAgain')}
        </Button>
        {isAway ? null : <Button onClick={() => location.reload()}>{t('reload')}</Button>}
      </p>
    </Message>
  )
}
