import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { useLayoutEffect } from 'react'
import { useOutage } from '../../api/outage.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant, formatTime } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { isNew, useAcknowledge } from '../../shell/status/acknowledge.ts'
import { useAlarm } from '../../shell/status/conjunction-alarm.ts'
import { nameInHeadline, UNDER_WAY } from '../../shell/status/headline.ts'
import { isCalling, passOn } from '../../shell/status/pass-on.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { isLow, levelMeaning, meaningOf, mitigatedText } from '../../ui/status/status-meaning.ts'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { adviceOf } from './advice.tsx'
import { adviceWords } from './advice-words.data.ts'
import type { Filling } from './demo-filling.ts'
import { type EventRow, type LevelCount, pairOf } from './event-row.ts'
import styles from './lead.module.css'
import type { Sentence } from './sentence.ts'
import { watchingWords } from './watching-words.data.ts'
import { conjunctionsWords } from './words.data.ts'

type Props = {
  /** The sentence; undefined until the events are read. */
  readonly sentence: Sentence | undefined
  /** True if the events could not be read. */
  readonly isUnknown?: boolean
  /** The progress while the demo fleet is being filled, so more events will arrive; otherwise null or undefined. */
  readonly filling?: Filling | null | undefined
  readonly counts?: readonly LevelCount[] | undefined
  readonly chosen?: readonly RiskLevel[]
  readonly onLevel?: ((risk: RiskLevel) => void) | undefined
}

/** Shows the summary in one sentence, and the number of events of each level. */
export function EventLead({ sentence, isUnknown = false, filling, counts = [], chosen = [], onLevel }: Props) {
  const t = useWords(conjunctionsWords)
  // During an outage the state may have changed since the data was read.
  const isOut = useOutage() !== undefined
  const found = levelOf(sentence)
  const level = isOut && found === 'ok' ? 'inactive' : found
  const named = sentence && 'row' in sentence ? sentence.row : undefined
  const id = named?.id ?? (sentence || isUnknown ? undefined : UNDER_WAY)
  useLayoutEffect(() => (id ? nameInHeadline(id) : undefined), [id])
  return (
    <div className={`row flex-none min-w-0 pad-10 line-bottom gap-24 ${styles.lead}`}>
      <p className="flex items-baseline grow min-w-0 gap-10 soft fs-20 flex-none-phone" role="status" data-keep-clear>
        <StatusSymbol level={level} size={14} />
        <span>
          {isUnknown && !sentence ? t('notKnown') : <Said sentence={sentence} />}
          {filling && named ? <span className="block fs-14">{t('fillingDemo', filling)}</span> : null}
        </span>
      </p>
      {named && isNew(named.event) && named.event.state !== 'MITIGATED' ? <Acknowledge row={named} /> : null}
      <ul
        className={`flex flex-none gap-4 soft fs-13 nowrap ${styles.counts}`}
        aria-label={t('counts')}
        data-keep-clear
      >
        {counts.map(({ risk, count, mitigated }) => {
          const { level: shape, word } = meaningOf('risk', risk)
          return (
            <li key={risk}>
              <button
                className="row h-24 gap-8 pad-x-6 no-frame round no-ground pointer"
                type="button"
                aria-pressed={chosen.includes(risk)}
                title={t('onlyLevel', { level: word })}
                onClick={() => onLevel?.(risk)}
              >
                <StatusSymbol level={shape} isQuiet={count === 0 || isLow(risk)} />
                <b>{count}</b> {word.toLocaleLowerCase()}
                {mitigatedText(mitigated)}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Shows the button that acknowledges an event: the headline replaces the banner and its button. */
function Acknowledge({ row: { event } }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const acknowledge = useAcknowledge()
  const isAway = useOutage()?.kind === 'unreachable'
  const isUnseen = useAlarm()?.unseen.some(({ conjunctionId }) => conjunctionId === event.conjunctionId)
  if (!isUnseen) return null
  return (
    <>
      <Button
        className={`flex-none no-print ${styles.act}`}
        data-keep-clear
        disabled={isAway || acknowledge.isPending}
        onClick={() => acknowledge.mutate([event])}
      >
        {t('acknowledge')}
      </Button>
      {isCalling(event) ? (
        <passOn.Show key={event.conjunctionId} event={event} className={`flex-none no-print ${styles.act}`} />
      ) : null}
    </>
  )
}

function levelOf(sentence: Sentence | undefined): Level {
  if (!sentence || sentence.kind === 'nothing' || sentence.kind === 'filling') return 'inactive'
  if (sentence.kind === 'clear') return sentence.unassessed > 0 ? 'inactive' : 'ok'
  return sentence.row.event.state === 'MITIGATED' ? 'ok' : meaningOf('risk', sentence.row.risk).level
}

/** Lists decided events besides those that need a decision, so that they stay visible. */
function Decided({ rows }: { readonly rows: readonly EventRow[] }) {
  useWords(watchingWords)
  const say = useWords(conjunctionsWords)
  const [worst, ...others] = rows.toSorted((a, b) => weightOf(b) - weightOf(a) || a.tcaMs - b.tcaMs)
  if (!worst) return null
  const { level, word, isOutline } = levelMeaning(worst)
  return (
    <span className="block fs-14">
      {watchingWords('watching')}:{' '}
      <span className="plain-figures nowrap">
        <StatusSymbol level={level} label={word} isOutline={isOutline} /> {pairOf(worst)}
      </span>
      {others.length > 0 ? ` ${say('andMore', { count: others.length })}` : ''}.
    </span>
  )
}

/** States that an event was mitigated, in the words of the advice. */
function Mitigated({ row: { event } }: { readonly row: EventRow }) {
  useWords(adviceWords)
  const { nameOf } = useNaming()
  const { what, rest } = adviceOf(event, now(), nameOf)
  return (
    <>
      <b>{what}</b> {rest}
    </>
  )
}

/** Returns `2026-11-21 10:00 Z`. */
const minuteOf = (ms: number) => formatInstant(ms).replace(/:\d\d Z$/, '\u00a0Z')

/** Shows a summary sentence; also used on the overview. */
export function Said({ sentence }: { readonly sentence: Sentence | undefined }) {
  const t = useWords(conjunctionsWords)
  if (!sentence) return t('reading')
  if (sentence.kind === 'nothing') return t('nothingSentence')
  if (sentence.kind === 'filling') return t('fillingDemo', sentence)
  if (sentence.kind === 'clear') {
    const { untilMs, newestMs, unassessed } = sentence
    return (
      <>
        <b>{t('clear')}</b> {t('clearUntil', { time: minuteOf(untilMs) })}{' '}
        {t('newest', { time: `${formatTime(newestMs).slice(0, 5)} Z` })}
        {unassessed > 0 ? ` ${t('unassessed', { count: unassessed })}` : null}
      </>
    )
  }
  const { kind, row, decided } = sentence
  return (
    <>
      <b>{pairOf(row)}</b> {t('in')}{' '}
      <b className="plain-figures nowrap">
        <Until at={row.tcaMs} />
      </b>
      . {row.event.action === 'ACT' && row.risk !== 'CRITICAL' ? <b>{t('actionACT')} </b> : null}
      {row.event.state === 'MITIGATED' ? (
        <Mitigated row={row} />
      ) : kind === 'settled' ? (
        <>
          <b>{t('settled')}</b>.
        </>
      ) : (
        <>
          {t(kind === 'late' ? 'lateSince' : 'decideBefore')} <b className="nowrap">{minuteOf(row.decideMs)}</b>.
        </>
      )}
      <Decided rows={decided} />
    </>
  )
}
