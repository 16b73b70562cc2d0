import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { listSeenFaults } from './payments/ledger/seen-faults.ts'
import { createBackup } from './platform/backup/backup.ts'
import { readBackupKey } from './platform/backup/cipher.ts'
import { keepLastBackup } from './platform/backup/last-backup.ts'
import { backupName, removeOldBackups } from './platform/backup/old-backups.ts'
import { rehearseRestore, restoreBackup } from './platform/backup/restore.ts'
import { type Config, describeConfig, readConfig } from './platform/config.ts'
import { checkData } from './platform/database/check-data.ts'
import { onClient, type SharedDb } from './platform/database/database.ts'
import { listBrokenInvariants } from './platform/database/invariants.repository.ts'
import { socketUrl } from './platform/database/provision.ts'
import { listDeadJobs } from './platform/jobs/job.repository.ts'
import { DEAD_LETTER } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { readClock } from './platform/operation/process.repository.ts'
import { findPlace, SYSTEM_DIR } from './platform/postgres/place.ts'
import { findRunningPostgres } from './platform/postgres/running.ts'
import { type EmbeddedPostgres, startPostgres } from './platform/postgres/supervisor.ts'
import { runDoor } from './platform/process/lifecycle.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'
import { SETTINGS } from './platform/settings.data.ts'

const HELP = `apsis-server: look after an installation of Apsis ${VERSION}

  check-config                      say whether the settings can be used, and what each means
  backup FILE                       copy the embedded database, while it runs, into a new file, and read it back
  backup FOLDER [--keep N]          the same into a folder that exists, by the time as its name; then remove
                                    older ones of this installation, so that N are left
  restore FILE --verify             rehearse: restore aside, read everything, check it, report, remove it again
  restore FILE --to FOLDER          make a new data directory from a backup [--verify]
  check-data [--anchor FILE]        check what the database holds (one of your own as APSIS_DATABASE_OWNER_URL):
                                    audit chain, events, effects, ledgers; FILE then
                                    keeps the newest entry of each audit record: store it elsewhere
  check-data --against FILE         also find what was cut off or rewritten since FILE was made
  migrate                           bring the tables of the database at APSIS_DATABASE_OWNER_URL forward, before the
                                    first start and before each new version; it may be repeated
  dead-letters [--retry]            list the jobs that were given up, or put them back to work

  -h, --help                        print this help
  -V, --version                     print the version of Apsis

Settings come from the environment (APSIS_…). Backups are encrypted when APSIS_BACKUP_KEY_FILE is set.
`

const AuditHeads = z.array(z.strictObject({ tenant_id: z.string(), seq: z.int(), hash: z.string() }))

type Task = {
  readonly config: Config
  readonly log: Log
  readonly target: string | undefined
  readonly flags: { verify?: boolean; to?: string; retry?: boolean; anchor?: string; against?: string; keep?: string }
}

const COMMANDS: Readonly<Record<string, (task: Task) => Promise<void>>> = {
  'check-config': async ({ config }) => say(explain(config)),
  backup,
  restore,
  'check-data': check,
  migrate,
  'dead-letters': deadLetters,
}

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine()
  const [name, target, ...rest] = positionals
  if (values.version) return say(VERSION)
  if (values.help) return say(HELP)
  if (name === undefined) return refuse(`a command is missing\n\n${HELP}`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return refuse(`there is no command "${name}"\n\n${HELP}`)
  if (rest.length > 0) return refuse(`"${rest[0]}" is one argument too many`)
  const config = readConfig(process.env, PROJECT_DIR, name === 'check-config' ? 'run' : 'database')
  await command({
    config,
    log: createLog({ level: config.logLevel, process: 'apsis-server', version: VERSION }),
    target,
    flags: values,
  })
}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        verify: { type: 'boolean' },
        to: { type: 'string' },
        retry: { type: 'boolean' },
        anchor: { type: 'string' },
        against: { type: 'string' },
        keep: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    })
  } catch (error) {
    // Node adds advice about arguments that begin with a hyphen, which does not apply here.
    if (error instanceof TypeError) return refuse(error.message.replace(/\. To specify a positional.*/s, ''))
    throw error
  }
}

/** Reports a wrong command line; its exit code differs from that of a correct command that fails. */
function refuse(why: string): never {
  process.stderr.write(`apsis-server: ${why}\n`)
  process.exit(2)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function explain(config: Config): string {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length))
  const lines = Object.entries(SETTINGS).map(
    ([name, { meaning, accepted }]) => `  ${name.padEnd(width)}  ${meaning} (${accepted})`,
  )
  return `The settings can be used.\n\n${JSON.stringify(describeConfig(config), null, 2)}\n\n${lines.join('\n')}`
}

async function backup({ config, log, target, flags }: Task): Promise<void> {
  if (target === undefined) throw new Error('Say where the backup goes: backup FILE, or a folder that exists')
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  if (!isFolder && target.endsWith('/')) throw new Error(`there is no folder ${target}`)
  const keep = keepOf(flags.keep, isFolder)
  const key = keyOf(config)
  await withEmbedded(config, log, async (server, connection) => {
    // A backup is dated by the clock of the machine, also if the database's is moved (docs/decisions/164-one-clock.md).
    const now = new Date()
    const report = await createBackup({
      connection,
      clusterDir: server.clusterDir,
      targetFile: isFolder ? join(target, backupName(now)) : target,
      key,
      secretFiles: secretFilesOf(config),
      now: () => new Date(),
      log,
    })
    say(
      `Backup ${report.id} in ${report.file}: ${report.files} files, ${report.bytes} bytes, ${report.isEncrypted ? 'encrypted' : 'NOT encrypted'}, read back`,
    )
    keepLastBackup(config.dataDir, report)
    say(`It holds everything committed before ${report.endedAt}.`)
    if (!liesInData(config))
      say(
        `It does NOT hold the key of the channels, ${config.delivery.keyFile}: keep a copy of it, or every address is lost.`,
      )
    if (keep === undefined) return
    const removed = await removeOldBackups({ folder: dirname(report.file), keep, newest: report, now, log })
    for (const file of removed) say(`Removed ${file}: ${keep} are kept.`)
  })
}

const MOST_KEPT = 10_000

function keepOf(text: string | undefined, isFolder: boolean): number | undefined {
  if (text === undefined) return undefined
  if (!isFolder) throw new Error('--keep counts the backups of a folder: name one that exists')
  const keep = /^\d+$/.test(text) ? Number(text) : 0
  if (keep < 1 || keep > MOST_KEPT) throw new Error(`--keep ${text}: expected a whole number from 1 to ${MOST_KEPT}`)
  return keep
}

/** Returns the files without which the database cannot be used: the key, if it is in the data folder. */
function secretFilesOf(config: Config): readonly string[] {
  const { keyFile } = config.delivery
  return liesInData(config) && existsSync(keyFile) ? [keyFile] : []
}

const liesInData = ({ dataDir, delivery }: Config) => dirname(resolve(delivery.keyFile)) === resolve(dataDir, 'secrets')

async function restore({ config, log, target, flags }: Task): Promise<void> {
  if (target === undefined) throw new Error('Say which backup: restore FILE --verify, or restore FILE --to FOLDER')
  if (flags.to === undefined && !flags.verify) throw new Error('Say where to (--to FOLDER), or rehearse (--verify)')
  const common = {
    backupFile: target,
    osUser: config.databaseOsUser,
    key: keyOf(config),
    check: (client: pg.Client) => onClient(client, listBroken),
    database: 'apsis',
    log,
  }
  const report =
    flags.to === undefined
      ? await rehearseRestore({ ...common, scratchDir: tmpdir() })
      : await restoreBackup({ ...common, targetDataDir: flags.to, verify: flags.verify ?? false })
  const { recoveryPoint: point, verified } = report
  say(
    `${flags.to === undefined ? 'Rehearsed' : `Restored to ${report.dataDir}`}: ${report.files} files, ${report.bytes} bytes`,
  )
  say(`Holds everything committed before ${point.backupEndedAt}; last commit found: ${point.lastCommitAt ?? 'none'}`)
  if (verified)
    say(
      `Verified: ${verified.databases} databases, ${verified.tables} tables, ${verified.indexes} indexes, invariants hold`,
    )
}

/** Returns all contradictions in the data that a connection sees, including money. */
async function listBroken(tx: SharedDb): Promise<string[]> {
  return [...(await listBrokenInvariants(tx)), ...(await listSeenFaults(tx, (await readClock(tx)).atMs))]
}

async function check({ config, log, flags }: Task): Promise<void> {
  const kept = flags.against === undefined ? [] : readHeads(flags.against)
  if (flags.anchor !== undefined) requireNewFile(flags.anchor)
  const work = async (client: pg.Client) => {
    const { broken, heads } = await checkData(client, { kept, listBroken })
    say(broken.length === 0 ? 'All invariants hold.' : broken.join('\n'))
    if (broken.length > 0) process.exitCode = 1
    if (flags.anchor === undefined) return
    writeFileSync(flags.anchor, JSON.stringify(heads), { flag: 'wx', mode: 0o600 })
    say(`Kept in ${flags.anchor}: store it where whoever can change this database cannot.`)
  }
  if (config.databaseOwnerUrl !== undefined) return withClient(config.databaseOwnerUrl, work)
  if (config.databaseUrl !== undefined)
    throw new Error(
      'APSIS_DATABASE_OWNER_URL is missing: only the owner of the tables sees what all organisations have',
    )
  await withEmbedded(config, log, (server) => withClient(socketUrl(server, server.superuser, 'apsis'), work))
}

function readHeads(file: string): z.infer<typeof AuditHeads> {
  if (!existsSync(file)) throw new Error(`--against ${file}: there is no such file`)
  try {
    return AuditHeads.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    throw new Error(`--against ${file}: this is no file that --anchor kept`, { cause: error })
  }
}

/** Refuses an existing output file before the check begins, because the check may take long. */
function requireNewFile(file: string): void {
  const folder = dirname(resolve(file))
  if (existsSync(file)) throw new Error(`--anchor ${file}: there is such a file already, and it is not overwritten`)
  if (!existsSync(folder)) throw new Error(`--anchor ${file}: there is no folder ${folder}`)
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(`--anchor ${file}: this account may not write to ${folder}`, { cause: error })
  }
}

async function migrate({ config: { databaseOwnerUrl: ownerUrl }, log }: Task): Promise<void> {
  if (ownerUrl === undefined)
    throw new Error('APSIS_DATABASE_OWNER_URL is missing: migrations run as the owner of the database')
  // This loads all jobs, which takes a second that no other command needs.
  const { bringForward, describeMigrations } = await import('./migrate.ts')
  say(describeMigrations(ownerUrl, await bringForward(ownerUrl, log)))
}

async function deadLetters({ config, log, flags }: Task): Promise<void> {
  const work = async (client: pg.Client) => {
    if (flags.retry) return say(`${await retryDead(client)} jobs go back to work.`)
    const dead = await onClient(client, (tx) => listDeadJobs(tx, 100))
    say(dead.length === 0 ? 'No job was given up.' : dead.map((one) => JSON.stringify(one)).join('\n'))
  }
  if (config.databaseUrl !== undefined) return withClient(config.databaseUrl, work)
  await withEmbedded(config, log, (server) => withClient(socketUrl(server, server.superuser, 'apsis'), work))
}

async function retryDead(client: pg.Client): Promise<number> {
  const { PgBoss, fromKysely } = await import('pg-boss')
  return onClient(client, async (tx) => {
    const boss = new PgBoss({ db: fromKysely(tx), schema: 'pgboss', migrate: false, supervise: false, schedule: false })
    await boss.start()
    const moved = await boss.redrive(DEAD_LETTER)
    await boss.stop({ graceful: false })
    return moved
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

type Server = Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'superuser' | 'clusterDir'>

/** Runs work on the embedded database, whether the product is running or not. */
async function withEmbedded(
  config: Config,
  log: Log,
  work: (server: Server, connection: pg.ClientConfig) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new Error(
      'APSIS_DATABASE_URL is set: that database has tools of its own (pg_basebackup, pgBackRest); this looks after the embedded one',
    )
  requireDatabase(config)
  const running = findRunningPostgres({ dataDir: config.dataDir, osUser: config.databaseOsUser })
  const server = running ?? (await startPostgres({ dataDir: config.dataDir, osUser: config.databaseOsUser, log }))
  try {
    await work(server, { connectionString: socketUrl(server, server.superuser, 'postgres') })
  } finally {
    if ('stop' in server) await (server as EmbeddedPostgres).stop()
  }
}

/** Refuses a folder without a database: otherwise a new and empty one would be created and checked. */
function requireDatabase({ dataDir, databaseOsUser: osUser }: Config): void {
  const isThere =
    existsSync(dataDir) && findPlace({ dataDir: realpathSync(dataDir), osUser, systemDir: SYSTEM_DIR }) !== undefined
  if (!isThere)
    throw new Error(
      `There is no database in ${dataDir}: name the data folder of the installation in APSIS_DATA_DIR. The first start makes it.`,
    )
}

function keyOf(config: Config): Buffer | undefined {
  return config.backupKeyFile === undefined ? undefined : readBackupKey(config.backupKeyFile)
}

if (import.meta.main) await runDoor(main)
