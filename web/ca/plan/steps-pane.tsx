import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { tableOfSteps } from './plan-csv.ts'
import { PlanSteps } from './plan-facts.tsx'
import { planWords } from './words.data.ts'

/** Shows the steps of the plan, in a pane that can be saved as a file. */
export function StepsPane({ plan }: { readonly plan: Plan }) {
  const t = useWords(planWords)
  const { signed } = useNaming()
  const csv = { name: `${plan.name}-steps`, table: () => tableOfSteps(plan, signed) }
  return (
    <Pane title={t('history')} id="steps" className="line-top" exports={{ csv }}>
      <PlanSteps plan={plan} />
    </Pane>
  )
}
