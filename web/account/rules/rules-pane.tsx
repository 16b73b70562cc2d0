import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { useQuery } from '@tanstack/react-query'
import type { Who } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Entered, OnEntered } from '../form/use-versioned-form.ts'
import { RulesForm } from './rules-form.tsx'
import { rulesCall, rulesQuery } from './rules-query.ts'
import { useFoldedRules } from './use-folded-rules.ts'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly who: Who
  readonly entered: Entered<NoticeRules> | undefined
  readonly onEntered: OnEntered<NoticeRules>
}

/** Which notices go by which channel, and when none but the critical ones are sent. */
export function RulesPane(props: Props) {
  const t = useWords(rulesWords)
  const query = useQuery(rulesQuery(props.who.subject))
  const said = useFoldedRules(props.who, props.entered !== undefined)
  const { pane } = useFold({
    id: 'rules',
    title: t('rules'),
    note: t('firstFits'),
    ...foldedOf(query, t('failed'), ({ answer }) => said(answer)),
  })
  return (
    <QueryPane {...pane} query={query} skeletonRows={4} failed={t('failed')} exits={{ call: rulesCall }}>
      {(stored) => <RulesForm {...props} stored={stored} />}
    </QueryPane>
  )
}
