import { createHmac, timingSafeEqual } from 'node:crypto'
import { findMember } from '../platform/auth/member.repository.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { type DeliveryRow, findDeliveryRow } from './delivery.repository.ts'
import { findReceiver, type ReceiverRow } from './receiver.repository.ts'

/** The content of an acknowledge link: the organisation, and the delivery that contains the link. */
export type AcknowledgeLink = { readonly tenantId: string; readonly deliveryId: string }

/** The kinds of notices that a person must have seen. */
const ASKED = ['risk-raised', 'act-before', 'decision-reopened', 'duty-called'] as const

/** Returns true if a delivery contains something that must be acknowledged. */
export function isAcknowledgeable({
  kind,
  matter,
  notification: { finding },
}: Pick<DeliveryRow, 'kind' | 'matter' | 'notification'>): boolean {
  const isAsked = ASKED.some((code) => code === finding?.code) || finding?.values.action === 'ACT'
  return kind === 'notice' && matter !== null && isAsked
}

/** Returns the link of a delivery; it is the same for every try, and only the holder of the key can make it. */
export function acknowledgeUrl(publicUrl: string, box: SecretBox, link: AcknowledgeLink): string {
  return `${publicUrl}/api/v1/duty/acknowledgements/${acknowledgeToken(box, link)}`
}

export function acknowledgeToken(box: SecretBox, { tenantId, deliveryId }: AcknowledgeLink): string {
  const tenant = Buffer.from(tenantId).toString('base64url')
  return `${tenant}.${deliveryId}.${macOf(box, { tenantId, deliveryId })}`
}

/** Returns the content of a token; undefined if it was not made here, or if a part of it is missing. */
export function readAcknowledgeToken(box: SecretBox, token: string): AcknowledgeLink | undefined {
  const [tenant = '', deliveryId = '', mac = ''] = token.split('.')
  const link = { tenantId: Buffer.from(tenant, 'base64url').toString(), deliveryId }
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(box, link))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? link : undefined
}

const macOf = (box: SecretBox, { tenantId, deliveryId }: AcknowledgeLink) =>
  createHmac('sha256', box.derive('acknowledge')).update(`${tenantId} ${deliveryId}`).digest('base64url')

export type AskedDelivery = {
  readonly conjunctionId: string
  /** The path of the event's page in the application. */
  readonly link: string | null
  readonly channel: ReceiverRow['channel']
  readonly subject: string
  /** The person's name and roles in their newest token. */
  readonly username: string
  readonly roles: readonly string[]
}

/** Returns the recipient and the event of a delivery that asks for an acknowledgement; undefined for other deliveries. */
export async function findAsked(tx: TenantDb, deliveryId: string): Promise<AskedDelivery | undefined> {
  const delivery = await findDeliveryRow(tx, deliveryId)
  if (delivery === undefined || delivery.matter === null || !isAcknowledgeable(delivery)) return undefined
  const receiver = await findReceiver(tx, delivery.receiver_id, { held: false })
  const member = receiver && (await findMember(tx, receiver.subject))
  if (receiver === undefined || member === undefined) return undefined
  const { subject, username, roles } = member
  const { matter: conjunctionId, link } = delivery
  return { conjunctionId, link, channel: receiver.channel, subject, username, roles }
}
