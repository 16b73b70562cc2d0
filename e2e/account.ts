import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './product.ts'

export type Account = {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string
  readonly organisation: string
  readonly roles: Readonly<Record<string, readonly string[]>>
  readonly demoPassword: string
}
type File = {
  readonly organisations: readonly { readonly id: string; readonly name: string }[]
  readonly users: readonly Account[]
}

const file: File = JSON.parse(readFileSync(join(PROJECT_DIR, 'identity', 'demo-accounts.json'), 'utf8'))

/** The demo users that every fresh installation has. */
export const ACCOUNTS = file.users

/** Returns a demo user by name. */
export function account(username: string): Account {
  const found = file.users.find((one) => one.username === username)
  if (!found) throw new Error(`There is no demo user "${username}" in identity/demo-accounts.json.`)
  return found
}

/** Returns the name of a user's organisation. */
export function organisationOf({ organisation }: Account): string {
  return file.organisations.find((one) => one.id === organisation)?.name ?? organisation
}
