import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSecretBox } from '../platform/auth/secret-box.ts'
import { bounceToken, markOf, readBounceToken, returnAddress } from './bounce-token.ts'

const folder = mkdtempSync(join(tmpdir(), 'apsis-bounce-'))
afterAll(() => rmSync(folder, { recursive: true }))
const box = createSecretBox(join(folder, 'key'))
const TENANT = 'organisation:alpha'
const TRY = { deliveryId: '00000000-0000-4000-8000-000000000001', number: 3 }

test('a token fits before the @ of an address, and identifies the try and the delivery', () => {
  const token = bounceToken(box, TENANT, TRY)
  expect(token).toMatch(/^[0-9a-v]{48}$/)
  expect(returnAddress('abcdefghijklmno@ops.example', token).split('@')[0]).toHaveLength(64)
  const tenantMark = createHash('sha256').update(TENANT).digest('hex').slice(0, 4)
  expect(markOf(TENANT)).toBe(tenantMark)
  expect(readBounceToken(box, token)).toEqual({ ...TRY, tenantMark })
  expect(readBounceToken(box, token.toUpperCase())).toEqual({ ...TRY, tenantMark })
})

test('a token of somebody else, or with any change, is invalid', () => {
  const token = bounceToken(box, TENANT, TRY)
  const others = [...token].map(
    (letter, at) => `${token.slice(0, at)}${letter === '0' ? '1' : '0'}${token.slice(at + 1)}`,
  )
  const elsewhere = bounceToken(createSecretBox(join(folder, 'other')), TENANT, TRY)
  // The token is signed with the right key, but for another purpose.
  const said = Buffer.from(`${markOf(TENANT)}${TRY.deliveryId.replaceAll('-', '')}0003`, 'hex')
  const mac = createHmac('sha256', box.derive('acknowledge')).update(said).digest().subarray(0, 10)
  const borrowed = BigInt(`0x${Buffer.concat([said, mac]).toString('hex')}`)
    .toString(32)
    .padStart(48, '0')
  const strange = ['', 'x', token.slice(1), `${token}0`, 'w'.repeat(48), 'é'.repeat(48), ' '.repeat(48)]
  for (const one of [...others, elsewhere, borrowed, ...strange]) expect(readBounceToken(box, one)).toBeUndefined()
})
