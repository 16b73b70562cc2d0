import * as contract from '@apsis/contract/session/key.ts'
import { bind, type Door } from '../platform/bind.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'

export function keyRoutes(door: Door, signingKeys: SigningKeys): void {
  bind(door, contract.listKeys, async ({ header }) => {
    header('cache-control', 'public, max-age=60')
    return { keys: [...(await signingKeys.list())] }
  })
}
