import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeys, rotateKeys } from './keys.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apsis-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('loadKeys creates the keys once, readable only by the owner, and leaves no other file', async () => {
  const path = join(folder, 'keys.json')
  const keys = await loadKeys(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['keys.json'])
  expect(keys.jwks.keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
  expect(await loadKeys(path)).toEqual(keys)
})

test('loadKeys: after two simultaneous first starts both have the same keys', async () => {
  const path = join(folder, 'keys.json')
  const [one, two] = await Promise.all([loadKeys(path), loadKeys(path)])
  expect(one).toEqual(two)
})

test.runIf(process.platform !== 'win32')('loadKeys refuses a key file that others may read', async () => {
  const path = join(folder, 'keys.json')
  await loadKeys(path)
  await chmod(path, 0o640)
  await expect(loadKeys(path)).rejects.toThrow(/can be read by others \(mode 0640\).*chmod 600/)
})

test.each([
  ['{}', 'jwks.keys must hold'],
  ['{"jwks":{"keys":[{"kty":"oct","k":"x"}]},"cookieKeys":["x"]}', 'jwks.keys must hold'],
  ['not json', 'JSON'],
])('loadKeys refuses the file %s', async (text, problem) => {
  const path = join(folder, 'keys.json')
  await writeFile(path, text, { mode: 0o600 })
  await expect(loadKeys(path)).rejects.toThrow(problem)
})

test('loadKeys refuses short cookie keys', async () => {
  const path = join(folder, 'keys.json')
  await loadKeys(path)
  const file = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...file, cookieKeys: ['short'] }))
  await expect(loadKeys(path)).rejects.toThrow('cookieKeys must hold')
})

test('rotateKeys puts new keys first and keeps only the previous ones', async () => {
  const path = join(folder, 'keys.json')
  const kids = async () => (await loadKeys(path)).jwks.keys.map((key) => key.kid)
  const [first] = await kids()
  await rotateKeys(path)
  const [second, kept] = await kids()
  expect(kept).toBe(first)
  expect(second).not.toBe(first)
  await rotateKeys(path)
  expect((await kids()).slice(1)).toEqual([second])
  expect((await loadKeys(path)).cookieKeys).toHaveLength(2)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['keys.json'])
})
