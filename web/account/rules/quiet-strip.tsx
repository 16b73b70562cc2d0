import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/lanes.module.css'
import { isTimeOfDay } from '../form/time-fields.tsx'
import { digestTime, quietSpanOf, shareOf, timeAfter } from './quiet-span.ts'
import { rulesWords } from './words.data.ts'

/** The hours of the day that have a tick. */
const TICKS_H = [0, 6, 12, 18, 24] as const
/** Text within this distance of an edge of the strip is on its inner side. */
const EDGE_PERCENT = 20

/** Draws a day in the time zone of the user: critical notices are sent at any time, all others wait for the end of the quiet hours. */
export function QuietStrip({ quietHours, digestAt, rules }: Pick<NoticeRules, 'quietHours' | 'digestAt' | 'rules'>) {
  const t = useWords(rulesWords)
  if (quietHours === null || !isTimeOfDay(quietHours.from) || !isTimeOfDay(quietHours.to)) return null
  if (quietHours.from === quietHours.to) return null
  const { beginsMin, from, to } = quietSpanOf(quietHours)
  const isGathered = digestAt !== null && isTimeOfDay(digestAt) && rules.some(({ way }) => way === 'digest')
  const sentAt = isGathered ? digestTime(digestAt, quietHours) : undefined
  const middle = (from + to) / 2
  const quiet = <rect className="fill-raised" x={`${from}%`} width={`${to - from}%`} height="28" />
  return (
    <div role="img" aria-label={t('strip', quietHours)} className={`grid items-center fs-12 m-0 ${styles.lanes}`}>
      <span className={`soft nowrap ${styles.label}`}>
        <StatusSymbol level="critical" />
        {t('stripCritical')}
      </span>
      <svg className={`block w-full ${styles.lane}`} aria-hidden="true">
        {quiet}
        <line className="stroke-ink stroke-w-1-5" x1="0" x2="100%" y1="20" y2="20" />
        <text className={styles.said} x={`${middle}%`} y="13" textAnchor={anchorAt(middle)}>
          {t('stripThrough')}
        </text>
      </svg>
      <span className={`soft nowrap ${styles.label}`}>{t('stripRest')}</span>
      <svg className={`block w-full ${styles.lane}`} aria-hidden="true">
        {quiet}
        <line className="stroke-ink stroke-w-1-5" x1="0" x2={`${from}%`} y1="20" y2="20" />
        <line className={`stroke-control ${styles.held}`} x1={`${from}%`} x2={`${to}%`} y1="20" y2="20" />
        <line className="stroke-ink stroke-w-1-5" x1={`${to}%`} x2="100%" y1="20" y2="20" />
        <circle className="fill-ink" cx={`${to}%`} cy="20" r="3.5" />
        <text className={styles.said} x={`${middle}%`} y="13" textAnchor={anchorAt(middle)}>
          {t('stripWaits', { to: quietHours.to })}
        </text>
      </svg>
      {sentAt === undefined ? null : <Digest at={sentAt} share={shareOf(sentAt, beginsMin)} quiet={quiet} />}
      <span />
      <svg className={`block w-full ${styles.lane}`} aria-hidden="true">
        {TICKS_H.map((hour) => (
          <text
            key={hour}
            x={`${(hour / 24) * 100}%`}
            y="16"
            textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
          >
            {timeAfter(beginsMin, hour)}
          </text>
        ))}
      </svg>
    </div>
  )
}

type DigestProps = { readonly at: string; readonly share: number; readonly quiet: React.ReactNode }

function Digest({ at, share, quiet }: DigestProps) {
  const t = useWords(rulesWords)
  const isAtEnd = share > 100 - EDGE_PERCENT
  return (
    <>
      <span className={`soft nowrap ${styles.label}`}>{t('stripDigest')}</span>
      <svg className={`block w-full ${styles.lane}`} aria-hidden="true">
        {quiet}
        <circle className="fill-ink" cx={`${share}%`} cy="20" r="3.5" />
        <text x={`${share}%`} dx={isAtEnd ? -8 : 8} y="24" textAnchor={isAtEnd ? 'end' : 'start'}>
          {at}
        </text>
      </svg>
    </>
  )
}

const anchorAt = (share: number) => (share < EDGE_PERCENT ? 'start' : share > 100 - EDGE_PERCENT ? 'end' : 'middle')
