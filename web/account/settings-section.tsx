import { useQuery } from '@tanstack/react-query'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { shellWords } from '../shell/words.data.ts'
import { useWords } from '../ui/text/language.ts'
import type { Draft } from './draft.ts'
import { SettingsForm } from './settings-form.tsx'
import { type SettingsService, settingsCall, settingsQuery } from './settings-query.ts'
import { accountWords } from './words.data.ts'

type Props = {
  readonly service: SettingsService
  readonly subject: string
  readonly draft: Draft | undefined
  readonly onDraft: (change: (draft: Draft | undefined) => Draft | undefined) => void
}

/** How the user is told by one service; read and saved apart from the others, so that no failure is theirs. */
export function SettingsSection(props: Props) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const query = useQuery(settingsQuery(props.service, props.subject))
  return (
    <QueryPane
      title={shell(props.service)}
      query={query}
      skeletonRows={8}
      failed={t('settingsFailed')}
      exits={{ call: settingsCall(props.service, props.subject) }}
    >
      {(saved) => <SettingsForm {...props} saved={saved} />}
    </QueryPane>
  )
}
