import type { EventTracking, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { uiWords } from '../../ui/words.data.ts'
import { AddSatelliteLink } from '../pass/add-satellite-link.tsx'
import { useHasNoSatellite } from '../pass/satellites-query.ts'
import lead from '../sensor/lead.module.css'
import { isRanked, objectOf } from './choices.ts'
import type { Draft } from './draft.ts'
import { percent } from './ranked.tsx'
import styles from './request.module.css'
import { shortTime } from './short-time.ts'
import { requestWords } from './words.data.ts'

type Props = { readonly draft: Draft; readonly isNamed: boolean; readonly query: UseQueryResult<EventTracking> }

/** Shows the value of the chosen passes for the decision on the event, or why it is not known. */
export function RequestLead({ draft, isNamed, query }: Props) {
  const t = useWords(requestWords)
  const say = useWords(uiWords)
  const hasNone = useHasNoSatellite()
  const { data: found, error } = query
  const object = objectOf(draft, found)
  if (draft.event !== '' && error && !found)
    return (
      <LeadLine level="serious" text={t('worthFailed')}>
        {codeInWords(error)}: {problemInWords(error).message}{' '}
        <Button look="quiet" onClick={() => void query.refetch()}>
          {say('tryAgain')}
        </Button>
      </LeadLine>
    )
  if (!isNamed)
    return (
      <LeadLine level="inactive" text={t(hasNone ? 'noSatellite' : 'noOrbit')}>
        {hasNone ? <AddSatelliteLink /> : null}
      </LeadLine>
    )
  if (draft.event === '') return <LeadLine level="inactive" text={t('noEvent')} />
  if (!found) return <LeadLine level="inactive" text={t('worthReading')} />
  if (!object || !isRanked(object))
    return (
      <LeadLine level="inactive" text={t('noWorth', { event: namesOf(found) })}>
        {object?.unranked ? t(object.unranked) : t('otherObject')}
      </LeadLine>
    )
  return <Worth draft={draft} found={found} object={object} />
}

const namesOf = ({ objects }: EventTracking) => objects.map(({ name }) => name).join(' × ')

type WorthProps = { readonly draft: Draft; readonly found: EventTracking; readonly object: TrackedObject }

function Worth({ draft, found, object }: WorthProps) {
  const t = useWords(requestWords)
  const ranked = object.passes.filter(({ measurementType }) => measurementType === draft.type)
  const chosen = ranked.filter(({ name }) => draft.names.includes(name))
  const best = chosen[0] ?? ranked[0]
  if (!best)
    return (
      <LeadLine
        level="inactive"
        text={[
          t('noneCounts', { time: `${shortTime(Date.parse(found.commitBefore))} Z` }),
          ...(object.passes.length > 0 ? [t('othersCount', { count: object.passes.length })] : []),
        ].join(' ')}
      />
    )
  const count = chosen.length
  const values = {
    event: namesOf(found),
    cases: percent(best.crossingChance),
    time: `${shortTime(Date.parse(found.commitBefore))} Z`,
  }
  const standing = {
    probability: formatProbabilityLine(found.probability ?? undefined),
    line: formatProbabilityLine(found.line),
  }
  return (
    <LeadLine
      level={count > 0 ? 'pending' : 'inactive'}
      text={
        <Said
          text={(marks) => (count > 0 ? t('worth', { ...marks, count }) : t('worthOfBest', marks))}
          values={values}
        />
      }
    >
      <Said text={(marks) => t('stands', marks)} values={standing} />{' '}
      <Said
        text={(marks) => t('detection', { ...marks, sensor: best.sensorCode })}
        values={{ cases: percent(best.detection.probability) }}
      />
    </LeadLine>
  )
}

type LeadLineProps = {
  readonly level: 'inactive' | 'pending' | 'serious'
  /** Text is shown in bold; in other content only the important part is. */
  readonly text: React.ReactNode
  readonly children?: React.ReactNode
}

function LeadLine({ level, text, children }: LeadLineProps) {
  return (
    <div className={`stack wrap items-stretch flex-none line-bottom pad-10 ${styles.lead}`}>
      <p className={`flex items-baseline min-w-0 gap-10 soft ${lead.sentence}`} role="status">
        <StatusSymbol level={level} size={14} />
        {typeof text === 'string' ? <b>{text}</b> : <span>{text}</span>}
      </p>
      {children ? <p className={`pl-24 soft ${styles.more}`}>{children}</p> : null}
    </div>
  )
}
