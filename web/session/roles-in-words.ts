import { ROLES, type Role } from '@apsis/contract/roles.ts'

const SERVICES = [
  ['ca', 'Collision avoidance'],
  ['odt', 'On-demand tracking'],
  ['payments', 'Payments'],
] as const

const SERVICE_ROLE: Readonly<Record<(typeof ROLES.ca)[number], string>> = {
  admin: 'Administrator',
  user: 'User',
  testuser: 'Test user',
}

const ACCOUNT_ROLE: Readonly<Record<(typeof ROLES.account)[number], string>> = {
  'manage-account': 'manage',
  'manage-account-links': 'link accounts',
  'view-profile': 'view profile',
}

/** One line of what somebody may do: the resource, and the roles there in words; empty without any. */
export type RoleLine = { readonly resource: string; readonly words: string }

/** The roles of a token in words, one line for each resource in the order of spec §6. */
export function rolesInWords(held: ReadonlySet<Role>): RoleLine[] {
  const services = SERVICES.map(([resource, name]) => ({
    resource: name,
    words: ROLES[resource].flatMap((role) => (held.has(`${resource}:${role}`) ? [SERVICE_ROLE[role]] : [])).join(', '),
  }))
  const account = ROLES.account.flatMap((role) => (held.has(`account:${role}`) ? [ACCOUNT_ROLE[role]] : []))
  return [...services, { resource: 'Account', words: sentenceCase(account.join(', ')) }]
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
