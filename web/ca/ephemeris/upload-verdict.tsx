import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useNow } from '../../clock/clock.ts'
import { formatDate, formatInstant } from '../../clock/format.ts'
import type { Inspection } from '../../encounter/inspect.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { reachOf } from './reach.ts'
import { oemWords } from './words.data.ts'

const LONGEST_QUOTE = 120

/** Returns the end of a file that is completely in the past; undefined if a part is in the future, or the end is not known. */
export function endOf(
  { segments, points }: Pick<Inspection, 'segments' | 'points'>,
  nowMs: number,
): number | undefined {
  const last = segments.at(-1)
  return last !== undefined && points > 0 && last.usableToMs < nowMs ? last.usableToMs : undefined
}

type VerdictProps = {
  readonly inspection: Inspection
  readonly satellite: Satellite | undefined
  readonly tcas: readonly number[]
  /** The words in the file that mark it as a study, if it is about to be sent as operational; null if there are none. */
  readonly study: string | null
  readonly isSending: boolean
  /** True if the file was refused: the button to send it again is then below the list of reasons. */
  readonly isAsked: boolean
  readonly onSend: () => void
}

/** Shows the findings as a sentence, the time that the file covers, and the button to send it. */
export function Verdict({ inspection, satellite, tcas, study, isSending, isAsked, onSend }: VerdictProps) {
  const t = useWords(oemWords)
  const nowMs = useNow('minute')
  const { errors, warnings, segments, points, truncated } = inspection
  const [first, last] = [segments[0], segments.at(-1)]
  const isBad = errors.length > 0
  const endedMs = endOf(inspection, nowMs)
  const isPast = endedMs !== undefined
  const isWithout = points > 0 && inspection.covariances === 0
  const isDoubtful = warnings.length > 0 || isPast || isWithout
  const sentence = () => {
    if (study) return t('verdictStudy', { study: study.slice(0, LONGEST_QUOTE) })
    if (isBad) return t('verdictBad', { count: errors.length })
    if (isPast) return t('verdictEnded', { date: formatDate(endedMs) })
    if (warnings.length > 0) return t('verdictWarned', { count: warnings.length })
    return t(isWithout ? 'verdictWithout' : 'verdictGood')
  }
  return (
    <div className="stack items-start gap-8 line-top pt-10">
      <p role="status">
        <StatusSymbol level={isBad || study ? 'serious' : isDoubtful ? 'caution' : 'ok'} /> <b>{sentence()}</b>{' '}
        {truncated ? t('verdictMore') : null}
      </p>
      {first && last && points > 0 ? (
        <p className="soft fs-13">
          {t('holds', {
            points: formatNumber(points, { decimals: 0 }),
            count: segments.length,
            from: formatInstant(first.fromMs),
            to: formatInstant(last.toMs),
            frame: first.frame,
          })}
        </p>
      ) : null}
      {satellite && first && last && points > 0 ? (
        <Reach
          inspection={inspection}
          satellite={satellite}
          tcas={tcas}
          fromMs={first.usableFromMs}
          untilMs={last.usableToMs}
        />
      ) : null}
      {satellite ? null : (
        <p className="soft fs-13">
          <StatusSymbol level="caution" /> {t('needSatellite')}
        </p>
      )}
      {isAsked ? null : (
        <Button look="primary" disabled={!satellite || isSending || study !== null} onClick={onSend}>
          {t(isSending ? 'sending' : isBad ? 'sendAnyway' : 'send', { name: '' })}
        </Button>
      )}
    </div>
  )
}

type ReachProps = {
  readonly inspection: Inspection
  readonly fromMs: number
  readonly untilMs: number
  readonly satellite: Satellite
  readonly tcas: readonly number[]
}

/** Shows the future approaches that the file covers, including the additional revolution that a screening of each needs. */
function Reach({ inspection: { periodMs = 0 }, fromMs, untilMs, satellite, tcas }: ReachProps) {
  const t = useWords(oemWords)
  if (tcas.length === 0) return null
  const last = Math.max(...tcas)
  const reach = reachOf(tcas, { fromMs, untilMs, periodMs })
  return (
    <p className="soft fs-13">
      <StatusSymbol level={reach === undefined ? 'ok' : 'caution'} />{' '}
      {reach === undefined
        ? t('reaches', { hours: formatNumber((untilMs - last) / HOUR_MS, { decimals: 1 }), name: satellite.name })
        : t(reach.what, {
            time: formatInstant(reach.tcaMs),
            minutes: formatNumber((untilMs - reach.tcaMs) / MINUTE_MS, { decimals: 0 }),
            period: formatNumber(periodMs / MINUTE_MS, { decimals: 0 }),
          })}
    </p>
  )
}
