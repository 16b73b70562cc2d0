import { allows, type Requirement } from '@apsis/contract/roles.ts'
import { notFound } from '@tanstack/react-router'
import { getSession, signIn } from './session.ts'

/** True if the signed-in user has a role. */
export function mayUse(requirement: Requirement): boolean {
  const session = getSession()
  return session.status === 'signed-in' && allows([requirement], session.who.roles)
}

/** Without the role a page is not there, and nothing hints that it might be (spec §6). */
export function only(requirement: Requirement): void {
  if (!mayUse(requirement)) throw notFound()
}

/** Pages for developers are there in their mode alone. */
export function inDevMode(): void {
  if (!getSession().config?.devMode) throw notFound()
}

/** The page is being left: nothing may be shown in between. */
export async function leaveForSignIn(): Promise<never> {
  await signIn()
  return new Promise<never>(() => {})
}
