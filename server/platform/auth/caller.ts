import type { Role } from '@apsis/contract/roles.ts'
import type { AccountLabel } from '@apsis/contract/status/status.ts'

/** The caller according to the verified token. */
export type Caller = {
  /** A person who signed in at the identity provider, or a service account with a token of the platform. */
  readonly kind: 'person' | 'service'
  readonly subject: string
  /** The organisation whose rows the caller sees: the token's claim, else the subject alone (decisions.md 15). */
  readonly tenantId: string
  readonly username: string
  /** The person's full name, if the token contains one. */
  readonly fullName?: string | undefined
  readonly roles: ReadonlySet<Role>
  /** Labels that the provider gives the account; they are only shown. */
  readonly claimedLabels: readonly AccountLabel[]
  readonly sessionId: string | undefined
  readonly client: string
  /** End of the token, in seconds since 1970. */
  readonly expiresAt: number
}
