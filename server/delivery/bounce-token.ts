import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'

/** The try of a delivery whose mail was returned. */
export type ReturnedTry = { readonly deliveryId: string; readonly number: number }
/** The content of a token; it identifies its organisation only by a short mark, which two organisations may share. */
export type BounceToken = ReturnedTry & { readonly tenantMark: string }

/** The number of bytes of each part: 30 bytes together, or 48 characters, so that 15 are left for the name (RFC 5321 §4.5.3.1.1). */
const MARK_BYTES = 2
const ID_BYTES = 16
const NUMBER_BYTES = 2
const MAC_BYTES = 10
const SAID_BYTES = MARK_BYTES + ID_BYTES + NUMBER_BYTES
export const TOKEN_CHARACTERS = 48
/** Digits and letters of one case only, because mail servers may change the case of an address. */
const RADIX = 32
const BYTE_VALUES = 256

/** Returns the short mark of an organisation; the database finds the organisation by it. */
export const markOf = (tenantId: string): string =>
  createHash('sha256')
    .update(tenantId)
    .digest('hex')
    .slice(0, 2 * MARK_BYTES)

/** Returns the part after the `+` in the sender address of a try; only the holder of the key can make it. */
export function bounceToken(box: SecretBox, tenantId: string, { deliveryId, number }: ReturnedTry): string {
  const said = Buffer.alloc(SAID_BYTES)
  said.write(markOf(tenantId) + deliveryId.replaceAll('-', ''), 'hex')
  said.writeUInt16BE(number % BYTE_VALUES ** NUMBER_BYTES, SAID_BYTES - NUMBER_BYTES)
  const whole = Buffer.concat([said, macOf(box, said)])
  return BigInt(`0x${whole.toString('hex')}`)
    .toString(RADIX)
    .padStart(TOKEN_CHARACTERS, '0')
}

/** Returns the content of a token; undefined if it was not made here. */
export function readBounceToken(box: SecretBox, token: string): BounceToken | undefined {
  if (!new RegExp(`^[0-9a-v]{${TOKEN_CHARACTERS}}$`, 'i').test(token)) return undefined
  let value = 0n
  for (const letter of token) value = value * BigInt(RADIX) + BigInt(Number.parseInt(letter, RADIX))
  const whole = Buffer.from(value.toString(16).padStart(2 * (SAID_BYTES + MAC_BYTES), '0'), 'hex')
  const said = whole.subarray(0, SAID_BYTES)
  if (!timingSafeEqual(whole.subarray(SAID_BYTES), macOf(box, said))) return undefined
  const hex = said.toString('hex')
  const id = hex.slice(2 * MARK_BYTES, 2 * (MARK_BYTES + ID_BYTES))
  return {
    tenantMark: hex.slice(0, 2 * MARK_BYTES),
    deliveryId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    number: said.readUInt16BE(SAID_BYTES - NUMBER_BYTES),
  }
}

/** Returns the sender address of a try, to which its mail is returned. */
export const returnAddress = (bounceAddress: string, token: string): string => bounceAddress.replace('@', `+${token}@`)

const macOf = (box: SecretBox, said: Buffer) =>
  createHmac('sha256', box.derive('bounce')).update(said).digest().subarray(0, MAC_BYTES)
