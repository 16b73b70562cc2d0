import { allows, type Requirement } from '@apsis/contract/roles.ts'
import { notFound } from '@tanstack/react-router'
import { getSession, signIn } from './session.ts'

/** True if the signed-in user has a role. */
export function mayUse(requirement: Requirement): boolean {
  const session = getSession()
  return session.status === 'signed-in' && allows([requirement], session.who.roles)
}

/** Throws "not found" without the role, so that nothing reveals that the page exists (spec §6). */
export function only(requirement: Requirement): void {
  if (!mayUse(requirement)) throw notFound()
}

/** Throws "not found" unless the site is in developer mode, which the pages for developers need. */
export function inDevMode(): void {
  if (!getSession().config?.devMode) throw notFound()
}

/** The page is being left, so nothing may be shown in between. */
export async function leaveForSignIn(): Promise<never> {
  await signIn()
  return new Promise<never>(() => {})
}
