import { expect, test } from 'vitest'
import type { Account } from './accounts.ts'
import { createCredentials } from './credentials.ts'
import { hashPassword } from './password.ts'

const CHEAP = { ln: 10, r: 8, p: 1 }
const KIM: Account = {
  id: '0d1f7c52-5a0e-4c6b-9d0b-6b1f6a1c0001',
  username: 'kim',
  email: 'kim@aurora.example',
  name: 'Kim Weber',
  organisation: undefined,
  roles: {},
  passwordHash: await hashPassword('correct horse', CHEAP),
  demoPassword: undefined,
  description: '',
}
const DEMO: Account = { ...KIM, username: 'demo', passwordHash: undefined, demoPassword: 'apsis-demo' }

test('createCredentials accepts only the right pair, for hashed and demo passwords', async () => {
  const credentials = createCredentials([KIM, DEMO], CHEAP)
  const tries: readonly (readonly [string, string])[] = [
    ['kim', 'correct horse'],
    [' KIM ', 'correct horse'],
    ['kim', 'apsis-demo'],
    ['demo', 'apsis-demo'],
    ['nobody', 'correct horse'],
    ['__proto__', 'x'],
  ]
  const verdicts = await Promise.all(tries.map(([name, password]) => credentials.check(name, password)))
  expect(verdicts.map((verdict) => (typeof verdict === 'string' ? verdict : verdict.account.username))).toEqual([
    'kim',
    'kim',
    'refused',
    'demo',
    'refused',
    'refused',
  ])
})
