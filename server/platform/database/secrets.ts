import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreateSecret } from '../postgres/secret.ts'
import type { RolePasswords } from './provision.ts'

/** Returns the passwords of the embedded database's roles: random, created on the first start, mode 0600. */
export function rolePasswords(dataDir: string): RolePasswords {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const read = (name: string) => readOrCreateSecret(join(folder, name))
  return { owner: read('database-owner'), app: read('database-app'), identity: read('database-identity') }
}
