import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating system account that PostgreSQL runs under. */
export type Account = { readonly uid: number; readonly gid: number }

/** True when this process is root, which PostgreSQL itself refuses to be. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account of this process. */
export function ownAccount(): Account {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
}

/** Looks an account up in the local user file. */
export function findAccount(name: string): Account {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = line.split(':')
    if (user !== name) continue
    if (uid === '0') throw new Error(`account ${name} is root: PostgreSQL needs an unprivileged account`)
    return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(`account ${name} does not exist: PostgreSQL needs an unprivileged account when started as root`)
}

/** True when the account may pass through `directory` and all its parents. */
export function canReach(account: Account, directory: string): boolean {
  const { uid, gid, mode } = statSync(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(directory) === directory || canReach(account, dirname(directory))
}
