import { type Role, rolesOf } from '@apsis/contract/roles.ts'

/** The signed-in person, as stated in the access token. */
export type SignedInPerson = {
  readonly subject: string
  readonly userName: string
  readonly name: string
  readonly email: string | undefined
  /** The organisation of the account; undefined if it belongs to none: its data is then private (decisions.md 15). */
  readonly organisation: string | undefined
  readonly roles: ReadonlySet<Role>
}

type Claims = Readonly<Record<string, unknown>>

/** Reads the claims; the user name replaces a missing name. */
export function whoOf(claims: Claims): SignedInPerson {
  const text = (claim: string) => {
    const value = claims[claim]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const subject = text('sub')
  if (!subject) throw new Error('The access token names no subject.')
  const email = text('email')
  const userName = text('preferred_username') ?? email ?? subject
  return {
    subject,
    userName,
    name: text('name') ?? userName,
    email,
    organisation: text('organisation_name') ?? text('organisation'),
    roles: rolesOf(claims.resource_access),
  }
}

/** Returns the first letter of user name or e-mail, `U` if there is neither (spec §2). */
export function initialOf(who: Pick<SignedInPerson, 'userName' | 'email'>): string {
  return (who.userName.trim()[0] ?? who.email?.trim()[0] ?? 'U').toUpperCase()
}

/** Returns both names of a person: pages and papers show one, and records are signed with the other. */
export function bothNamesOf({ name, userName }: Pick<SignedInPerson, 'name' | 'userName'>): string {
  return name === userName ? name : `${name} (${userName})`
}
