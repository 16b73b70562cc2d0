import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { nextStates } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMiss } from '../../ui/format/quantity.ts'
import { PHONE, useMedia } from '../../ui/page/size.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { NumberedMessage } from '../event/messages.ts'
import { PcAfter } from './pc-after.tsx'
import styles from './plan.module.css'
import { PlanName, sizeColumn, stateColumn, timeColumn, verdictColumn } from './plan-columns.tsx'
import { exportsOfPlans } from './plan-exports.ts'
import { plansQuery } from './plan-query.ts'
import { messageOf, satelliteNote, standsOnOlder, stateMeaning } from './plan-state.ts'
import { useTwoLines } from './two-lines.ts'
import { planWords } from './words.data.ts'

type PaneProps = {
  readonly conjunction: Conjunction
  readonly actions?: React.ReactNode
  readonly children: (plans: EventPlan[]) => React.ReactNode
}

/** The pane of the plans of an event, in every view that has such a pane. */
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
      exports={exportsOfPlans(conjunction, query.data, nameOf)}
    >
      {children}
    </QueryPane>
  )
}

type Props = {
  readonly plans: readonly EventPlan[]
  readonly messages: readonly NumberedMessage[]
  readonly selectedId: string | undefined
  readonly onSelect: (manoeuvreId: string) => void
}

/**
 * Lists the plans of an event, newest first, with state, cost, result, and the message that each is based on. On a phone the state is below
 * the name, and ended plans are shown on demand, so that the selected plan is near the top.
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
        <div className={`pad-8 ${styles.choice}`}>
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'hideEnded' : 'showEnded', { count: left })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const idOf = ({ manoeuvreId }: EventPlan) => manoeuvreId

/** Returns the column of the name of a plan, with text below it. */
const nameColumn = (
  title: string,
  { selectedId, onSelect }: Pick<Props, 'selectedId' | 'onSelect'>,
  below: (plan: EventPlan) => React.ReactNode,
): PlainColumn<EventPlan> => ({
  id: 'plan',
  title,
  cell: (plan) => (
    <>
      <PlanName
        name={plan.name}
        isSelected={plan.manoeuvreId === selectedId}
        onSelect={() => onSelect(plan.manoeuvreId)}
      />
      {below(plan)}
    </>
  ),
})

/** Returns the column of the remaining probability. */
export const pcAfterColumn = (title: string, priority = 1): PlainColumn<EventPlan> => ({
  id: 'pcAfter',
  title,
  priority,
  align: 'end',
  cell: (plan) => <PcAfter plan={plan} reason={planWords('noProbability')} />,
})

/** Shows name and state, size, and remaining probability: more columns do not fit on a phone. */
function NarrowTable({ plans, selectedId, onSelect }: Props) {
  const t = useWords(planWords)
  return (
    <PlainTable
      rows={plans}
      columns={[
        nameColumn(t('plan'), { selectedId, onSelect }, (plan) => (
          <span className={`block ${styles.below}`}>
            <StatusWord {...stateMeaning(plan.state)} />
          </span>
        )),
        sizeColumn<EventPlan>(t('deltaV')),
        pcAfterColumn(t('pcAfter')),
      ]}
      idOf={idOf}
      isSelected={({ manoeuvreId }) => manoeuvreId === selectedId}
      isSmall
      className={styles.narrow}
    />
  )
}

/** Shows every column; if they do not fit side by side, the state and the message are below the name, and the author is left out. */
function WholeTable({ plans, messages, selectedId, onSelect }: Props) {
  const t = useWords(planWords)
  const naming = useNaming()
  const [measure, isTwoLines] = useTwoLines()
  const basis = (plan: EventPlan) => <Basis plan={plan} text={basisText(plan, messages)} />
  const ifOneLine = (title: string) => (isTwoLines ? undefined : title)
  return (
    <div ref={measure} className="scroll-x">
      <PlainTable
        rows={plans}
        columns={[
          nameColumn(t('plan'), { selectedId, onSelect }, (plan) =>
            isTwoLines ? (
              <span className={`flex wrap gap-0-12 ${styles.below}`}>
                <StatusWord {...stateMeaning(plan.state)} />
                {basis(plan)}
              </span>
            ) : null,
          ),
          stateColumn<EventPlan>(ifOneLine(t('state'))),
          timeColumn<EventPlan>('ignitionEpoch', t('ignition')),
          sizeColumn<EventPlan>(t('deltaV')),
          pcAfterColumn(t('pcAfter')),
          { id: 'miss', title: t('missAfter'), align: 'end', cell: ({ after }) => formatMiss(after.missM) },
          verdictColumn<EventPlan>(t('screening')),
          { id: 'basis', title: ifOneLine(t('standsOn')), isUnbroken: true, cell: basis },
          { id: 'by', title: ifOneLine(t('by')), cell: ({ createdBy }) => naming.nameOf(createdBy) },
        ]}
        idOf={idOf}
        isSelected={({ manoeuvreId }) => manoeuvreId === selectedId}
        isSmall
      />
    </div>
  )
}

/** Shows the message that a plan is based on, and the changes since. */
function Basis({ plan, text }: { readonly plan: EventPlan; readonly text: string }) {
  const t = useWords(planWords)
  return (
    <span>
      {text}
      {standsOnOlder(plan) ? <small>{t('older')}</small> : null}
      {satelliteNote(plan) === undefined ? null : <small>{t('satelliteChanged')}</small>}
    </span>
  )
}

/** Returns `message 6`, which a plan is based on. */
export function basisText(plan: EventPlan, messages: readonly NumberedMessage[]): string {
  const message = messageOf(plan, messages)
  return message === undefined ? planWords('messageUnknown') : planWords('message', { number: message.number })
}
