import { getCaUserconfig, updateCaUserconfig } from '@apsis/contract/ca/userconfig.ts'
import type { ConjunctionView } from '@apsis/contract/userconfig/conjunction-view.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callVersioned } from '../../../../api/call.ts'
import type { ApiProblem } from '../../../../api/problem.ts'
import { answerOf } from '../../../../api/queries.ts'
import { raise } from '../../../../notifications/notifications.ts'
import { raisedBy } from '../../../../notifications/raised-by.ts'
import { type StoredConfig, saveChange, type ViewsChange } from './saved-views.ts'
import { viewsWords } from './views-words.data.ts'

/**
 * Reads the configuration of the user that contains the views; a change on another device is announced as a change of the configuration.
 */
const viewsQuery = (subject: string) =>
  queryOptions({
    queryKey: ['userconfig', 'views', subject],
    queryFn: ({ signal }): Promise<StoredConfig> => callVersioned(getCaUserconfig, {}, { signal }),
  })

const put = ({ answer, version }: StoredConfig): Promise<StoredConfig> =>
  callVersioned(updateCaUserconfig, { body: answer }, { version })

const NONE: readonly ConjunctionView[] = []

export type StoredViews = {
  /** The stored views; undefined until they have been read. */
  readonly views: readonly ConjunctionView[] | undefined
  /** The reason why they could not be read, if there is no earlier copy either. */
  readonly problem: ApiProblem | undefined
  readonly readAgain: () => void
}

/** Returns the views that a user has saved, in any browser. */
export function useStoredViews(subject: string): StoredViews {
  const { data, error, refetch } = useQuery({ ...viewsQuery(subject), enabled: subject !== '' })
  return {
    views: data && (data.answer.conjunctionViews ?? NONE),
    problem: data === undefined ? (error ?? undefined) : undefined,
    readAgain: () => void refetch(),
  }
}

/** Changes the views of a user, one change after the other. A failure after the dialog was closed is reported beside the page. */
export function useChangeViews(subject: string, isOpen: () => boolean) {
  const client = useQueryClient()
  const query = viewsQuery(subject)
  const read = () => answerOf({ ...query, staleTime: 0 })
  return useMutation({
    meta: { silent: 'change-views', writes: [query.queryKey] },
    scope: { id: query.queryKey.join(' ') },
    mutationFn: async (change: ViewsChange) =>
      saveChange(client.getQueryData(query.queryKey) ?? (await read()), change, { read, put }),
    onSuccess: async (saved) => {
      // An answer from before the save must not arrive after it.
      await client.cancelQueries(query)
      client.setQueryData(query.queryKey, saved)
    },
    onError: (problem) => {
      if (!isOpen()) raise({ ...raisedBy(problem), title: viewsWords('viewsNotSaved') })
    },
  })
}
