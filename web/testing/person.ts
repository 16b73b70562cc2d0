import { account, organisationOf } from '@apsis/e2e/account.ts'
import type { TestPerson } from '@apsis/server/platform/testing/test-issuer.ts'

/** Returns a demo user in the form in which the tests' issuer signs them in. */
export function person(username: string): TestPerson {
  const found = account(username)
  return {
    subject: found.id,
    username,
    name: found.name,
    email: found.email,
    organisation: found.organisation,
    organisationName: organisationOf(found),
    roles: Object.entries(found.roles).flatMap(([resource, roles]) => roles.map((role) => `${resource}:${role}`)),
  }
}
