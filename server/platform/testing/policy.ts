import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '@apsis/contract/roles.ts'
import type { TestPerson } from './test-issuer.ts'

export type PolicyCell = { readonly name: string; readonly column: string; readonly expected: string }

// The file was written by hand from spec §6 and reliability §2.8, and was never generated: the program is compared with it.
const [HEAD = [], ...LINES] = readFileSync(join(import.meta.dirname, '../../policy.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','))

/** The kinds of people in the policy. */
export const POLICY_COLUMNS = HEAD.slice(1)
/** Lines that have a cell too few or too many. */
export const RAGGED_LINES = LINES.filter((line) => line.length !== HEAD.length)

const CELLS: readonly PolicyCell[] = LINES.flatMap(([name = '', ...cells]) =>
  cells.map((expected, place) => ({ name, column: POLICY_COLUMNS[place] ?? '', expected })),
)
const isHeard = ({ name }: PolicyCell) => name.startsWith('HEAR ')
/** The cells about calls, by kind of person. */
export const CALL_CELLS = CELLS.filter((cell) => !isHeard(cell))
/** The cells about notifications and changes, by kind of person. */
export const HEARING_CELLS = CELLS.filter(isHeard)

export const namesOf = (cells: readonly PolicyCell[]): string[] => [...new Set(cells.map(({ name }) => name))]

const rolesNamed = (name: string) => ['ca', 'odt', 'payments'].map((resource) => `${resource}:${name}`)
const ACCOUNT = ROLES.account.map((role) => `account:${role}`)

/** Returns the person of a column, in an organisation; undefined sends no token. */
export function personOf(column: string, organisation: string): TestPerson | undefined {
  if (column === 'anonymous') return undefined
  const sets: Record<string, readonly string[]> = { none: [], account: ACCOUNT, 'demo-x': [] }
  const roles =
    sets[column] ??
    (column === 'all users' ? rolesNamed('user') : column === 'all admins' ? rolesNamed('admin') : [column])
  const subject = column === 'demo-x' ? 'demo-x' : `person-${column.replace(/\W/g, '-')}`
  return { subject, organisation, roles }
}
