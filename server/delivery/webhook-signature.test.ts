import { spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyText, secretText, signatureHeaders } from './webhook-signature.ts'

/** The test vector of the reference libraries of Standard Webhooks (standard-webhooks/standard-webhooks, libraries/*). */
const VECTOR = {
  secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
/** The secret key of RFC 8032 §7.1, test 1. */
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const PUBLIC = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
/** The part of an SPKI Ed25519 key before its 32 bytes (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const pair = { secret: Buffer.from(VECTOR.secret, 'base64'), seed: SEED }

test('the v1 signature agrees with the reference vector', () => {
  const headers = signatureHeaders(VECTOR, [pair])
  expect(headers['webhook-id']).toBe(VECTOR.id)
  expect(headers['webhook-timestamp']).toBe('1614265330')
  expect(headers['webhook-signature']?.split(' ')[0]).toBe(VECTOR.signature)
})

test('the v1a signature is verified with the public key of RFC 8032', () => {
  const [, asymmetric] = signatureHeaders(VECTOR, [pair])['webhook-signature']?.split(' ') ?? []
  const [version, signature = ''] = asymmetric?.split(',') ?? []
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, PUBLIC]), format: 'der', type: 'spki' })
  const text = Buffer.from(`${VECTOR.id}.${VECTOR.timestampS}.${VECTOR.body}`)
  expect(version).toBe('v1a')
  expect(verify(null, text, key, Buffer.from(signature, 'base64'))).toBe(true)
  expect(verify(null, Buffer.from(`${text}x`), key, Buffer.from(signature, 'base64'))).toBe(false)
})

test('while secrets are rotated, each pair of keys signs', () => {
  const other = { secret: Buffer.alloc(32, 7), seed: Buffer.alloc(32, 9) }
  const kinds = signatureHeaders(VECTOR, [pair, other])
    ['webhook-signature']?.split(' ')
    .map((one) => one.split(',')[0])
  expect(kinds).toEqual(['v1', 'v1a', 'v1', 'v1a'])
})

test('secret and public key are written as in the standard', () => {
  expect(secretText(pair)).toBe(`whsec_${VECTOR.secret}`)
  expect(publicKeyText(pair)).toBe(`whpk_${PUBLIC.toString('base64')}`)
})

const PYTHON = 'python3'
const hasPython = spawnSync(PYTHON, ['--version']).status === 0

test.skipIf(!hasPython).each(['', '.de'])(
  'the Python recipe in the guide (delivery%s.md) recognises our signatures',
  (language) => {
    const guide = readFileSync(join(import.meta.dirname, `../../docs/guide/account/delivery${language}.md`), 'utf8')
    const recipe = /```python\n([\s\S]+?)```/.exec(guide)?.[1] ?? ''
    const body = '{"message":"Übergang, 70°"}'
    const own = { secret: Buffer.alloc(32, 7), seed: Buffer.alloc(32, 9) }
    const headers = signatureHeaders({ ...VECTOR, body }, [pair, own])
    // A body that both secrets have signed during a rotation is accepted; another body, id or secret is not.
    const asked = [
      [secretText(pair), headers, body],
      [secretText(own), headers, body],
      [secretText(pair), signatureHeaders(VECTOR, [pair]), VECTOR.body],
      [secretText(pair), headers, `${body} `],
      [secretText(pair), { ...headers, 'webhook-id': 'msg_other' }, body],
      [secretText(pair), signatureHeaders({ ...VECTOR, body }, [own]), body],
    ]
    const program = `${recipe}
import json, sys
asked = json.load(sys.stdin.buffer)
print(json.dumps([is_ours(secret, headers, body.encode()) for secret, headers, body in asked]))`
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-c', program], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual([true, true, true, false, false, false])
  },
)
