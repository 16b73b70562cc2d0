import { useSyncExternalStore } from 'react'
import { now, useNow } from '../clock/clock.ts'
import { formatCountdown, formatTime } from '../clock/format.ts'
import { sessionEndsAt, staySignedIn, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { useWords } from '../ui/language.ts'
import { Strip } from '../ui/pane-states.tsx'
import { CriticalStrip } from './critical-strip.tsx'
import { shellWords } from './words.data.ts'

const WARN_BEFORE_MS = 60_000

/** What concerns every screen at once: an event that is critical, no network, and a session about to end. */
export function Banners() {
  const t = useWords(shellWords)
  const offlineSince = useOfflineSince()
  const session = useSession()
  return (
    <>
      {session.status === 'signed-in' ? <CriticalStrip /> : null}
      {offlineSince === undefined ? null : (
        <Strip level="caution">{t('offline', { time: formatTime(offlineSince) })}</Strip>
      )}
      {session.status === 'signed-in' ? <SessionEnding /> : null}
    </>
  )
}

/** Only while the provider's session has a minute left and was not renewed (WCAG 2.2.1). */
function SessionEnding() {
  const t = useWords(shellWords)
  const at = useNow('second')
  const endsAt = sessionEndsAt()
  if (endsAt === undefined || endsAt - at > WARN_BEFORE_MS || endsAt <= at) return null
  return (
    <Strip
      level="caution"
      action={
        <Button look="quiet" onClick={() => void staySignedIn()}>
          {t('stay')}
        </Button>
      }
    >
      {t('sessionEnds', { left: formatCountdown(endsAt - at) })}
    </Strip>
  )
}

let offlineSince: number | undefined
function onNetwork(changed: () => void): () => void {
  const look = () => {
    offlineSince = navigator.onLine ? undefined : (offlineSince ?? now())
    changed()
  }
  addEventListener('online', look)
  addEventListener('offline', look)
  return () => {
    removeEventListener('online', look)
    removeEventListener('offline', look)
  }
}

function useOfflineSince(): number | undefined {
  return useSyncExternalStore(onNetwork, () => offlineSince)
}
