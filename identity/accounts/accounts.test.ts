import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAccounts, readAccounts } from './accounts.ts'

const HASH = '$scrypt$ln=15,r=8,p=3$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const USER = {
  id: '0d1f7c52-5a0e-4c6b-9d0b-6b1f6a1c0001',
  username: 'kim',
  email: 'kim@aurora.example',
  name: 'Kim Weber',
  organisation: 'aurora',
  roles: { ca: ['user'] },
  passwordHash: HASH,
}
const ORGANISATIONS = [{ id: 'aurora', name: 'Aurora' }]

function parse(users: unknown[], organisations: unknown[] = ORGANISATIONS) {
  return parseAccounts(JSON.stringify({ organisations, users }), 'accounts.json')
}

test('parseAccounts reads a user, and gives everybody the roles for their own account', () => {
  const [kim] = parse([USER])
  expect(kim?.organisation).toEqual({ id: 'aurora', name: 'Aurora' })
  expect(kim?.roles).toEqual({ account: ['manage-account', 'manage-account-links', 'view-profile'], ca: ['user'] })
})

test('parseAccounts accepts a user without an organisation and with fewer account roles', () => {
  const { organisation: _, ...rest } = USER
  const [kim] = parse([{ ...rest, roles: { account: ['view-profile'] } }])
  expect(kim?.organisation).toBeUndefined()
  expect(kim?.roles).toEqual({ account: ['view-profile'] })
})

test.each([
  ['a bad id', { id: 'KIM' }, 'users[0].id: must be a UUID'],
  ['a bad user name', { username: 'Kim Weber' }, 'users[0].username: must be lower-case'],
  ['a bad e-mail', { email: 'kim' }, 'users[0].email: must be an e-mail address'],
  ['an empty name', { name: ' ' }, 'users[0].name: must be a text'],
  ['an unknown organisation', { organisation: 'other' }, 'users[0].organisation: "other" is not among'],
  ['an unknown resource', { roles: { cam: [] } }, 'users[0].roles.cam: unknown resource'],
  ['a resource named like a property', { roles: JSON.parse('{"__proto__":["user"]}') }, 'users[0].roles.__proto__'],
  ['an unknown role', { roles: { ca: ['root'] } }, 'users[0].roles.ca: must be a list of admin, user, testuser'],
  ['roles that are no list', { roles: { ca: 'user' } }, 'users[0].roles.ca: must be a list'],
  ['no roles', { roles: undefined }, 'users[0].roles: must be an object'],
  ['a weak hash', { passwordHash: 'secret' }, 'users[0].passwordHash: must be printed by'],
  ['two passwords', { demoPassword: 'demo-demo' }, 'users[0]: needs exactly one of'],
  ['no password', { passwordHash: undefined }, 'users[0]: needs exactly one of'],
  ['a field nobody knows', { admin: true }, 'users[0].admin: unknown field'],
])('parseAccounts refuses %s and names the field', (_what, change, problem) => {
  expect(() => parse([{ ...USER, ...change }])).toThrow(problem)
})

test('parseAccounts reports all problems together', () => {
  const wrong = [{ ...USER, id: '1' }, { ...USER, username: 'sam', email: 'x' }, 'text']
  expect(() => parse(wrong)).toThrow(/3 problems[\s\S]*users\[0\]\.id[\s\S]*users\[1\]\.email[\s\S]*users\[2\]/)
})

test('parseAccounts refuses duplicates', () => {
  expect(() => parse([USER, { ...USER }])).toThrow(/users\[1\]\.id: same as users\[0\]\.id[\s\S]*username[\s\S]*email/)
  expect(() => parse([], [...ORGANISATIONS, ...ORGANISATIONS])).toThrow(
    'organisations[1].id: same as organisations[0].id',
  )
})

test('parseAccounts refuses a file in another form', () => {
  expect(() => parseAccounts('{', 'accounts.json')).toThrow('accounts.json is not JSON')
  expect(() => parseAccounts('[]', 'accounts.json')).toThrow('accounts.json: must be an object with the lists')
  expect(() => parse([USER], [{ id: 'Not Good', name: 'x' }])).toThrow('organisations[0].id: must be lower-case')
})

test('demo-accounts.json has the demo users of the issue', async () => {
  const accounts = await readAccounts(fileURLToPath(new URL('../demo-accounts.json', import.meta.url)))
  const held = Object.fromEntries(
    accounts.map(({ username, roles, organisation }) => {
      const { account: _, ...services } = roles
      return [username, { services, organisation: organisation?.id }]
    }),
  )
  const all = (role: string) => ({ ca: [role], odt: [role], payments: [role] })
  expect(held).toEqual({
    demo: { services: all('user'), organisation: 'aurora-demo' },
    'demo-tracking': { services: { odt: ['user'] }, organisation: 'aurora-demo' },
    'demo-guest': { services: {}, organisation: 'aurora-demo' },
    'demo-admin': { services: all('admin'), organisation: 'aurora-demo' },
    'demo-test': { services: all('testuser'), organisation: 'aurora-demo' },
    'demo-other': { services: all('user'), organisation: 'borealis-demo' },
  })
})
