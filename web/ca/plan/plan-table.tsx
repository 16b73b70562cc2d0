import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import type { Numbered } from '../event/messages.ts'
import { exitsOfPlans } from './csv/plan-exits.ts'
import styles from './plan.module.css'
import { plansQuery } from './plan-query.ts'
import { blackoutNote, messageOf, sizeText, standsOnOlder, stateMeaning, verdictMeaning } from './plan-state.ts'
import { planWords } from './words.data.ts'

type PaneProps = {
  readonly conjunction: Conjunction
  readonly actions?: React.ReactNode
  readonly children: (plans: Manoeuvre[]) => React.ReactNode
}

/** The pane of the plans of an event, in every view that has one. */
export function PlansPane({ conjunction, actions, children }: PaneProps) {
  const t = useWords(planWords)
  const query = useQuery(plansQuery(conjunction.conjunctionId))
  return (
    <QueryPane
      title={t('plans')}
      query={query}
      skeletonRows={10}
      failed={t('failed')}
      actions={actions}
      id="plans"
      exits={exitsOfPlans(conjunction, query.data)}
    >
      {children}
    </QueryPane>
  )
}

type Props = {
  readonly plans: readonly Manoeuvre[]
  readonly messages: readonly Numbered[]
  readonly selectedId: string | undefined
  readonly onSelect: (manoeuvreId: string) => void
}

/** The plans of an event, newest first: how far each is, what it costs, what it leaves, and on which message it stands. */
export function PlanTable({ plans, messages, selectedId, onSelect }: Props) {
  const t = useWords(planWords)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('plan')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className={styles.wide}>
              {t('ignition')}
            </th>
            <th scope="col" className={styles.number}>
              {t('deltaV')}
            </th>
            <th scope="col" className={styles.number}>
              {t('pcAfter')}
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              {t('missAfter')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('screening')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('standsOn')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('by')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow
              key={plan.manoeuvreId}
              plan={plan}
              basis={basisText(plan, messages)}
              isSelected={plan.manoeuvreId === selectedId}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Pick<Props, 'onSelect'> & {
  readonly plan: Manoeuvre
  /** The message on which it stands. */
  readonly basis: string
  readonly isSelected: boolean
}

function PlanRow({ plan, basis, isSelected, onSelect }: RowProps) {
  const t = useWords(planWords)
  return (
    <tr data-selected={isSelected ? '' : undefined}>
      <td>
        <button
          type="button"
          className={styles.name}
          aria-pressed={isSelected}
          onClick={() => onSelect(plan.manoeuvreId)}
        >
          {plan.name}
        </button>
      </td>
      <td className={styles.nowrap}>
        <StatusWord {...stateMeaning(plan.state)} />
      </td>
      <td className={`${styles.nowrap} ${styles.wide}`}>{formatInstant(Date.parse(plan.ignitionEpoch))}</td>
      <td className={styles.number}>
        {plan.drag === null ? formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }) : sizeText(plan)}
      </td>
      <td className={styles.number}>
        <Probability value={plan.after.probability ?? undefined} reason={t('noProbability')} />
      </td>
      <td className={`${styles.number} ${styles.wide}`}>{formatNumber(plan.after.missM, { decimals: 0 })}</td>
      <td className={`${styles.nowrap} ${styles.wide}`}>
        <StatusWord {...verdictMeaning(plan.screening)} />
        {blackoutNote(plan) === undefined ? null : <span className={styles.older}>{blackoutNote(plan)}</span>}
      </td>
      <td className={`${styles.nowrap} ${styles.wide}`}>
        {basis}
        {standsOnOlder(plan) ? <span className={styles.older}>{t('older')}</span> : null}
      </td>
      <td className={styles.wide}>{plan.createdBy}</td>
    </tr>
  )
}

/** `message 6`, on which a plan stands. */
export function basisText(plan: Manoeuvre, messages: readonly Numbered[]): string {
  const message = messageOf(plan, messages)
  return message === undefined ? planWords('messageUnknown') : planWords('message', { number: message.number })
}
