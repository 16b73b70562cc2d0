import { randomUUID } from 'node:crypto'
import type { Account } from './accounts.ts'
import { createGate } from './gate.ts'
import { hashPassword, PASSWORD_COST, verifyPassword } from './password.ts'

/**
 * Each check takes 32 MiB, and a core for a tenth of a second or more. So two run at once, a few wait, and all others are refused with the
 * request to try later.
 */
const CHECKS_AT_ONCE = 2
const MOST_WAITING_CHECKS = 40

export type Verdict = { readonly account: Account } | 'refused' | 'busy'
export type Credentials = { check(username: string, password: string): Promise<Verdict> }

/** Checks user names and passwords; an unknown name costs as much time as a wrong password. */
export function createCredentials(accounts: Iterable<Account>, cost = PASSWORD_COST): Credentials {
  const byName = new Map<string, { account: Account; hash: Promise<string> }>()
  // Demo passwords are hashed like any others, so that there is only one way to sign in; equal ones share one hash.
  const demoHashes = new Map<string, Promise<string>>()
  function demoHash(password: string): Promise<string> {
    const hash = demoHashes.get(password) ?? hashPassword(password, cost)
    demoHashes.set(password, hash)
    return hash
  }
  for (const account of accounts) {
    const hash = account.passwordHash ?? (account.demoPassword !== undefined && demoHash(account.demoPassword))
    if (hash !== false) byName.set(account.username, { account, hash: Promise.resolve(hash) })
  }
  const dummy = hashPassword(randomUUID(), cost)
  const gate = createGate(CHECKS_AT_ONCE, MOST_WAITING_CHECKS)

  return {
    async check(username, password) {
      const known = byName.get(username.trim().toLowerCase())
      const isRight = await gate(async () => verifyPassword(password, await (known?.hash ?? dummy), cost))
      if (isRight === 'busy') return 'busy'
      return isRight && known ? { account: known.account } : 'refused'
    },
  }
}
