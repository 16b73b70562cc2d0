import { globSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Column, describe } from '../testing/rows/describe.ts'
import { parse, parsed } from '../testing/rows/parsed.ts'
import { type Kind, type Member, membersOf } from '../testing/rows/row-type.ts'
import { type Statement, statementsOf } from '../testing/rows/statement.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

/** Columns that may be null in their table but are never null in an answer, each with the reason. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'server/ca/event/estimate.repository.ts neighbour': 'the join asks for an object with a published ephemeris',
  'server/ca/event/estimate.repository.ts satellite_id': 'the join on the satellite leaves out objects without one',
  'server/ca/satellite/record/object-size.repository.ts radiusM': 'the condition asks for those with a radius',
  'server/ca/message/import.repository.ts arrived_at': 'a waiting file has arrived: a check of the table',
  'server/ca/message/import.repository.ts content': 'a waiting file has its content: a check of the table',
  'server/ca/plan/record/plan.repository.ts cdm_id': 'the condition asks for plans of events: a check of the table',
  'server/ca/plan/record/plan.repository.ts conjunction_id': 'the condition asks for plans of events',
  'server/odt/tracking/conjunction.repository.ts norad_id':
    'the condition asks for tracks by the number of their object',
  'server/odt/observation/observation.repository.ts pass_id': 'the condition asks for passes by their ids',
  'server/odt/sensor/sensor.repository.ts norad_id': 'the condition asks for tracks of one object',
  'server/odt/sensor/sensor.repository.ts offset_s': 'the condition asks for tracks that have one',
  'server/tle/catalogue.repository.ts left_at': 'the condition asks for objects that have left',
  'server/payments/ledger/entry.repository.ts order_id': 'the condition asks for orders by their ids',
  'server/platform/database/catalogue.repository.ts name':
    'a view of the system has no constraints; a setting has a name',
  'server/platform/database/catalogue.repository.ts setting': 'a view of the system has no constraints; these are set',
  'server/tle/element-set.repository.ts country': 'the condition asks for objects with one',
  'server/platform/operation/process.repository.ts pid': 'a process says its machine, pid and port at once',
  'server/platform/operation/process.repository.ts port': 'the condition asks for processes with a port',
}
/** Files with statements that cannot be checked from their text, each with the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'server/tle/catalogue.repository.ts': 'the columns of an element set are a list of names',
  'server/tle/element-set.repository.ts': 'the columns of an element set are a list of names',
  'server/ca/message/import.repository.ts': 'what became of a message is a schema of the contract',
  'server/payments/ledger/books.repository.ts': 'kinds of entries and prices are schemas of the contract',
  'server/payments/product.repository.ts': 'a price is a schema of the contract',
  'server/platform/database/invariants.repository.ts': 'the name of the table is one of a list',
  'server/platform/database/page.repository.ts': 'what is counted stands in the files that count',
}

const ROOT = join(import.meta.dirname, '../../..')
const files = globSync('{server,identity}/**/*.repository.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort()
const statements = files.flatMap((path) => {
  const file = parsed(path)
  return file ? statementsOf(file) : []
})

let database: TestDatabase
let client: pg.Client
/**
 * The columns that may be null, each written as `table.column` with the numbers by which PostgreSQL identifies the
 * table and the column.
 */
let nullable: ReadonlySet<string>
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ place: string }>(`
    select attrelid::text || '.' || attnum as place from pg_attribute
    where attnum > 0 and not attnotnull and not attisdropped`)
  nullable = new Set(rows.map(({ place }) => place))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const { builtins: OID } = pg.types
/** Maps the types of PostgreSQL to the type that the driver returns. */
const KINDS = new Map<number, Kind>([
  ...[OID.INT2, OID.INT4, OID.INT8, OID.FLOAT4, OID.FLOAT8].map((oid): [number, Kind] => [oid, 'number']),
  ...[OID.TEXT, OID.VARCHAR, OID.UUID, OID.NUMERIC, 18, 19].map((oid): [number, Kind] => [oid, 'string']),
  ...[OID.TIMESTAMPTZ, OID.TIMESTAMP, OID.DATE].map((oid): [number, Kind] => [oid, 'date']),
  [OID.BOOL, 'boolean'],
  [OID.BYTEA, 'bytes'],
  ...[1009, 2951, 1015].map((oid): [number, Kind] => [oid, 'strings']),
  [1185, 'list'],
  ...[1005, 1007, 1016, 1021, 1022].map((oid): [number, Kind] => [oid, 'numbers']),
])
const JSON_TYPES = new Set<number>([OID.JSON, OID.JSONB])

/** A statement that selects every column may return more columns than its row type names. */
const ALL_COLUMNS = /(\bselect|,|\breturning)\s+(\w+\.)?\*/

/** Returns the differences between a row type and the columns of its statement. */
function faultsOf(members: ReadonlyMap<string, Member>, columns: readonly Column[], isAll: boolean): string[] {
  const names = new Set(columns.map(({ name }) => name))
  const missing = [...members.keys()].filter((name) => !names.has(name)).map((name) => `${name}: no such column`)
  const judged = isAll ? columns.filter(({ name }) => members.has(name)) : columns
  return [...missing, ...judged.flatMap((column) => faultOf(members.get(column.name), column))]
}

function faultOf(member: Member | undefined, { name, tableID, columnID, dataTypeID }: Column): string[] {
  if (!member) return [`${name}: the row type lacks the column`]
  const kind = KINDS.get(dataTypeID)
  const isJson = JSON_TYPES.has(dataTypeID)
  if (!kind && !isJson) return [`${name}: no kind is known for type ${dataTypeID}`]
  if (kind && member.kind !== 'any' && member.kind !== kind) return [`${name}: is ${kind}, typed ${member.kind}`]
  if (isJson && ['date', 'bytes'].includes(member.kind)) return [`${name}: is json, typed ${member.kind}`]
  const mayBeNull = tableID > 0 && nullable.has(`${tableID}.${columnID}`)
  return mayBeNull && !member.mayBeNull ? [`${name}: the column may be null`] : []
}

async function judged({ text, row, file }: Statement): Promise<string[]> {
  const members = membersOf(row, file)
  if (!members) return ['the row type cannot be read']
  try {
    return faultsOf(members, await describe(client, text), ALL_COLUMNS.test(text))
  } catch (failure) {
    if (failure instanceof pg.DatabaseError) return [`cannot be described: ${failure.message}`]
    throw failure
  }
}

/** Returns every fault by its place, `path:line column: fault`. */
async function allFaults(): Promise<string[]> {
  const faults: string[] = []
  for (const statement of statements)
    faults.push(...(await judged(statement)).map((fault) => `${statement.at} ${fault}`))
  return faults
}

const isUnread = (fault: string) => /cannot be (read|described)/.test(fault)
/** Returns the exception for a fault: the file, with the column if one is named. */
const exceptionOf = (fault: string) => {
  const [, path = '', column = ''] = /^([^:]+):\d+ (\w+)/.exec(fault) ?? []
  return isUnread(fault) ? path : `${path} ${column}`
}

test('each row type agrees with the columns that its statement returns from the database', async () => {
  expect(statements.length).toBeGreaterThan(150)
  const faults = await allFaults()
  const excepted = { ...UNREAD, ...NEVER_NULL }
  expect(faults.filter((fault) => !(exceptionOf(fault) in excepted))).toEqual([])
  const needed = new Set(faults.map(exceptionOf))
  expect(Object.keys(excepted).filter((one) => !needed.has(one))).toEqual([])
})

test('a row type whose name, type or null differs from its column is reported', async () => {
  const planted = `const a = sql<{ tenant_id: number; username: string | null; gone: string }>\`
    select tenant_id, username, first_seen from platform.member\``
  expect(await plantedFaults(planted)).toEqual([
    'gone: no such column',
    'tenant_id: is string, typed number',
    'first_seen: the row type lacks the column',
  ])
  const fragment = `const COLUMN = sql\`cdm_id\`
    const b = sql<{ cdm_id: string }>\`select \${COLUMN} from ca.decision_entry where place = \${1}\``
  expect(await plantedFaults(fragment)).toEqual(['cdm_id: the column may be null'])
  expect(await plantedFaults('const c = sql<{ a: number }>`select a from ca.no_such_table`')).toEqual([
    'cannot be described: relation "ca.no_such_table" does not exist',
  ])
})

async function plantedFaults(text: string): Promise<string[]> {
  const [statement] = statementsOf(parse('planted.repository.ts', text))
  if (!statement) throw new RangeError('The planted text has no statement.')
  return judged(statement)
}
