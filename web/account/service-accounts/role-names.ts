import type { ServiceAccountRole } from '@apsis/contract/service-accounts/service-account.ts'
import { shellWords } from '../../shell/words.data.ts'
import { roleLines } from '../role-words.ts'
import { accountWords } from '../words.data.ts'
import { serviceAccountWords } from './words.data.ts'

/** Roles in words, each with its service; who shows them renders again when the language is another. */
export function roleNames(roles: readonly ServiceAccountRole[]): string[] {
  return roles.flatMap((one) =>
    roleLines(new Set([one])).flatMap(({ resource, words }) =>
      words.map((word) => serviceAccountWords('role', { resource: shellWords(resource), role: accountWords(word) })),
    ),
  )
}
