import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { formatInstant } from '../../clock/format.ts'
import type { Inspection } from '../../encounter/inspect.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/language.ts'
import { StatusSymbol } from '../../ui/status-symbol.tsx'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

type VerdictProps = {
  readonly inspection: Inspection
  readonly satellite: Satellite | undefined
  readonly tcas: readonly number[]
  readonly isSending: boolean
  readonly onSend: () => void
}

/** What was found in one sentence, how far it reaches, and the way to send it. */
export function Verdict({ inspection, satellite, tcas, isSending, onSend }: VerdictProps) {
  const t = useWords(oemWords)
  const { errors, warnings, segments, points, truncated } = inspection
  const [first, last] = [segments[0], segments.at(-1)]
  const isBad = errors.length > 0
  const verdict = isBad
    ? t('verdictBad', { count: errors.length })
    : warnings.length > 0
      ? t('verdictWarned', { count: warnings.length })
      : t('verdictGood')
  return (
    <div className={styles.verdict}>
      <p role="status">
        <StatusSymbol level={isBad ? 'serious' : warnings.length > 0 ? 'caution' : 'ok'} /> <b>{verdict}</b>{' '}
        {truncated ? t('verdictMore') : null}
      </p>
      {first && last && points > 0 ? (
        <p className={styles.small}>
          {t('holds', {
            points: formatNumber(points, { decimals: 0 }),
            count: segments.length,
            from: formatInstant(first.fromMs),
            to: formatInstant(last.toMs),
            frame: first.frame,
          })}
        </p>
      ) : null}
      {satellite && last && points > 0 ? (
        <Reach inspection={inspection} untilMs={last.usableToMs} satellite={satellite} tcas={tcas} />
      ) : null}
      {satellite ? null : (
        <p className={styles.small}>
          <StatusSymbol level="caution" /> {t('needSatellite')}
        </p>
      )}
      <Button look="primary" disabled={!satellite || isSending} onClick={onSend}>
        {t(isSending ? 'sending' : isBad ? 'sendAnyway' : 'send', { name: '' })}
      </Button>
    </div>
  )
}

type ReachProps = {
  readonly inspection: Inspection
  readonly untilMs: number
  readonly satellite: Satellite
  readonly tcas: readonly number[]
}

/** Whether it reaches a revolution beyond the last approach, which a screening of that approach needs. */
function Reach({ inspection: { periodMs = 0 }, untilMs, satellite, tcas }: ReachProps) {
  const t = useWords(oemWords)
  const last = Math.max(...tcas)
  if (tcas.length === 0) return null
  const short = tcas.filter((tca) => tca + periodMs > untilMs).toSorted((a, b) => a - b)[0]
  return (
    <p className={styles.small}>
      <StatusSymbol level={short === undefined ? 'ok' : 'caution'} />{' '}
      {short === undefined
        ? t('reaches', { hours: formatNumber((untilMs - last) / 3_600_000, { decimals: 1 }), name: satellite.name })
        : t('reachesNot', { time: formatInstant(short) })}
    </p>
  )
}
