import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { FoundRecord, RecordRepository } from '../context/record.repository.ts'
import { SESSION_IDLE_S } from './lifetime.ts'

/** Values that give access by themselves: only their hash is stored, so that a copy of the database gives no access. */
const SECRET_IDS = new Set(['AuthorizationCode', 'RefreshToken'])

function storedId(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

function idleOf(model: string): number | undefined {
  return model === 'Session' ? SESSION_IDLE_S : undefined
}

function toPayload(found: FoundRecord | undefined, jti: string | undefined): AdapterPayload | undefined {
  if (!found) return undefined
  const payload = JSON.parse(found.payload) as AdapterPayload
  if (jti !== undefined) payload.jti = jti
  if (found.consumedAtS !== undefined) payload.consumed = found.consumedAtS
  return payload
}

/** The provider's storage: each model's rows in the table `identity.record`. */
export function createAdapter(repository: RecordRepository): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, ttlS) {
      const { jti, ...rest } = payload
      await repository.upsert({
        model,
        id: storedId(id),
        payload: JSON.stringify(SECRET_IDS.has(model) ? rest : { ...rest, jti }),
        // Only values that result from a grant are revoked with it. A sign-in in progress also names a grant, but must outlive it.
        grantId: SECRET_IDS.has(model) ? payload.grantId : undefined,
        uid: payload.uid,
        accountId: model === 'Session' ? payload.accountId : undefined,
        ttlS,
        idleS: idleOf(model),
      })
    },
    async find(id) {
      return toPayload(await repository.findById(model, storedId(id)), id)
    },
    async findByUid(uid) {
      return toPayload(await repository.findByUid(model, uid), undefined)
    },
    async findByUserCode() {
      return undefined
    },
    async consume(id) {
      // Two exchanges of one code at the same instant both pass the provider's check, but only one of them passes this check.
      if (!(await repository.consume(model, storedId(id)))) throw new errors.InvalidGrant(`${model} already used`)
    },
    async destroy(id) {
      await repository.remove(model, storedId(id))
    },
    async revokeByGrantId(grantId) {
      await repository.removeByGrant(grantId)
    },
  })
}
