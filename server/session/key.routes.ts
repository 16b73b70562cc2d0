import * as contract from '@apsis/contract/session/key.ts'
import type { SigningKeys } from '../platform/auth/signing-keys.ts'
import { bind, type Door } from '../platform/http/bind.ts'

export function keyRoutes(door: Door, signingKeys: SigningKeys): void {
  bind(door, contract.listKeys, async ({ header }) => {
    header('cache-control', 'public, max-age=60')
    return { keys: [...(await signingKeys.list())] }
  })
}
