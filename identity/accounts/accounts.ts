import { readFile } from 'node:fs/promises'
import { isPasswordHash } from './password.ts'

/** The roles of each resource (spec §6). Every account has the roles of `account` unless its entry says otherwise. */
const SERVICE_ROLES = ['admin', 'user', 'testuser']
const ACCOUNT_ROLES = ['manage-account', 'manage-account-links', 'view-profile']
const ROLES_OF: Readonly<Record<string, readonly string[]>> = {
  ca: SERVICE_ROLES,
  odt: SERVICE_ROLES,
  payments: SERVICE_ROLES,
  account: ACCOUNT_ROLES,
}

export type Organisation = { readonly id: string; readonly name: string }
export type Account = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly name: string
  readonly organisation: Organisation | undefined
  readonly roles: Readonly<Record<string, readonly string[]>>
  readonly passwordHash: string | undefined
  readonly demoPassword: string | undefined
  readonly description: string
}

type Fields = Readonly<Record<string, unknown>>
type Problems = string[]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ORGANISATION_ID = /^[a-z0-9][a-z0-9-]{0,62}$/
const USERNAME = /^[a-z0-9][a-z0-9._@-]{0,99}$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/
const USER_FIELDS = [
  'id',
  'username',
  'email',
  'name',
  'organisation',
  'roles',
  'passwordHash',
  'demoPassword',
  'description',
]

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuseUnknown(fields: Fields, known: readonly string[], at: string, problems: Problems): void {
  for (const key of Object.keys(fields)) if (!known.includes(key)) problems.push(`${at}.${key}: unknown field`)
}

function textField(fields: Fields, key: string, at: string, problems: Problems): string {
  const value = fields[key]
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 200) return value
  problems.push(`${at}.${key}: must be a text of 1 to 200 characters`)
  return ''
}

function patternField(
  fields: Fields,
  key: string,
  rule: { at: string; pattern: RegExp; form: string },
  problems: Problems,
) {
  const value = fields[key]
  if (typeof value === 'string' && rule.pattern.test(value)) return value
  problems.push(`${rule.at}.${key}: must be ${rule.form}`)
  return ''
}

function parseOrganisation(value: unknown, at: string, problems: Problems): Organisation | undefined {
  if (!isFields(value)) {
    problems.push(`${at}: must be an object with id and name`)
    return undefined
  }
  refuseUnknown(value, ['id', 'name'], at, problems)
  const form = 'lower-case letters, digits and hyphens, at most 63, for example "aurora"'
  const id = patternField(value, 'id', { at, pattern: ORGANISATION_ID, form }, problems)
  return { id, name: textField(value, 'name', at, problems) }
}

function parseRoles(value: unknown, at: string, problems: Problems): Account['roles'] {
  const roles: Record<string, readonly string[]> = { account: ACCOUNT_ROLES }
  if (!isFields(value)) {
    problems.push(`${at}: must be an object of resource and list of roles, for example { "ca": ["user"] }`)
    return roles
  }
  for (const [resource, list] of Object.entries(value)) {
    const allowed = Object.hasOwn(ROLES_OF, resource) ? ROLES_OF[resource] : undefined
    if (!allowed) problems.push(`${at}.${resource}: unknown resource; known are ${Object.keys(ROLES_OF).join(', ')}`)
    else if (!Array.isArray(list) || !list.every((role) => allowed.includes(role)))
      problems.push(`${at}.${resource}: must be a list of ${allowed.join(', ')}`)
    else roles[resource] = [...new Set<string>(list)]
  }
  return roles
}

function parsePassword(fields: Fields, at: string, problems: Problems) {
  const { passwordHash, demoPassword } = fields
  if ((passwordHash === undefined) === (demoPassword === undefined)) {
    problems.push(`${at}: needs exactly one of passwordHash and demoPassword`)
  } else if (passwordHash !== undefined && (typeof passwordHash !== 'string' || !isPasswordHash(passwordHash))) {
    problems.push(`${at}.passwordHash: must be printed by identity/accounts/hash-password.ts`)
  } else if (demoPassword !== undefined && (typeof demoPassword !== 'string' || demoPassword.length < 4)) {
    problems.push(`${at}.demoPassword: must be a text of at least 4 characters`)
  }
  return {
    passwordHash: typeof passwordHash === 'string' ? passwordHash : undefined,
    demoPassword: typeof demoPassword === 'string' ? demoPassword : undefined,
  }
}

function parseUser(
  value: unknown,
  at: string,
  context: { organisations: readonly Organisation[]; problems: Problems },
) {
  const { organisations, problems } = context
  if (!isFields(value)) {
    problems.push(`${at}: must be an object`)
    return undefined
  }
  refuseUnknown(value, USER_FIELDS, at, problems)
  const organisation = organisations.find((o) => o.id === value.organisation)
  if (value.organisation !== undefined && !organisation)
    problems.push(`${at}.organisation: ${JSON.stringify(value.organisation)} is not among the organisations`)
  const usernameForm = 'lower-case letters, digits and . _ @ -, at most 100, for example "kim.weber"'
  return {
    id: patternField(value, 'id', { at, pattern: UUID, form: 'a UUID in lower case' }, problems),
    username: patternField(value, 'username', { at, pattern: USERNAME, form: usernameForm }, problems),
    email: patternField(value, 'email', { at, pattern: EMAIL, form: 'an e-mail address' }, problems),
    name: textField(value, 'name', at, problems),
    organisation,
    roles: parseRoles(value.roles, `${at}.roles`, problems),
    ...parsePassword(value, at, problems),
    description: value.description === undefined ? '' : textField(value, 'description', at, problems),
  } satisfies Account
}

function refuseDuplicates<T>(list: readonly T[], key: keyof T & string, at: string, problems: Problems): void {
  const seen = new Map<unknown, number>()
  for (const [i, entry] of list.entries()) {
    const first = seen.get(entry[key])
    if (first !== undefined && entry[key] !== '') problems.push(`${at}[${i}].${key}: same as ${at}[${first}].${key}`)
    else seen.set(entry[key], i)
  }
}

/** Reads accounts from the text of an accounts file; throws one error that lists every problem by entry and field. */
export function parseAccounts(text: string, source: string): readonly Account[] {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new Error(`${source} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const problems: Problems = []
  if (!isFields(file) || !Array.isArray(file.organisations) || !Array.isArray(file.users))
    throw new Error(`${source}: must be an object with the lists organisations and users`)
  refuseUnknown(file, ['organisations', 'users'], 'file', problems)
  const organisations = file.organisations
    .map((entry, i) => parseOrganisation(entry, `organisations[${i}]`, problems))
    .filter((entry) => entry !== undefined)
  const users = file.users
    .map((entry, i) => parseUser(entry, `users[${i}]`, { organisations, problems }))
    .filter((entry) => entry !== undefined)
  refuseDuplicates(organisations, 'id', 'organisations', problems)
  for (const key of ['id', 'username', 'email'] as const) refuseDuplicates(users, key, 'users', problems)
  if (problems.length > 0) throw new Error(`${source}: ${problems.length} problems\n  ${problems.join('\n  ')}`)
  return users
}

/** Reads and checks the accounts file. */
export async function readAccounts(path: string): Promise<readonly Account[]> {
  return parseAccounts(await readFile(path, 'utf8'), path)
}
