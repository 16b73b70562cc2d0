import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeptDraft } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { dutyPlanQuery } from '../../shell/status/on-call.ts'
import { useWords } from '../../ui/text/language.ts'
import { DutyForm } from './duty-form.tsx'
import { dutyCall, type Rota } from './duty-query.ts'
import { dutyWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly kept: KeptDraft<Rota>
}

/** Shows who is called if nobody acknowledges a critical event; only for users who may see events. */
export function DutyPane(props: Props) {
  return allows([CA_USER], props.who.roles) ? <Plan {...props} /> : null
}

function Plan(props: Props) {
  const t = useWords(dutyWords)
  const query = useQuery(dutyPlanQuery)
  return (
    <QueryPane
      id="duty"
      title={t('duty')}
      note={t('ofOrganisation')}
      query={query}
      skeletonRows={4}
      failed={t('failed')}
      exports={{ call: dutyCall }}
    >
      {(stored) => <DutyForm {...props} stored={stored} />}
    </QueryPane>
  )
}
