import { getUserconfig } from '@apsis/contract/userconfig/userconfig.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { QueryPane } from '../shell/query-pane.tsx'
import { KeyValues } from '../ui/key-values.tsx'
import { channelsOf, settingsInWords, statusLabels } from './settings.ts'
import styles from './settings-pane.module.css'

const settingsQuery = (subject: string) =>
  queryOptions({
    queryKey: ['userconfig', subject],
    queryFn: ({ signal }) => call(getUserconfig, { params: { 'config-id': subject } }, signal),
  })

/** How the user is told of tracking requests, as it is stored. */
export function SettingsPane({
  subject,
  className,
}: {
  readonly subject: string
  readonly className?: string | undefined
}) {
  const query = useQuery(settingsQuery(subject))
  return (
    <QueryPane
      className={className}
      title="Notification settings"
      query={query}
      skeletonRows={5}
      failed="Your settings could not be read"
    >
      {({ notifications }) => (
        <>
          <p className={styles.sentence}>{settingsInWords(notifications)}</p>
          <KeyValues
            rows={[
              ...channelsOf(notifications).map(({ name, targets }) => [name, targets.join(', ')] as const),
              ['Statuses', statusLabels(notifications).join(', ')],
            ]}
          />
        </>
      )}
    </QueryPane>
  )
}
