import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { formatMinute } from '../../../clock/format.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatNumber, MISSING } from '../../../ui/format/number.ts'
import { useWords } from '../../../ui/text/language.ts'
import styles from './context-tab.module.css'
import { contextWords } from './context-words.data.ts'

type Props = { readonly found: EventContext }
const AXES = ['r', 't', 'n'] as const
/** A change beyond this many joint sigmas is seldom chance: 1 of 370 in a normal law. */
const LARGE_SIGMAS = 3

/** How the relative position moved from message to message, beside what both messages stated (CARA's state comparison). */
export function ChangesTable({ found }: Props) {
  const t = useWords(contextWords)
  return (
    <table className={`fs-14 ${styles.table} ${styles.numbers}`} aria-label={t('changes')}>
      <thead>
        <tr>
          <th scope="col">{t('message')}</th>
          <th scope="col" className="no-phone">
            {t('created')}
          </th>
          {AXES.map((axis) => (
            <th key={axis} scope="col" className="no-phone">
              Δ{axis.toUpperCase()} <span className="muted fs-12">m</span>
            </th>
          ))}
          {AXES.map((axis) => (
            <th key={axis} scope="col">
              Δ{axis.toUpperCase()} <span className="muted fs-12">σ</span>
            </th>
          ))}
          <th scope="col">{t('tracking')}</th>
        </tr>
      </thead>
      <tbody>
        {found.messages.map(({ cdmId, createdAt, change, hasNewTracking }, place) => (
          <tr key={cdmId}>
            <th scope="row">{place + 1}</th>
            <td className="no-phone">{formatMinute(Date.parse(createdAt))}</td>
            {AXES.map((axis) => (
              <td key={axis} className="no-phone">
                {change === null ? MISSING : formatNumber(change.metres[axis], { decimals: 0, signed: true })}
              </td>
            ))}
            {AXES.map((axis) => {
              const value = change?.sigmas?.[axis]
              const isLarge = value !== undefined && Math.abs(value) > LARGE_SIGMAS
              return (
                <td key={axis} className={isLarge ? styles.large : undefined}>
                  {value === undefined ? MISSING : formatNumber(value, { decimals: 1, signed: true })}
                  {isLarge ? <span className={styles.unseen}> {t('large')}</span> : null}
                </td>
              )
            })}
            <td>{trackingText(place, hasNewTracking)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function trackingText(place: number, hasNewTracking: boolean | null): string {
  if (place === 0) return contextWords('firstMessage')
  if (hasNewTracking === null) return contextWords('notSaid')
  return contextWords(hasNewTracking ? 'fresh' : 'noFresh')
}

export function changesFile({ messages }: EventContext): PlotTable {
  return {
    columns: ['message', 'created_utc', 'dr_m', 'dt_m', 'dn_m', 'dr_sigma', 'dt_sigma', 'dn_sigma', 'new_tracking'],
    rows: messages.map(({ cdmId, createdAt, change, hasNewTracking }) => [
      cdmId,
      createdAt,
      ...AXES.map((axis) => change?.metres[axis]),
      ...AXES.map((axis) => change?.sigmas?.[axis]),
      hasNewTracking === null ? undefined : String(hasNewTracking),
    ]),
  }
}
