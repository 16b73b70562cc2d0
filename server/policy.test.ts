import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '@apsis/contract/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, EVERY_ENDPOINT, type Named } from './platform/testing/every-endpoint.ts'
import { startTestApi, type TestApi } from './platform/testing/test-api.ts'
import type { Who } from './platform/testing/test-issuer.ts'

// Written by hand from spec §6 and reliability §2.8, never generated: it is what the program is held against.
const [HEAD = [], ...ROWS] = readFileSync(join(import.meta.dirname, 'policy.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','))
const COLUMNS = HEAD.slice(1)
const CELLS = ROWS.flatMap(([name = '', ...cells]) =>
  cells.map((expected, place) => ({ name, column: COLUMNS[place] ?? '', expected })),
)

const rolesNamed = (name: string) => ['ca', 'odt', 'payments'].map((resource) => `${resource}:${name}`)
const ACCOUNT = ROLES.account.map((role) => `account:${role}`)

/** The person of a column; undefined sends no token. */
function personOf(column: string): Who | undefined {
  if (column === 'anonymous') return undefined
  const sets: Record<string, readonly string[]> = { none: [], account: ACCOUNT, 'demo-x': [] }
  const roles =
    sets[column] ??
    (column === 'all users' ? rolesNamed('user') : column === 'all admins' ? rolesNamed('admin') : [column])
  const subject = column === 'demo-x' ? 'demo-x' : `person-${column.replace(/\W/g, '-')}`
  return { subject, organisation: 'policy', roles }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The status that a person gets; streams are hung up on. */
async function statusOf({ endpoint, name }: Named, who: Who | undefined): Promise<number> {
  const address = addressOf({ endpoint, name }, who?.subject ?? 'nobody')
  const response = await api.call(who, `${endpoint.method} ${address}`)
  await response.body?.cancel()
  return response.status
}

const verdict = (status: number) => (status === 401 || status === 403 ? String(status) : 'allow')

test('policy.csv has a row for every endpoint of the contract, and no other', () => {
  expect(ROWS.map(([name]) => name).sort()).toEqual(EVERY_ENDPOINT.map(({ name }) => name).sort())
  expect(ROWS.filter((row) => row.length !== HEAD.length)).toEqual([])
  expect(CELLS.filter(({ expected }) => !['401', '403', 'allow'].includes(expected))).toEqual([])
})

test(`every cell of policy.csv is what the server answers (${ROWS.length} × ${COLUMNS.length} = ${CELLS.length} cells)`, async () => {
  const answers = []
  for (const one of EVERY_ENDPOINT) {
    const cells = CELLS.filter(({ name }) => name === one.name)
    const statuses = await Promise.all(cells.map(({ column }) => statusOf(one, personOf(column))))
    answers.push(...cells.map((cell, place) => ({ ...cell, answered: statuses[place] ?? 0 })))
  }
  expect(answers).toHaveLength(CELLS.length)
  expect(answers.filter(({ expected, answered }) => verdict(answered) !== expected)).toEqual([])
  expect(answers.filter(({ answered }) => answered >= 500)).toEqual([])
})

/** Each of the 64 ways to hold one role, or none, of each of three resources. */
const COMBINATIONS = (['ca', 'odt', 'payments'] as const).reduce<readonly (readonly string[])[]>(
  (sets, resource) => sets.flatMap((set) => [set, ...ROLES[resource].map((role) => [...set, `${resource}:${role}`])]),
  [[]],
)

test(`roles of other resources neither add nor take away (${EVERY_ENDPOINT.length} × ${COMBINATIONS.length} = ${EVERY_ENDPOINT.length * COMBINATIONS.length} cells)`, async () => {
  expect(COMBINATIONS).toHaveLength(64)
  const wrong: unknown[] = []
  for (const one of EVERY_ENDPOINT) {
    const row = CELLS.filter(({ name }) => name === one.name)
    await Promise.all(
      COMBINATIONS.map(async (roles, place) => {
        // Each endpoint so far asks for one requirement, so a combination may what any of its roles may alone.
        const columns = roles.length === 0 ? ['none'] : roles
        const may = row.some(({ column, expected }) => columns.includes(column) && expected === 'allow')
        const status = await statusOf(one, { subject: `combination-${place}`, organisation: 'policy', roles })
        if (verdict(status) !== (may ? 'allow' : '403')) wrong.push([one.name, roles, status])
      }),
    )
  }
  expect(wrong).toEqual([])
})

// Latin, Cyrillic and full-width letters, and the names that spec §6 lists as special.
const NAMES = [
  'demo',
  'demo-x',
  'demo_admin',
  'DEMO',
  'dеmo',
  'ｄｅｍｏ',
  'test',
  'testuser',
  'admin',
  'ca:admin',
  'root',
]

test(`no right follows from a name (${NAMES.length} names, decisions.md 10)`, async () => {
  const closed = EVERY_ENDPOINT.filter(({ endpoint }) => endpoint.access !== 'anyone' && endpoint.access.length > 0)
  const statuses = await Promise.all(
    NAMES.flatMap((username, place) =>
      closed.map(async (one) => {
        const token = await api.issuer.token({ subject: `named-${place}`, organisation: 'policy', username })
        const headers = { authorization: `Bearer ${token}` }
        const address = addressOf(one, `named-${place}`)
        return (await api.call(undefined, `${one.endpoint.method} ${address}`, { headers })).status
      }),
    ),
  )
  expect(statuses).toHaveLength(NAMES.length * closed.length)
  expect(new Set(statuses)).toEqual(new Set([403]))
})
