import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOutage } from '../../api/outage.ts'
import { now, useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { shellWords } from '../words.data.ts'
import { useAcknowledge } from './acknowledge.ts'
import { useAlarm } from './conjunction-alarm.ts'
import styles from './critical-banner.module.css'
import { UNDER_WAY, useHeadline } from './headline.ts'
import { isCalling, passOn } from './pass-on.ts'

/**
 * Shows the most urgent event that is critical or needs action, and that nobody has acknowledged; only acknowledging removes it. The
 * event's own screen shows all of it, and a headline that names the event also has the button: there the banner is only read out and not
 * drawn.
 */
export function CriticalBanner() {
  const { conjunction_id } = useParams({ strict: false })
  const unseen = useAlarm()?.unseen ?? []
  const [first, ...others] = unseen.filter(({ conjunctionId }) => conjunctionId !== conjunction_id)
  const headline = useHeadline()
  if (!first) return null
  // While it is unknown which event the headline will name, nothing is shown, so that nothing shifts for a moment.
  if (headline === UNDER_WAY) return null
  if (first.conjunctionId === headline) return <ReadOut event={first} />
  return <Unseen event={first} others={others.length} />
}

const pairOf = ({ object1, object2 }: Conjunction) => `${object1.name} × ${object2.name}`

/** Returns the title of a critical event, or the time until which one can act: the title of an event with hours left does not say "now". */
export function titleOf(event: Conjunction, nowMs: number): string {
  const pair = pairOf(event)
  if (event.conjunctionData.riskLevel === 'CRITICAL') return shellWords('critical', { pair })
  if (Date.parse(event.decideBefore) <= nowMs) return shellWords('actNow', { pair })
  return shellWords('actBefore', { pair, before: minuteOf(event.decideBefore) })
}

function ReadOut({ event }: { readonly event: Conjunction }) {
  useWords(shellWords)
  // The time at which the banner appeared: a text that is read out is not read again each minute.
  const [atMs] = useState(now)
  return (
    <p role="alert" className="visually-hidden">
      {titleOf(event, atMs)}
    </p>
  )
}

const minuteOf = (time: string) => formatInstant(Date.parse(time)).replace(/:\d\d Z$/, ' Z')

function Unseen({ event, others }: { readonly event: Conjunction; readonly others: number }) {
  const t = useWords(shellWords)
  const { conjunctionId, satelliteId, object1, conjunctionData, decideBefore } = event
  const nowMs = useNow('minute')
  const acknowledge = useAcknowledge()
  const isAway = useOutage()?.kind === 'unreachable'
  const times = { tca: minuteOf(conjunctionData.tca), before: minuteOf(decideBefore) }
  return (
    <div className="flex-none no-print">
      <Banner
        level={urgencyOf({ level: conjunctionData.riskLevel, action: event.action })}
        isUrgent
        action={
          <>
            <Button disabled={isAway || acknowledge.isPending} onClick={() => acknowledge.mutate([event])}>
              {t('acknowledge')}
            </Button>
            {isCalling(event) ? <passOn.Show key={event.conjunctionId} event={event} /> : null}
          </>
        }
      >
        <Link
          className="same-ink medium"
          to={paths.conjunction}
          params={{ satellite_id: satelliteId ?? object1.designator, conjunction_id: conjunctionId }}
        >
          {titleOf(event, nowMs)}
        </Link>
        {/* The text is read out once, with its times, and not again at each tick. */}
        <b className={`plain-figures nowrap ${styles.until}`} aria-hidden="true">
          <Until at={Date.parse(conjunctionData.tca)} />
        </b>
        <span className="no-phone">
          <Unbroken text={t('criticalTimes', times)} />
        </span>{' '}
        {others > 0 ? t('criticalMore', { count: others }) : null}
      </Banner>
    </div>
  )
}
