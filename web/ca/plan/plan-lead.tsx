import { blackoutReasons } from '@apsis/contract/ca/plan/blackout.ts'
import { type EventPlan, isForEvent, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../clock/format.ts'
import { causeInWords } from '../../notifications/notice-in-words.ts'
import { Unbroken } from '../../notifications/unbroken.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import type { NumberedMessage } from '../event/messages.ts'
import { spaceWeatherQuery } from '../event/space-weather-query.ts'
import { countedText } from './counted-text.ts'
import { evaluationInWords } from './evaluation-in-words.ts'
import { leftOutText } from './left-out.ts'
import { PcAfter } from './pc-after.tsx'
import styles from './plan.module.css'
import { senseText } from './plan-facts.tsx'
import { messageOf, newerStorm, satelliteNote, standsOnOlder, stateMeaning, verdictMeaning } from './plan-state.ts'
import { basisText } from './plan-table.tsx'
import { reasonsInWords } from './screening-in-words.ts'
import { separationText } from './separation-text.ts'
import { planWords } from './words.data.ts'

const S_PER_H = 3_600
/** The levels, the gravest first. */
const LEVELS = ['serious', 'caution', 'ok', 'inactive'] as const

type Props = { readonly plan: Plan; readonly messages: readonly NumberedMessage[] }
type LeadProps = Props & { readonly plan: EventPlan }

/** Shows a plan in a sentence with the two numbers that matter for the decision, and every objection first. */
export function PlanLead({ plan, messages }: LeadProps) {
  const t = useWords(planWords)
  return (
    <>
      <PlanBanners plan={plan} messages={messages} />
      <div className="soft pad-8 line-bottom">
        <p className="flex wrap items-baseline fs-16 gap-4-16">
          <b>{plan.name}</b>
          <StatusWord {...stateMeaning(plan.state)} />
          <span>
            {t('screening')}: <StatusWord {...verdictMeaning(plan.screening)} />
          </span>
          <span>
            {t('standsOn')} {basisText(plan, messages)}
          </span>
        </p>
        <dl className={`flex wrap gap-4-24 ${styles.figures}`}>
          <div className="grid">
            <dt>{t('pcNow')}</dt>
            <dd>
              <Probability value={plan.before.probability ?? undefined} reason={t('noProbability')} />
            </dd>
          </div>
          <div className="grid">
            <dt>{t('pcReached')}</dt>
            <dd>
              <PcAfter plan={plan} reason={t('noProbability')} />
            </dd>
          </div>
          <div className="grid">
            <dt>{t('missAfter')}</dt>
            <dd>{formatMiss(plan.after.missM)}</dd>
          </div>
        </dl>
        {plan.separation === undefined ? null : <p>{separationText(plan.separation)}</p>}
        <p>{burnText(plan)}</p>
        <p>{senseText(plan)}</p>
        <PlanNotes plan={plan} />
      </div>
    </>
  )
}

/** Returns the newest notes of the planner. */
export function notesOf({ steps }: Pick<Plan, 'steps'>): string {
  return steps.findLast(({ action, why }) => (action === 'CREATE' || action === 'CHANGE') && why !== '')?.why ?? ''
}

export function PlanNotes({ plan }: Pick<Props, 'plan'>) {
  const t = useWords(planWords)
  const notes = notesOf(plan)
  return notes === '' ? null : (
    <p className="pre-wrap break-anywhere">
      <b>{t('notes')}:</b> {notes}
    </p>
  )
}

/** Returns `0.0374 m/s at 2026-11-21 10:10:12 Z, 2.50 orbits before closest approach.` */
export function burnText(plan: Burn): string {
  if (plan.drag !== null)
    return planWords('leadDrag', {
      attitude: planWords(plan.drag.attitude),
      hours: formatNumber(plan.drag.holdS / S_PER_H, { decimals: 1 }),
      time: formatInstant(Date.parse(plan.ignitionEpoch)),
    })
  return planWords(plan.totalDeltaVMagnitude === 0 ? 'leadNoBurn' : 'lead', {
    size: formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }),
    time: formatInstant(Date.parse(plan.ignitionEpoch)),
    orbits: formatNumber(plan.orbitsBeforeTca, { decimals: 2 }),
  })
}

/** Returns the warnings that are shown before the rest of the plan. */
function planWarnings({ plan, messages }: Props, nameOf: Naming['nameOf']) {
  const t = planWords
  const { evaluation, state, limit } = plan
  const strips: { readonly level: (typeof LEVELS)[number]; readonly text: string }[] = []
  const last = plan.steps.at(-1)
  if (state === 'SUPERSEDED') {
    const step = plan.steps.findLast((one) => one.state === 'SUPERSEDED' && one.action === 'MOVE') ?? last
    strips.push({ level: 'serious', text: t('superseded', { why: causeInWords(step?.cause, step?.why ?? '') }) })
  }
  if (standsOnOlder(plan)) {
    const numbers = {
      name: plan.name,
      number: messageOf(plan, messages)?.number ?? '–',
      newest: newestNumber(plan, messages),
    }
    const isHeld = state === 'APPROVED' || state === 'EXPORTED'
    strips.push({ level: 'caution', text: t(isHeld ? 'heldStrip' : 'olderStrip', numbers) })
  }
  const changed = satelliteNote(plan)
  if (changed !== undefined) strips.push({ level: 'caution', text: t('satelliteStrip', { name: plan.name, changed }) })
  if (evaluation !== null && isOpen(state)) strips.push(goStrip(plan, evaluation))
  if (plan.blackouts !== undefined && isOpen(state)) {
    const causes = blackoutReasons(plan.blackouts)
    for (const [k, text] of reasonsInWords({ causes }).entries())
      strips.push({ level: causes[k]?.code === 'in-blackout' ? 'serious' : 'caution', text })
  }
  const awaited = awaitedStrip(plan)
  if (awaited !== null) strips.push(awaited)
  if (!plan.meetsTarget && limit !== null)
    strips.push({ level: 'serious', text: t('notReached', { limit: t(`limit-${limit}`) }) })
  if (plan.meetsTarget && plan.largerFor) strips.push({ level: 'inactive', text: t(`larger-${plan.largerFor}`) })
  if (plan.plannedBurn !== undefined) strips.push({ level: 'inactive', text: movedText(plan.plannedBurn) })
  const leftOut = leftOutText(plan, nameOf)
  if (leftOut !== undefined) strips.push({ level: 'caution', text: leftOut })
  if (plan.isEngineAssumed) strips.push({ level: 'caution', text: t('engineAssumed') })
  if (plan.isBySeparation === true) strips.push({ level: 'caution', text: t('bySeparation') })
  if (plan.counted !== undefined && isForEvent(plan))
    strips.push({ level: 'inactive', text: countedText(plan, plan.counted) })
  if (plan.isTrackingFirst) strips.push({ level: 'caution', text: t('trackFirst') })
  if (plan.isSimulated)
    strips.push({ level: 'inactive', text: t(plan.conjunctionId === null ? 'simulatedBurns' : 'simulated') })
  // The gravest warnings come first.
  return strips.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}

/**
 * Returns the result of the newest message for the burn. GO beside a failed screening mentions the failure, and is not shown as positive
 * (docs/domain/plan.md).
 */
export function goStrip({ screening }: Pick<Plan, 'screening'>, evaluation: NonNullable<Plan['evaluation']>) {
  const { verdict, stoppableUntil } = evaluation
  const [why] = verdict === 'GO' && screening?.verdict === 'FAIL' ? reasonsInWords(screening) : []
  const reason = [evaluationInWords(evaluation), ...(why === undefined ? [] : [planWords('goBesideFail', { why })])]
  const text = planWords('goStrip', {
    verdict: planWords(`evaluation-${verdict}`),
    reason: reason.join(' '),
    time: formatInstant(Date.parse(stoppableUntil)),
  })
  if (verdict === 'NO_GO') return { level: 'serious' as const, text }
  return { level: verdict === 'GO' && why === undefined ? ('ok' as const) : ('caution' as const), text }
}

/** Returns the text on the planned burn, and how much earlier it is. */
function movedText({ announcedBy: by, ignition, movedByS, revolutions }: NonNullable<Burn['plannedBurn']>): string {
  const at = formatInstant(Date.parse(ignition))
  return revolutions === null
    ? planWords('movedBy', { by, at, hours: formatNumber(movedByS / S_PER_H, { decimals: 1 }) })
    : planWords('movedTurns', { by, at, count: revolutions })
}

/** Returns a text on the new data after the ignition: awaited, late, or received (flight rule F15). */
function awaitedStrip({ state, awaited }: Plan) {
  if (awaited === null || (state !== 'EXPORTED' && state !== 'EXECUTED')) return null
  const { source, arrivedAt, olderMessages, isLate } = awaited
  const t = planWords
  const times = {
    end: formatInstant(Date.parse(awaited.burnEndAt)),
    due: formatInstant(Date.parse(awaited.dueAt)),
    count: olderMessages,
  }
  if (source !== null && arrivedAt !== null) {
    const arrived = t(`arrived-${source}`, { ...times, time: formatInstant(Date.parse(arrivedAt)) })
    return isLate
      ? { level: 'serious' as const, text: `${t('unsettled', times)} ${arrived}` }
      : { level: 'ok' as const, text: arrived }
  }
  const older = olderMessages === 0 ? '' : ` ${t('olderData', times)}`
  return isLate
    ? { level: 'serious' as const, text: `${t('dataLate', times)}${older}` }
    : { level: 'caution' as const, text: `${t('awaited', times)}${older}` }
}

function newestNumber({ newestCdmId }: Plan, messages: readonly NumberedMessage[]): number | string {
  return messages.find(({ cdm }) => cdm.cdmId === newestCdmId)?.number ?? '–'
}

/** Returns the same warnings and, for a plan by drag, one about a storm that became known after the weather of the plan. */
export function usePlanWarnings(props: Props) {
  const t = useWords(planWords)
  const { nameOf } = useNaming()
  const { data: weather } = useQuery({ ...spaceWeatherQuery(), enabled: props.plan.drag !== null })
  const storm = weather && newerStorm(props.plan, weather)
  if (storm === undefined) return planWarnings(props, nameOf)
  const known = formatInstant(Date.parse(storm.knownAt))
  const text = t('newerStorm', { date: storm.date, known })
  return [{ level: 'serious' as const, text }, ...planWarnings(props, nameOf)]
}

export function PlanBanners(props: Props) {
  return usePlanWarnings(props).map(({ level, text }) => (
    <Banner key={text} level={level}>
      <Unbroken text={text} />
    </Banner>
  ))
}
