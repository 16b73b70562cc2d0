import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMiss } from '../../ui/format/quantity.ts'
import { usePrinting } from '../../ui/page/printing.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { NumberedMessage } from '../event/messages.ts'
import { PlanSteps } from './plan-facts.tsx'
import { burnText } from './plan-lead.tsx'
import { plansQuery } from './plan-query.ts'
import { stateMeaning } from './plan-state.ts'
import { basisText, pcAfterColumn } from './plan-table.tsx'
import { planWords } from './words.data.ts'

type Props = { readonly conjunctionId: string; readonly messages: readonly NumberedMessage[] }

/** Plans that were approved at some time: their approval and their result belong to the record of the event. */
const wasApproved = ({ approvedBy }: Pick<EventPlan, 'approvedBy'>) => approvedBy !== null

/** Prints the plans of an event in its report: each burn with its state and its result, and the steps of approved plans. */
export function PlansOnPaper({ conjunctionId, messages }: Props) {
  const t = useWords(planWords)
  const isPrinting = usePrinting()
  // The plans are read before the user prints, because a sheet does not wait for an answer.
  const { data: plans, error } = useQuery(plansQuery(conjunctionId))
  if (!isPrinting) return null
  return (
    <section>
      <h2>{t('title')}</h2>
      {plans === undefined ? <p>{t(error === null ? 'plansNotRead' : 'failed')}</p> : null}
      {plans?.length === 0 ? <p>{t('noPlanOnPaper')}</p> : null}
      {plans === undefined || plans.length === 0 ? null : <PlanRows plans={plans} messages={messages} />}
      {plans?.filter(wasApproved).map((plan) => (
        <div key={plan.manoeuvreId}>
          <h3>{plan.name}</h3>
          <PlanSteps plan={plan} />
        </div>
      ))}
    </section>
  )
}

function PlanRows({ plans, messages }: Pick<Props, 'messages'> & { readonly plans: readonly EventPlan[] }) {
  const t = useWords(planWords)
  return (
    <PlainTable
      rows={plans}
      columns={[
        { id: 'plan', title: t('plan'), isUnbroken: true, cell: ({ name }) => name },
        { id: 'state', title: t('state'), isUnbroken: true, cell: ({ state }) => stateMeaning(state).word },
        { id: 'burn', title: t('burn'), cell: burnText },
        { id: 'standsOn', title: t('standsOn'), isUnbroken: true, cell: (plan) => basisText(plan, messages) },
        pcAfterColumn(t('pcReached')),
        { id: 'missAfter', title: t('missAfter'), align: 'end', cell: ({ after }) => formatMiss(after.missM) },
      ]}
      idOf={({ manoeuvreId }) => manoeuvreId}
      isSmall
    />
  )
}
