import { useOldestRead, useOutage } from '../../api/outage.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatCountdown, formatTime } from '../../clock/format.ts'
import { sessionEndsAt, staySignedIn, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CriticalBanner } from '../status/critical-banner.tsx'
import { shellWords } from '../words.data.ts'

const WARN_BEFORE_MS = 60_000

/** Shows the facts that concern every screen: a critical event, an unreachable server, and a session about to end. */
export function Banners() {
  const session = useSession()
  return (
    <>
      {session.status === 'signed-in' ? <CriticalBanner /> : null}
      {session.status === 'signed-in' ? <OutageBanner /> : null}
      {session.status === 'signed-in' ? <SessionEnding /> : null}
    </>
  )
}

/** Warns in the last minute of the provider's session, if it was not renewed (WCAG 2.2.1). */
function SessionEnding() {
  const t = useWords(shellWords)
  const at = useNow('second')
  const endsAt = sessionEndsAt()
  if (endsAt === undefined || endsAt - at > WARN_BEFORE_MS || endsAt <= at) return null
  return (
    <Banner
      level="caution"
      action={
        <Button look="quiet" onClick={() => void staySignedIn()}>
          {t('stay')}
        </Button>
      }
    >
      {t('sessionEnds', { left: formatCountdown(endsAt - at) })}
    </Banner>
  )
}

/**
 * Shows that the server does not answer: since when, and the age of the oldest data on the screen. It disappears when the server answers.
 */
function OutageBanner() {
  const t = useWords(shellWords)
  const outage = useOutage()
  const oldest = useOldestRead()
  const at = useNow('fiveSeconds')
  if (!outage) return null
  const age = oldest === undefined ? undefined : formatAge(Math.max(0, at - oldest))
  return (
    <Banner level="caution">
      {[
        t(outage.kind, { time: `${formatTime(outage.since)} Z` }),
        oldest === undefined || age === undefined
          ? t('nothingKept')
          : t('keptAge', { age, time: `${formatTime(oldest)} Z` }),
        ...(outage.kind === 'unreachable' ? [t('readOnly')] : []),
      ].join(' ')}
    </Banner>
  )
}
