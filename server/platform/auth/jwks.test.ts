import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createKeySource, type KeySource, KeysUnavailable } from './jwks.ts'

type Signer = { readonly jwk: JWK; token(kid?: string): Promise<string> }

let asked: number
let answer: () => { status: number; body: string; hangs?: boolean }
let now: number
let url: string
let first: Signer
let second: Signer
const logged: string[] = []
const log = createLog({
  level: 'warn',
  process: 't',
  version: 't',
  destination: { write: (line) => void logged.push(line) },
})
const provider = createServer((_, response) => {
  asked += 1
  const { status, body, hangs } = answer()
  response.writeHead(status, { 'content-type': 'application/json' })
  if (hangs) response.write(body)
  else response.end(body)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/certs`
  first = await signer('first')
  second = await signer('second')
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  asked = 0
  now = 1_800_000_000_000
  serve(first)
})

async function signer(kid: string): Promise<Signer> {
  const { privateKey, publicKey }: { privateKey: CryptoKey; publicKey: CryptoKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  return { jwk, token: (as = kid) => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: as }).sign(privateKey) }
}

function serve(...signers: Signer[]): void {
  answer = () => ({ status: 200, body: JSON.stringify({ keys: signers.map(({ jwk }) => jwk) }) })
}

const source = (): KeySource => createKeySource({ url, proxy: undefined, log, now: () => now })
const verify = async (keys: KeySource, token: string | Promise<string>) =>
  (await jwtVerify(await token, keys.key)).protectedHeader.kid
const minutes = (count: number) => count * 60_000
/** Waits for an effect that comes at once on an idle machine, and may come late on a busy one. */
const until = (condition: () => Promise<unknown>) => vi.waitUntil(condition, 30_000)

test('createKeySource() asks once, and again after ten minutes', async () => {
  const keys = source()
  for (let n = 0; n < 5; n++) expect(await verify(keys, first.token())).toBe('first')
  expect(asked).toBe(1)
  now += minutes(10)
  await verify(keys, first.token())
  expect(asked).toBe(1)
  now += 1
  await verify(keys, first.token())
  expect(asked).toBe(2)
})

test('createKeySource() asks once for many simultaneous callers', async () => {
  const keys = source()
  await Promise.all(Array.from({ length: 50 }, () => verify(keys, first.token())))
  expect(asked).toBe(1)
})

test('10,000 unknown keys within 30 s cause one request', async () => {
  const keys = source()
  await verify(keys, first.token())
  now += 30_000
  const look = () => keys.key({ alg: 'ES256', kid: 'unknown' }, { payload: '', signature: '' })
  const rejected = await Promise.allSettled(Array.from({ length: 10_000 }, look))
  expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(asked).toBe(2)
  now += 29_999
  await expect(look()).rejects.toThrow('no applicable key')
  expect(asked).toBe(2)
  now += 1
  await expect(look()).rejects.toThrow('no applicable key')
  expect(asked).toBe(3)
  expect(await verify(keys, first.token())).toBe('first')
})

test('a new key is accepted at once, and an old one is accepted until the provider removes it', async () => {
  const keys = source()
  await verify(keys, first.token())
  now += 30_000
  serve(first, second)
  expect(await verify(keys, second.token())).toBe('second')
  expect(await verify(keys, first.token())).toBe('first')
  expect(asked).toBe(2)
  serve(second)
  now += minutes(10) + 1
  expect(await verify(keys, second.token())).toBe('second')
  await expect(verify(keys, first.token())).rejects.toThrow('no applicable key')
})

test('a key that was unknown a moment ago is found after half a minute', async () => {
  const keys = source()
  await verify(keys, first.token())
  await expect(verify(keys, second.token())).rejects.toThrow('no applicable key')
  serve(first, second)
  now += 30_000
  expect(await verify(keys, second.token())).toBe('second')
})

const FAULTS: [what: string, fault: () => void][] = [
  ['answers 500', () => (answer = () => ({ status: 500, body: 'no' }))],
  ['answers what is no JSON', () => (answer = () => ({ status: 200, body: '<html>' }))],
  ['answers an empty set', () => (answer = () => ({ status: 200, body: '{"keys":[]}' }))],
  ['answers null', () => (answer = () => ({ status: 200, body: 'null' }))],
  ['answers keys that are none', () => (answer = () => ({ status: 200, body: '{"keys":[1]}' }))],
  ['answers far too much', () => (answer = () => ({ status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }))],
  ['answers elsewhere', () => (answer = () => ({ status: 302, body: '' }))],
]

test.each(FAULTS)(
  'while a provider %s, everybody stays signed in for a day, and the keys are requested every half minute',
  async (_, fault) => {
    const keys = source()
    await verify(keys, first.token())
    fault()
    for (let times = 2; times < 7; times++) {
      now += minutes(11)
      expect(await verify(keys, first.token())).toBe('first')
      await untilAsked(keys, times)
    }
    expect(keys.state()).toMatchObject({ reachable: false })
    now += 29_999
    await verify(keys, first.token())
    expect(asked).toBe(6)
    now += minutes(24 * 60)
    await expect(verify(keys, first.token())).rejects.toThrow(KeysUnavailable)
    serve(first)
    now += 30_000
    await until(() => verify(keys, first.token()).catch(() => false))
    expect(keys.state()).toMatchObject({ reachable: true, ageS: 0 })
  },
)

/** Waits until the provider was asked this number of times: a provider that is known to be down is asked in the background. */
async function untilAsked(keys: KeySource, times: number): Promise<void> {
  await until(async () => {
    await verify(keys, first.token())
    return asked >= times
  })
  expect(asked).toBe(times)
}

test('a provider that is known to be down delays no request, even if it hangs', async () => {
  const keys = source()
  await verify(keys, first.token())
  answer = () => ({ status: 500, body: '' })
  now += minutes(11)
  await verify(keys, first.token())
  answer = () => ({ status: 200, body: '{', hangs: true })
  now += 30_000
  // If the request waited for the answer of the provider, the provider would have to hang up first.
  const order: string[] = []
  const hungUp = new Promise<void>((resolve) => {
    provider.once('request', (_, response) => response.once('close', () => resolve(void order.push('provider'))))
  })
  const arrived = new Promise<void>((resolve) => void provider.once('request', () => resolve()))
  expect(await verify(keys, first.token())).toBe('first')
  order.push('caller')
  await arrived
  provider.closeAllConnections()
  await hungUp
  expect(order).toEqual(['caller', 'provider'])
})

test('if no key was ever read nobody is admitted, and the provider is asked once a second', async () => {
  answer = () => ({ status: 503, body: '' })
  const keys = source()
  for (let n = 0; n < 20; n++) await expect(verify(keys, first.token())).rejects.toThrow(KeysUnavailable)
  expect(asked).toBe(1)
  expect(keys.state()).toEqual({ reachable: false, ageS: undefined })
  serve(first)
  now += 1_000
  expect(await verify(keys, first.token())).toBe('first')
  expect(asked).toBe(2)
})
