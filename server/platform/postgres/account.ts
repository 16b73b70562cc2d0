import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating system account that runs PostgreSQL. */
export type Account = { readonly uid: number; readonly gid: number }

/** The account that is created for the database at a start as root. */
export const OWN_ACCOUNT = 'apsis-database'
/** The account that is commonly used for programs without an account of their own; the database uses it if its own account cannot be created. */
export const SHARED_ACCOUNT = 'nobody'

/** Returns true if this process is root. PostgreSQL refuses to run as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Returns the account of this process. */
export function ownAccount(): Account {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
}

/** Looks an account up in the local user file. */
export function findAccount(name: string): Account | undefined {
  return readAccounts().find((one) => one.name === name)
}

/** Returns the account that runs the database if this process is root: the named one, else the account for the database, else the shared one. */
export function accountOf(osUser: string | undefined): Account {
  const own = findAccount(OWN_ACCOUNT)
  const name = osUser ?? (own === undefined ? SHARED_ACCOUNT : OWN_ACCOUNT)
  const found = findAccount(name)
  if (found === undefined) {
    throw new Error(`account ${name} does not exist: PostgreSQL needs an unprivileged account when started as root`)
  }
  if (found.uid === 0) throw new Error(`account ${name} is root: PostgreSQL needs an unprivileged account`)
  return { uid: found.uid, gid: found.gid }
}

/** Returns the unprivileged account that owns a directory; undefined if the owner is root, or has no name. */
export function findOwner(directory: string): Account | undefined {
  const { uid } = statSync(directory)
  const found = readAccounts().find((one) => one.uid === uid)
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

function readAccounts(): readonly (Account & { readonly name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Returns true if the account may pass through `directory` and all its parents. */
export function canReach(account: Account, directory: string): boolean {
  const { uid, gid, mode } = statSync(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(directory) === directory || canReach(account, dirname(directory))
}
