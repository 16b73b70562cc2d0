import { isDecided } from '@apsis/contract/ca/event/duty.ts'
import { Link } from '@tanstack/react-router'
import { useOutage } from '../../api/outage.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { paths } from '../../site/paths.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { LEVEL_WORDS, type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type Alarm, useAlarm } from '../status/conjunction-alarm.ts'
import { useStatus } from '../status/platform-status.ts'
import { shellWords } from '../words.data.ts'
import styles from './bar.module.css'
import { PlatformLevel } from './service-switcher.tsx'

/** Shows the countdown that is always visible; nothing if there is none. */
export function NextCritical() {
  const t = useWords(shellWords)
  const next = useAlarm()?.next
  if (!next) return null
  const { satelliteId, object1, object2, conjunctionId, conjunctionData } = next
  const { level, word } = meaningOf('risk', conjunctionData.riskLevel)
  const what = isDecided(next) ? 'nextDecided' : conjunctionData.riskLevel === 'CRITICAL' ? 'nextCritical' : 'nextToAct'
  const names = `${object1.name} × ${object2.name}`
  return (
    <Link
      to={paths.conjunction}
      params={{ satellite_id: satelliteId ?? object1.designator, conjunction_id: conjunctionId }}
      className={`stack justify-center pad-x-16 faint-left same-ink nowrap plain-link ${styles.cell} ${styles.next}`}
      title={names}
    >
      <span className="muted fs-12 lh-16">
        {t(what)}
        <span className={`clip no-desk ${styles.names}`}>: {names}</span>
      </span>
      <span className="row gap-8 h-20 lh-20">
        <StatusSymbol level={level} label={word} />
        <b className="fs-15 medium">
          <Until at={Date.parse(conjunctionData.tca)} seconds />
        </b>
      </span>
    </Link>
  )
}

/** Shows the state of conjunctions, tracking and data; a user without access to any of them sees the state of the services. */
export function Monitors() {
  const alarm = useAlarm()
  const status = useStatus()
  if (!alarm) return <PlatformLevel />
  const isTroubled = status !== undefined && status.level !== 'ok' && status.level !== 'inactive'
  return (
    <>
      <ConjunctionMonitors alarm={alarm} />
      {isTroubled ? <PlatformLevel /> : null}
    </>
  )
}

function ConjunctionMonitors({ alarm }: { readonly alarm: Alarm }) {
  const t = useWords(shellWords)
  const nowMs = useNow('minute')
  const { count, newestMs } = alarm
  // If the server does not answer, nobody knows whether everything is still normal; a serious state stays serious.
  const isUnknown = useOutage() !== undefined
  const known = (one: Level) => (isUnknown && one === 'ok' ? 'inactive' : one)
  const [level, feed] = [known(alarm.level), known(alarm.feed)] as const
  return (
    <div className="flex pad-x-6 faint-left no-tablet">
      <Link
        to={paths.conjunctions}
        className={`stack nowrap plain-link justify-center pad-x-12 same-ink ${styles.monitor}`}
      >
        <span className="muted fs-12 lh-16">{t('conjunctions')}</span>
        <span className="row gap-8 h-20 lh-20">
          <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
          {count ?? '–'}
        </span>
      </Link>
      <Link
        to={paths.conjunctions}
        className={`stack nowrap plain-link justify-center pad-x-12 same-ink ${styles.monitor}`}
      >
        <span className="muted fs-12 lh-16">{t('dataFeed')}</span>
        <span className="row gap-8 h-20 lh-20">
          <StatusSymbol level={feed} label={LEVEL_WORDS[feed]} />
          {newestMs === undefined ? '–' : formatAge(nowMs - newestMs)}
        </span>
      </Link>
    </div>
  )
}

/** Shows in the footer when the newest message was created. */
export function NewestMessage() {
  const t = useWords(shellWords)
  const alarm = useAlarm()
  const nowMs = useNow('minute')
  if (alarm?.newestMs === undefined) return null
  const time = new Date(alarm.newestMs).toISOString().slice(11, 16)
  return (
    <span>
      {t('lastMessage')} <b className="soft">{time} Z</b>, {t('ago', { age: formatAge(nowMs - alarm.newestMs) })}
    </span>
  )
}
