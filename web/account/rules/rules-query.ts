import { getRules, type NoticeRules, updateRules } from '@apsis/contract/notifications/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { answerOf } from '../../api/queries.ts'
import { type StoredAnswer, saverOf } from '../form/save-stored.ts'

/** Reads the rules of the signed-in user; a change elsewhere is announced as a change of the configuration. */
export const rulesQuery = (subject: string) =>
  queryOptions({
    queryKey: ['userconfig', 'rules', subject],
    queryFn: ({ signal }): Promise<StoredAnswer<NoticeRules>> => callVersioned(getRules, {}, { signal }),
  })

export const saveRules = (subject: string) =>
  saverOf<NoticeRules, NoticeRules>({
    queryKey: rulesQuery(subject).queryKey,
    read: () => answerOf({ ...rulesQuery(subject), staleTime: 0 }),
    put: (rules, version) => callVersioned(updateRules, { body: rules }, { version }),
  })

export const rulesCall = { method: getRules.method, path: getRules.path }
