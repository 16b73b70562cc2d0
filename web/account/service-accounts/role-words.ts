import { type Resource, ROLES, type Role } from '@apsis/contract/roles.ts'

const WORDS = {
  admin: 'adminRole',
  user: 'userRole',
  testuser: 'testuserRole',
  'manage-account': 'manageRole',
  'manage-account-links': 'linkRole',
  'view-profile': 'viewRole',
} as const satisfies Record<(typeof ROLES)[Resource][number], string>

/** The access of a user to one resource: the text of each role, or none without access. */
export type RoleLine = { readonly resource: Resource; readonly words: readonly (typeof WORDS)[keyof typeof WORDS][] }

/** Returns the roles of a token as text, one line for each resource in the order of spec §6. */
export function roleLines(held: ReadonlySet<Role>): RoleLine[] {
  const line = <R extends Resource>(resource: R, roles: (typeof ROLES)[R]) => ({
    resource,
    words: roles.filter((role) => held.has(`${resource}:${role}` as Role)).map((role) => WORDS[role]),
  })
  return [
    line('ca', ROLES.ca),
    line('odt', ROLES.odt),
    line('payments', ROLES.payments),
    line('account', ROLES.account),
  ]
}
