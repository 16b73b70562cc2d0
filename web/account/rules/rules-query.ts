import { getRules, type NoticeRules, updateRules } from '@apsis/contract/notifications/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { answerOf } from '../../api/queries.ts'
import type { StoredAnswer } from '../form/use-versioned-form.ts'

/** The rules of the person who is signed in; a change elsewhere is told as one of their configuration. */
export const rulesQuery = (subject: string) =>
  queryOptions({
    queryKey: ['userconfig', 'rules', subject],
    queryFn: ({ signal }): Promise<StoredAnswer<NoticeRules>> => callVersioned(getRules, {}, { signal }),
  })

export const readRules = (subject: string) => answerOf({ ...rulesQuery(subject), staleTime: 0 })

export const putRules = (rules: NoticeRules, version: string | undefined): Promise<StoredAnswer<NoticeRules>> =>
  callVersioned(updateRules, { body: rules }, { version })

export const rulesCall = { method: getRules.method, path: getRules.path }
