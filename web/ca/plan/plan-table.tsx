import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventManoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { nextStates } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { PHONE, useMedia } from '../../ui/page/size.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import type { NumberedMessage } from '../event/messages.ts'
import { PcAfter } from './counted/pc-after.tsx'
import { exitsOfPlans } from './csv/plan-exits.ts'
import styles from './plan.module.css'
import { plansQuery } from './plan-query.ts'
import {
  blackoutNote,
  messageOf,
  satelliteNote,
  sizeText,
  standsOnOlder,
  stateMeaning,
  verdictMeaning,
} from './plan-state.ts'
import { useTwoLines } from './two-lines.ts'
import { planWords } from './words.data.ts'

type PaneProps = {
  readonly conjunction: Conjunction
  readonly actions?: React.ReactNode
  readonly children: (plans: EventManoeuvre[]) => React.ReactNode
}

/** The pane of the plans of an event, in every view that has one. */
export function PlansPane({ conjunction, actions, children }: PaneProps) {
  const t = useWords(planWords)
  const query = useQuery(plansQuery(conjunction.conjunctionId))
  const { nameOf } = useNaming()
  return (
    <QueryPane
      title={t('plans')}
      query={query}
      skeletonRows={10}
      failed={t('failed')}
      actions={actions}
      id="plans"
      exits={exitsOfPlans(conjunction, query.data, nameOf)}
    >
      {children}
    </QueryPane>
  )
}

type Props = {
  readonly plans: readonly EventManoeuvre[]
  readonly messages: readonly NumberedMessage[]
  readonly selectedId: string | undefined
  readonly onSelect: (manoeuvreId: string) => void
}

/**
 * The plans of an event, newest first: how far each is, what it costs, what it leaves, and on which message it stands. On a
 * phone the state stands below the name, and what has ended is shown when it is asked for: the chosen plan is near.
 */
export function PlanTable(props: Props) {
  const t = useWords(planWords)
  const isPhone = useMedia(PHONE)
  const [isWhole, setWhole] = useState(false)
  const { plans, selectedId } = props
  if (!isPhone) return <WholeTable {...props} />
  const near = plans.filter(({ manoeuvreId, state }) => nextStates(state).length > 0 || manoeuvreId === selectedId)
  const left = plans.length - near.length
  return (
    <>
      <NarrowTable {...props} plans={isWhole ? plans : near} />
      {left > 0 ? (
        <div className={styles.choice}>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'hideEnded' : 'showEnded', { count: left })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Name and state, size, and what remains: all that fits beside each other on a phone. */
function NarrowTable({ plans, selectedId, onSelect }: Props) {
  const t = useWords(planWords)
  return (
    <table className={`${styles.table} ${styles.narrow}`}>
      <thead>
        <tr>
          <th scope="col">{t('plan')}</th>
          <th scope="col" className={styles.number}>
            {t('deltaV')}
          </th>
          <th scope="col" className={styles.number}>
            {t('pcAfter')}
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.manoeuvreId} data-selected={plan.manoeuvreId === selectedId ? '' : undefined}>
            <td>
              <PlanName plan={plan} isSelected={plan.manoeuvreId === selectedId} onSelect={onSelect} />
              <span className={styles.below}>
                <StatusWord {...stateMeaning(plan.state)} />
              </span>
            </td>
            <SizeAndRest plan={plan} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Every column; where they have no room beside each other, the state and the message stand below the name, and who made it leaves. */
function WholeTable({ plans, messages, selectedId, onSelect }: Props) {
  const t = useWords(planWords)
  const [measure, isTwoLines] = useTwoLines()
  return (
    <div ref={measure} className="scroll-x">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('plan')}</th>
            {isTwoLines ? null : <th scope="col">{t('state')}</th>}
            <th scope="col">{t('ignition')}</th>
            <th scope="col" className={styles.number}>
              {t('deltaV')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcAfter')}
            </th>
            <th scope="col" className={styles.number}>
              {t('missAfter')}
            </th>
            <th scope="col">{t('screening')}</th>
            {isTwoLines ? null : (
              <>
                <th scope="col">{t('standsOn')}</th>
                <th scope="col">{t('by')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow
              key={plan.manoeuvreId}
              plan={plan}
              basis={basisText(plan, messages)}
              isSelected={plan.manoeuvreId === selectedId}
              isTwoLines={isTwoLines}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Pick<Props, 'onSelect'> & {
  readonly plan: EventManoeuvre
  /** The message on which it stands. */
  readonly basis: string
  readonly isSelected: boolean
  readonly isTwoLines: boolean
}

type NameProps = Pick<RowProps, 'plan' | 'isSelected' | 'onSelect'>

function PlanName({ plan, isSelected, onSelect }: NameProps) {
  return (
    <button
      type="button"
      className={`nowrap left pad-y-4 ${styles.name}`}
      aria-pressed={isSelected}
      onClick={() => onSelect(plan.manoeuvreId)}
    >
      {plan.name}
    </button>
  )
}

/** What a plan costs, and the probability that it leaves. */
function SizeAndRest({ plan }: Pick<RowProps, 'plan'>) {
  const t = useWords(planWords)
  return (
    <>
      <td className={styles.number}>
        {plan.drag === null ? formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }) : sizeText(plan)}
      </td>
      <td className={styles.number}>
        <PcAfter plan={plan} reason={t('noProbability')} />
      </td>
    </>
  )
}

function PlanRow({ plan, basis, isSelected, isTwoLines, onSelect }: RowProps) {
  const { nameOf } = useNaming()
  const state = <StatusWord {...stateMeaning(plan.state)} />
  return (
    <tr data-selected={isSelected ? '' : undefined}>
      <td>
        <PlanName plan={plan} isSelected={isSelected} onSelect={onSelect} />
        {isTwoLines ? (
          <span className={`${styles.below} ${styles.parts}`}>
            {state}
            <Basis plan={plan} text={basis} />
          </span>
        ) : null}
      </td>
      {isTwoLines ? null : <td className={styles.nowrap}>{state}</td>}
      <td className={isTwoLines ? undefined : styles.nowrap}>
        <WholeWords text={formatInstant(Date.parse(plan.ignitionEpoch))} />
      </td>
      <SizeAndRest plan={plan} />
      <td className={styles.number}>{formatMiss(plan.after.missM)}</td>
      <td className={styles.nowrap}>
        <StatusWord {...verdictMeaning(plan.screening)} />
        {blackoutNote(plan) === undefined ? null : <span className="block soft fs-12">{blackoutNote(plan)}</span>}
      </td>
      {isTwoLines ? null : (
        <>
          <td className={styles.nowrap}>
            <Basis plan={plan} text={basis} />
          </td>
          <td>{nameOf(plan.createdBy)}</td>
        </>
      )}
    </tr>
  )
}

/** The message on which a plan stands, and what has changed since. */
function Basis({ plan, text }: { readonly plan: EventManoeuvre; readonly text: string }) {
  const t = useWords(planWords)
  return (
    <span>
      {text}
      {standsOnOlder(plan) ? <span className="block soft fs-12">{t('older')}</span> : null}
      {satelliteNote(plan) === undefined ? null : <span className="block soft fs-12">{t('satelliteChanged')}</span>}
    </span>
  )
}

/** `message 6`, on which a plan stands. */
export function basisText(plan: EventManoeuvre, messages: readonly NumberedMessage[]): string {
  const message = messageOf(plan, messages)
  return message === undefined ? planWords('messageUnknown') : planWords('message', { number: message.number })
}
