import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordHash, verifyPassword } from './password.ts'

// Other tests sign in with a lower cost; this test uses the cost of the product.
test('hashPassword has the parameters that OWASP recommends for 32 MiB, and a new salt each time', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  // OWASP Password Storage Cheat Sheet, scrypt: N=2^15 (32 MiB), r=8 (1024 bytes), p=3.
  expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect(one).not.toBe(two)
  expect(one).not.toContain('correct')
})

const CHEAP = { ln: 10, r: 8, p: 1 }

test('verifyPassword accepts the password and refuses others', async () => {
  const hash = await hashPassword('correct horse', CHEAP)
  const tries = ['correct horse', 'correct horse ', 'Correct horse', '', 'correct hors']
  const verdicts = await Promise.all(tries.map((password) => verifyPassword(password, hash, CHEAP)))
  expect(verdicts).toEqual([true, false, false, false, false])
})

test('verifyPassword reads a hash made elsewhere with other parameters', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const key = scryptSync('battery staple', salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 28 })
  const hash = `$scrypt$ln=16,r=8,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`
  expect(await verifyPassword('battery staple', hash)).toBe(true)
})

test('verifyPassword accepts a letter in both of its Unicode forms', async () => {
  expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait', CHEAP), CHEAP)).toBe(true)
})

test('the product accepts no hash with a smaller cost', async () => {
  const hash = await hashPassword('correct horse', CHEAP)
  expect(isPasswordHash(hash)).toBe(false)
  await expect(verifyPassword('correct horse', hash)).rejects.toThrow('not a password hash')
})

test.each([
  'plain text',
  '',
  '$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '$scrypt$ln=31,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '$scrypt$ln=15,r=8,p=1$short$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '$scrypt$ln=15,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$short',
  '$2b$12$abcdefghijklmnopqrstuuMZ8Z8Z8Z8Z8Z8Z8Z8Z8Z8Z8Z8Z8Z8Z8',
])('isPasswordHash refuses %s', async (hash) => {
  expect(isPasswordHash(hash)).toBe(false)
  await expect(verifyPassword('x', hash)).rejects.toThrow('not a password hash')
})
