import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { SigningPair } from './signature.ts'

/** What a webhook is signed with: derived for each receiver and generation, so that no secret has to be kept. */
export function pairOf(box: SecretBox, receiverId: string, generation: number): SigningPair {
  const derive = (kind: string) => box.derive(`webhook ${kind} ${receiverId} ${generation}`)
  return { secret: derive('secret'), seed: derive('seed') }
}
