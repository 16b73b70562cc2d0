import type { EventManoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMiss } from '../../ui/format/quantity.ts'
import { usePrinting } from '../../ui/page/printing.ts'
import { useWords } from '../../ui/text/language.ts'
import type { NumberedMessage } from '../event/messages.ts'
import { PcAfter } from './counted/pc-after.tsx'
import styles from './plan.module.css'
import { PlanSteps } from './plan-facts.tsx'
import { burnText } from './plan-lead.tsx'
import { plansQuery } from './plan-query.ts'
import { stateMeaning } from './plan-state.ts'
import { basisText } from './plan-table.tsx'
import { planWords } from './words.data.ts'

type Props = { readonly conjunctionId: string; readonly messages: readonly NumberedMessage[] }

/** Those that were approved at some time: who let them out, and what came of it, belongs to the record of the event. */
const wasApproved = ({ approvedBy }: Pick<EventManoeuvre, 'approvedBy'>) => approvedBy !== null

/** The plans of an event in its report: each burn with its state and what it leaves, and the steps of those that were approved. */
export function PlansOnPaper({ conjunctionId, messages }: Props) {
  const t = useWords(planWords)
  const isPrinting = usePrinting()
  // Read before anybody prints: a sheet does not wait for an answer.
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

function PlanRows({ plans, messages }: Pick<Props, 'messages'> & { readonly plans: readonly EventManoeuvre[] }) {
  const t = useWords(planWords)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['plan', 'state', 'burn', 'standsOn', 'pcReached', 'missAfter'] as const).map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.manoeuvreId}>
            <td className={styles.nowrap}>{plan.name}</td>
            <td className={styles.nowrap}>{stateMeaning(plan.state).word}</td>
            <td>{burnText(plan)}</td>
            <td className={styles.nowrap}>{basisText(plan, messages)}</td>
            <td className={styles.number}>
              <PcAfter plan={plan} reason={t('noProbability')} />
            </td>
            <td className={styles.number}>{formatMiss(plan.after.missM)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
