/** Tests `apsis-server` as an operator runs it, on a PostgreSQL that is not embedded. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAudit } from './platform/database/audit.repository.ts'
import { openDatabase } from './platform/database/database.ts'
import { createLog } from './platform/log.ts'
import { openTemporaryPlace } from './platform/postgres/testing/temporary-place.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'
import { startDoor } from './platform/testing/door-process.ts'
import { createTestDatabase, type TestDatabase } from './platform/testing/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'apsis-server-'))
const anchor = join(folder, 'anchor.json')
let database: TestDatabase
let settings: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  settings = { APSIS_DATABASE_OWNER_URL: database.ownerUrl }
  const log = createLog({ level: 'warn', process: 'test', version: 'test' })
  const db = openDatabase({ url: database.appUrl, pool: 2, name: 'test', log })
  const entry = { actor: 'ada', action: 'test', outcome: 'done', requestId: 'r' } as const
  for (const tenant of ['organisation:alpha', 'organisation:beta'])
    for (const object of ['first', 'second', 'third'])
      await db.tenant(tenant, (tx) => insertAudit(tx, tenant, { ...entry, object }))
  await db.close()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function run(args: readonly string[], env: Record<string, string> = settings) {
  const door = startDoor('server/apsis-server.ts', env, args)
  const { code } = await door.ended
  return { code, said: door.lines.join('\n') }
}

test('check-data checks every organisation as the owner of the tables, and stores the heads of their records', async () => {
  expect(await run(['check-data', '--anchor', anchor])).toMatchObject({
    code: 0,
    said: expect.stringContaining('All invariants hold.'),
  })
  const heads = JSON.parse(readFileSync(anchor, 'utf8'))
  expect(heads).toMatchObject([
    { tenant_id: 'organisation:alpha', seq: 3 },
    { tenant_id: 'organisation:beta', seq: 3 },
  ])
  const open = await database.query(
    "select relname from pg_class where relrowsecurity and not relforcerowsecurity and relname in ('audit', 'member', 'event')",
  )
  expect(open, 'the walls stand again').toEqual([])
})

test('check-data finds a change in the record of one organisation, and a removed end in another', async () => {
  await database.query('alter table platform.audit disable trigger all')
  await database.query(
    "update platform.audit set actor = 'eve' where tenant_id = 'organisation:beta' and seq = 2; delete from platform.audit where tenant_id = 'organisation:alpha'",
  )
  const { code, said } = await run(['check-data', '--against', anchor])
  expect(code).toBe(1)
  expect(said).toContain('audit of organisation:beta, entry 2: its content was changed')
  expect(said).toContain('audit of organisation:alpha: entry 3 is not the one that was kept')
})

test('apsis-server explains the faults of a command line and of its input', async () => {
  const cases: readonly [readonly string[], number, string][] = [
    [['check-data', '--ancor'], 2, "apsis-server: Unknown option '--ancor'"],
    [['backp'], 2, 'apsis-server: there is no command "backp"'],
    [['restore', join(folder, 'none'), '--verify'], 1, `there is no backup ${join(folder, 'none')}`],
    [['backup', join(folder, 'b.tar'), '--keep', '3'], 1, '--keep counts the backups of a folder'],
    [['backup', folder, '--keep', '0'], 1, '--keep 0: expected a whole number from 1'],
    [['backup', join(folder, 'none', '/')], 1, `there is no folder ${join(folder, 'none')}`],
    [['restore', folder, '--verify'], 1, 'this is a folder: a backup is one file'],
    [['check-data', '--against', join(folder, 'none')], 1, `--against ${join(folder, 'none')}: there is no such file`],
    [['check-data', '--against', import.meta.filename], 1, 'this is no file that --anchor kept'],
    [['check-data', '--anchor', join(folder, 'none', 'f')], 1, `there is no folder ${join(folder, 'none')}`],
    [['check-data', '--anchor', anchor], 1, `--anchor ${anchor}: there is such a file already`],
  ]
  const answers = await Promise.all(cases.map(([args]) => run(args)))
  for (const [place, [, code, said]] of cases.entries()) {
    expect(answers[place]).toMatchObject({ code, said: expect.stringContaining(said) })
    expect(answers[place]?.said).not.toMatch(/^ +at |ENOENT|positional/m)
  }
  const without = await run(['check-data'], {
    APSIS_DATABASE_URL: database.appUrl,
    APSIS_OIDC_ISSUER: 'http://localhost/a',
  })
  expect(without).toMatchObject({ code: 1, said: expect.stringContaining('APSIS_DATABASE_OWNER_URL is missing') })
})

test('an address without a password gets it from a password file; without a file, the missing value is named', async () => {
  const url = new URL(database.ownerUrl)
  const file = join(folder, 'pgpass')
  writeFileSync(file, `*:*:*:${url.username}:${decodeURIComponent(url.password)}\n`, { mode: 0o600 })
  url.password = ''
  const bare = { APSIS_DATABASE_OWNER_URL: url.href }
  const [without, withFile] = await Promise.all([
    run(['check-data'], { ...bare, PGPASSFILE: join(folder, 'none') }),
    run(['check-data'], { ...bare, PGPASSFILE: file }),
  ])
  expect(without).toMatchObject({ code: 1, said: expect.stringContaining('The database asks for a password') })
  // The driver warns that a later version will not read such a file.
  expect(withFile.said).toMatch(/entry 2: its content was changed|All invariants hold/)
})

test.each([
  ['no data folder', 'none', ['check-data']],
  ['no data folder', 'none', ['backup', 'copy']],
  ['a folder without a database', '.', ['dead-letters']],
])('apsis-server with %s says what must be given: %#', async (_, name, args) => {
  const { code, said } = await run(args, { APSIS_DATA_DIR: join(folder, name) })
  expect({ code, said }).toMatchObject({
    code: 1,
    said: expect.stringMatching(/There is no database in .*APSIS_DATA_DIR/),
  })
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('backup into a folder keeps the wanted number of backups, and records the newest one for monitoring', async () => {
  const place = openTemporaryPlace()
  try {
    await place.start('installation')
    const { dataDir } = place.options('installation')
    const backups = join(place.root, 'backups')
    mkdirSync(backups)
    const backUp = (more = {}) => run(['backup', backups, '--keep', '1'], { APSIS_DATA_DIR: dataDir, ...more })
    const first = await backUp({ APSIS_DELIVERY_KEY_FILE: '/etc/apsis/delivery.key' })
    const [before] = readdirSync(backups)
    expect(before).toMatch(/^apsis-\d{8}T\d{6}Z\.tar$/)
    expect(first).toMatchObject({ code: 0, said: expect.stringMatching(/NOT encrypted, read back/) })
    expect(first.said).toContain('It does NOT hold the key of the channels, /etc/apsis/delivery.key')
    const second = await backUp()
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining(`Removed ${join(backups, `${before}`)}`) })
    expect(readdirSync(backups)).toHaveLength(1)
    expect(readdirSync(backups)).not.toContain(before)
    expect(second.said).not.toContain('does NOT hold')
    const { id } = JSON.parse(readFileSync(join(dataDir, 'last-backup.json'), 'utf8'))
    expect(second.said).toContain(`Backup ${id} in ${join(backups, `${readdirSync(backups)[0]}`)}`)
  } finally {
    await place.remove()
  }
})

test('the unit of the nightly backup runs under any Node that the product supports', () => {
  const unit = readFileSync(join(PROJECT_DIR, 'deploy', 'systemd', 'apsis-backup.service'), 'utf8')
  const [node, program = '', ...args] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? []
  // The Node of a machine with `npm start` may be 20 (README.md), which does not run TypeScript.
  expect([node, program, args[0]]).toEqual(['/usr/bin/node', '/opt/apsis/tools/launch.mjs', 'server/apsis-server.ts'])
  const here = program.replace('/opt/apsis', PROJECT_DIR)
  const given = args.map((one) => (one === '/var/lib/apsis-backups' ? folder : one))
  const env = { PATH: process.env.PATH, APSIS_DATA_DIR: join(folder, 'none') }
  const { status, stderr, stdout } = spawnSync(process.execPath, [here, ...given], { env, encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('There is no database in')])
})

test.each(['--version', '-V'])('apsis-server %s prints the version', async (option) => {
  expect(await run([option])).toEqual({ code: 0, said: VERSION })
})

test('check-data finds a service account that no program can use, and secrets that should have expired', async () => {
  const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`
  await database.query(`
    insert into service_accounts.client values ('fine-1', 'organisation:beta'), ('many-2', 'organisation:beta'),
      ('ended-3', 'organisation:beta'), ('lost-4', 'organisation:alpha');
    insert into service_accounts.service_account
      (tenant_id, id, client_id, name, description, roles, created_by, created_by_name, created_at, revoked_at)
    values ('organisation:beta', ${id(1)}, 'fine-1', 'a', '', '{ca:user}', 'ada', 'ada', now(), null),
      ('organisation:beta', ${id(2)}, 'many-2', 'b', '', '{ca:user}', 'ada', 'ada', now(), null),
      ('organisation:beta', ${id(3)}, 'ended-3', 'c', '', '{ca:user}', 'ada', 'ada', now(), now()),
      ('organisation:beta', ${id(4)}, 'lost-4', 'd', '', '{ca:user}', 'ada', 'ada', now(), null);
    insert into service_accounts.secret (tenant_id, id, service_account_id, hash, created_at, ends_at)
    select tenant_id, gen_random_uuid(), service_account_id, 'x', now(), now() + interval '1 day'
    from (values ('organisation:beta', ${id(1)}::uuid, 2), ('organisation:beta', ${id(2)}::uuid, 3),
      ('organisation:beta', ${id(3)}::uuid, 1)) as wanted (tenant_id, service_account_id, count), generate_series(1, count)`)
  const { code, said } = await run(['check-data'])
  expect(code).toBe(1)
  expect(said).toContain('service account many-2 of organisation:beta: 3 secrets are in force')
  expect(said).toContain('service account ended-3 of organisation:beta: 1 secrets are in force')
  expect(said).toContain('service account lost-4 of organisation:beta: nobody finds it by its client id')
  expect(said).not.toContain('fine-1')
})

test('check-data finds a customer whose balance is not the sum of the ledger', async () => {
  await database.query(`
    insert into payments.customer
      (tenant_id, id, user_id, name, currency, credit_limit, available, held, entries, is_simulated, created_at)
    values ('organisation:beta', gen_random_uuid(), 'ada', 'Ada', 'EUR', 0, 500, 0, 0, false, now()),
      ('organisation:beta', gen_random_uuid(), 'eve', 'Eve', 'EUR', 0, 0, 0, 0, false, now())`)
  const { code, said } = await run(['check-data'])
  expect(code).toBe(1)
  expect(said).toContain('payments of Ada: 500 is available, the ledger sums up to 0')
  expect(said).not.toContain('payments of Eve')
})
