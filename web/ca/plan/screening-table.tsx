import type { ManoeuvreScreening } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { leftOutWords } from './left-out-words.data.ts'
import styles from './plan.module.css'
import { verdictMeaning } from './plan-state.ts'
import { obstacleInWords, reasonsInWords } from './screening-in-words.ts'
import { Scroll } from './scroll.tsx'
import { planWords } from './words.data.ts'

type Props = { readonly screening: ManoeuvreScreening }

const PERCENT = 100

/** What the burn does to every open event of the satellite: the verdict, why it is not better, and each event. */
export function ScreeningResult({ screening }: Props) {
  const t = useWords(planWords)
  const nowMs = useNow('minute')
  const { level } = verdictMeaning(screening)
  return (
    <>
      <p className={styles.note}>
        <StatusSymbol level={level} /> {t(`verdictText-${screening.verdict}`)}
      </p>
      {screening.reasons.length > 0 ? (
        <ul className={styles.reasons}>
          {reasonsInWords(screening).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <p className={styles.note}>
        {t('coverage', {
          share: formatNumber(Math.floor(screening.coverage * PERCENT), { decimals: 0 }),
          time: formatInstant(Date.parse(screening.pathUntil)),
          accepted: formatProbabilityLine(screening.accepted),
        })}
      </p>
      <p className={styles.note}>{missedText(screening, nowMs)}</p>
      <ScreeningTable screening={screening} />
    </>
  )
}

/** What is left where the burn is missed, and until when another one can be decided (flight rule F12). */
export function missedText({ events, secondBurn }: ManoeuvreScreening, nowMs: number): string {
  const before = events.find(({ isTarget }) => isTarget)?.before ?? null
  const left = before === null ? '' : planWords('missedLeft', { pc: formatProbabilityLine(before) })
  if (secondBurn === undefined) return left
  const { commitAt, ignition } = secondBurn ?? {}
  const second =
    commitAt === undefined || ignition === undefined
      ? planWords('secondNone')
      : planWords(nowMs > Date.parse(commitAt) ? 'secondOver' : 'second', {
          time: formatInstant(Date.parse(commitAt)),
          start: formatInstant(Date.parse(ignition)),
        })
  return [left, second].filter(Boolean).join(' ')
}

function ScreeningTable({ screening: { events, notScreened, totalAfter, totalBefore, leftOut } }: Props) {
  const t = useWords(planWords)
  const own = useWords(leftOutWords)
  const pc = (value: number | null) => (
    <Probability value={value ?? undefined} approximate reason={t('noProbability')} />
  )
  return (
    <Scroll>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('object')}</th>
            <th scope="col" className={styles.wide}>
              {t('tca')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcBefore')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcAfter')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              {t('hot')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              {t('cold')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              {t('missBefore')}
            </th>
            <th scope="col" className={styles.number}>
              {t('missAfter')}
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.conjunctionId} data-selected={event.isTarget ? '' : undefined}>
              <td>
                {event.object}
                {event.isTarget ? <span className={styles.older}>{t('thisEvent')}</span> : null}
                {event.leftOut ? <span className={styles.older}>{own(`why_${event.leftOut}`)}</span> : null}
              </td>
              <td className={`${styles.nowrap} ${styles.wide}`}>{formatInstant(Date.parse(event.tca))}</td>
              <td className={styles.number}>{pc(event.before)}</td>
              <td className={styles.number}>{pc(event.nominal)}</td>
              <td className={`${styles.number} ${styles.wide}`}>{pc(event.hot)}</td>
              <td className={`${styles.number} ${styles.wide}`}>{pc(event.cold)}</td>
              <td className={`${styles.number} ${styles.wide}`}>{formatNumber(event.missBeforeM, { decimals: 0 })}</td>
              <td className={styles.number}>{formatNumber(event.missM, { decimals: 0 })}</td>
            </tr>
          ))}
          {notScreened.map(({ conjunctionId, reason, cause, leftOut: why }) => (
            <tr key={conjunctionId}>
              <td>
                {t('notLookedAt')}
                {why ? <span className={styles.older}>{own(`why_${why}`)}</span> : null}
              </td>
              <td colSpan={7}>{cause === undefined ? reason : obstacleInWords(cause)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[
            { name: leftOut ? own('counted') : t('all'), before: totalBefore, after: totalAfter },
            ...(leftOut ? [{ name: own('withLeftOut'), before: leftOut.totalBefore, after: leftOut.totalAfter }] : []),
          ].map(({ name, before, after }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className={styles.wide} />
              <td className={styles.number}>{pc(before)}</td>
              <td className={styles.number}>{pc(after)}</td>
              <td className={styles.wide} colSpan={3} />
              <td />
            </tr>
          ))}
        </tfoot>
      </table>
    </Scroll>
  )
}
