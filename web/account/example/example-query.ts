import { type ClientLook, getLetterExample } from '@apsis/contract/notifications/example.ts'
import type { LetterLanguage } from '@apsis/contract/notifications/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { addressOf } from '../../api/address.ts'
import { call } from '../../api/call.ts'

/** It changes with a new version of the product alone. */
export const exampleQuery = (lang: LetterLanguage) =>
  queryOptions({
    queryKey: ['letter-example', lang],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(getLetterExample, { query: { lang } }, signal),
  })

export const exampleCall = { method: getLetterExample.method, path: getLetterExample.path }

/** Where the page of the mail lies: its looks stand on its elements, which a page of ours may not have within itself. */
export const mailAddress = (lang: LetterLanguage, look: ClientLook) =>
  addressOf(getLetterExample, { query: { lang, look } })
