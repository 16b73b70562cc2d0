import type { SimulatedCall } from '@apsis/contract/duty/telephone.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { speechOf, textMessageOf } from './content/call.ts'
import { type DeliveryRow, listAnswered } from './delivery.repository.ts'
import { findHearer, findTelephone, type HearerRow } from './receiver.repository.ts'
import { contentOf, type SendingConfig, SIMULATED_ANSWER } from './send-content.ts'
import { callKey, openTelephone } from './telephone.service.ts'

const MOST_CALLS = 20

type Reading = {
  readonly box: SecretBox
  readonly tenantId: string
  readonly config: Pick<SendingConfig, 'publicUrl' | 'isSimulated'>
}

/**
 * Returns the texts of the simulated calls to a person's telephone, newest first. They are written again from the outbox: the number is stored only
 * with the telephone itself, and is deleted with it.
 */
export async function listSimulatedCalls(tx: TenantDb, reading: Reading, subject: string): Promise<SimulatedCall[]> {
  const telephone = await findTelephone(tx, subject)
  const receiver = telephone && (await findHearer(tx, telephone.id))
  if (receiver === undefined) return []
  const rows = await listAnswered(tx, { receiverId: receiver.id, answer: SIMULATED_ANSWER, limit: MOST_CALLS })
  return rows.map((row) => present(reading, receiver, row))
}

type CallRow = DeliveryRow & { readonly used_at: Date | null }

function present({ box, tenantId, config }: Reading, receiver: HearerRow, row: CallRow): SimulatedCall {
  const { ways } = openTelephone(box, receiver.target)
  const key = callKey(box, row)
  const content = contentOf({ box, tenantId, config, language: receiver.language, shown: receiver.shown }, row)
  const message = { content, language: receiver.language, person: receiver.username, key }
  const isConfirmed = row.kind === 'confirmation' && receiver.confirmed_at !== null
  return {
    callId: row.id,
    at: (row.ended_at ?? row.created_at).toISOString(),
    number: receiver.shown,
    ways: [...ways],
    text: ways.includes('call') ? speechOf(message) : textMessageOf(message),
    key: key ?? null,
    pressedAt: (row.used_at ?? (isConfirmed ? receiver.confirmed_at : null))?.toISOString() ?? null,
  }
}
