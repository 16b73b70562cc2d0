import { randomUUID } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import {
  type Connection,
  type ConnectionReading,
  type ConnectionTest,
  isOnThisMachine,
  MAIL_FOLDER,
  MOST_CONNECTIONS,
  type NewConnection,
  SPACE_TRACK_ADDRESS,
  SPACE_TRACK_STAGING,
} from '@apsis/contract/connections/connection.ts'
import { readAddress } from '../delivery/signed-post.service.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { isStale } from '../platform/http/etag.ts'
import {
  deleteRecurringWork,
  upsertRecurringWork,
  wakeRecurringWorkOf,
} from '../platform/jobs/recurring-work.repository.ts'
import * as repository from './connection.repository.ts'
import { type Feed, listFeeds, presentFeed } from './feed.service.ts'
import { folderPath } from './folder-path.service.ts'
import { openMailbox, readMailboxAddress, storedMailboxAddress } from './mailbox.service.ts'
import { readOpenList } from './open-ephemerides.service.ts'
import {
  accountOf,
  type ConnectionWays,
  failureOf,
  ledgerOf,
  lineOf,
  mailboxOf,
  readMailboxMemory,
  SATELLITES_QUERY,
} from './reader.service.ts'
import { listReadings } from './reading.repository.ts'
import { readDetail, writeFact } from './reading-fact.service.ts'
import { openSpaceTrack } from './space-track.service.ts'

/** The recurring work that reads the connections of a kind; the demo has its own. */
export const READER_WORKS = {
  SPACE_TRACK: { name: 'ca.space-track', everyS: 60 },
  OPEN_EPHEMERIDES: { name: 'ca.neighbours', everyS: 300 },
  FOLDER: { name: 'ca.folder', everyS: 3 },
  MAILBOX: { name: 'ca.mailbox', everyS: 60 },
} as const

/** A satellite of the fleet. */
export type FleetSatellite = { readonly id: string; readonly noradId: number }

/** The dependencies of connections. */
export type ConnectionPlatform = {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
  readonly ways: ConnectionWays
  /** Returns the satellites of the organisation, for which connections should bring messages. */
  readonly listFleet: (tx: TenantDb) => Promise<readonly FleetSatellite[]>
  /** The organisation with whose account the catalogue is fetched. */
  readonly catalogueOrganisation: string | undefined
  /** The recurring work that notifies people of silent sources. */
  readonly reminder: { readonly name: string; readonly everyS: number }
}

type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username' | 'fullName'>
  readonly requestId: string
}
type Row = repository.ConnectionRow

export async function listConnections(
  platform: ConnectionPlatform,
  { tenantId }: Pick<Caller, 'tenantId'>,
): Promise<Connection[]> {
  const read = await platform.db.tenant(tenantId, (tx) => readAll(tx, platform))
  return Promise.all(read.connections.map((row) => present(platform, tenantId, row, read)))
}

export async function createConnection(
  platform: ConnectionPlatform,
  request: Request,
  given: NewConnection,
): Promise<Connection> {
  const { tenantId } = request.caller
  const now = new Date(platform.now())
  requireAddress(platform, given)
  const id = randomUUID()
  await platform.db.tenant(tenantId, async (tx) => {
    await repository.lockConnections(tx, tenantId)
    const known = await repository.listConnections(tx)
    requireFree(known, given)
    await requireCatalogue(tx, platform, { tenantId, id, given })
    if (known.length >= MOST_CONNECTIONS)
      throw new ApiError('conflict', `An organisation has ${MOST_CONNECTIONS} connections at most.`)
    if (given.account !== undefined && given.secret === undefined) throw secretNeeded()
    const row: repository.NewConnectionRow = {
      id,
      ...fieldsOf(given),
      kind: given.kind,
      secret: given.secret === undefined ? null : platform.ways.box.seal(given.secret),
      folder: given.folder ?? null,
      state: given.isPaused ? 'PAUSED' : 'ACTIVE',
      state_detail: given.isPaused ? nameOf(request) : null,
    }
    await repository.insertConnection(tx, tenantId, row, now)
    await writeFeeds(tx, tenantId, { id, given, now })
    await wakeRecurringWorkOf(tx, workOf(given.kind, tenantId), READER_WORKS[given.kind].everyS)
    await upsertRecurringWork(tx, { name: platform.reminder.name, tenantId }, platform.reminder.everyS)
    await record(tx, request, { action: 'connection.create', id, detail: shown(given) })
  })
  return readOne(platform, tenantId, id)
}

type Change = { readonly id: string; readonly given: NewConnection; readonly ifMatch: string | undefined }

/** Replaces the fields of a connection that may change, and pauses or resumes the connection. */
export async function updateConnection(
  platform: ConnectionPlatform,
  request: Request,
  { id, given, ifMatch }: Change,
): Promise<Connection> {
  const { tenantId } = request.caller
  const now = new Date(platform.now())
  requireAddress(platform, given)
  await platform.db.tenant(tenantId, async (tx) => {
    await repository.lockConnections(tx, tenantId)
    const row = await requireConnection(tx, id)
    if (isStale(ifMatch, row))
      throw new ApiError('version-stale', 'The connection was changed by somebody else in between.')
    if (given.kind !== row.kind)
      throw refusal('conflict', '#/kind', {
        code: 'connection.kind',
        message: 'does not change: add another connection',
      })
    if ((given.folder ?? null) !== row.folder)
      throw refusal('conflict', '#/folder', {
        code: 'connection.folder',
        message: 'does not change: add another connection',
      })
    requireFree(
      (await repository.listConnections(tx)).filter((other) => other.id !== id),
      given,
    )
    const fields = fieldsOf(given)
    // A stored password is not sent to another address, or tried with another account: a person must enter it again.
    const isElsewhere = fields.address !== row.address || fields.account !== row.account
    if (row.secret !== null && given.secret === undefined && isElsewhere) throw secretNeeded()
    await requireCatalogue(tx, platform, { tenantId, id, given })
    const secret = given.secret === undefined ? undefined : platform.ways.box.seal(given.secret)
    await repository.updateConnection(tx, { id, ...fields, secret, now })
    await writeFeeds(tx, tenantId, { id, given, now })
    if (given.isPaused !== undefined) {
      const state = given.isPaused ? 'PAUSED' : 'ACTIVE'
      const detail = given.isPaused ? nameOf(request) : null
      await repository.updateState(tx, { id, state, detail, at: now })
    }
    await repository.wakeFeeds(tx, id)
    await wakeRecurringWorkOf(tx, workOf(given.kind, tenantId), READER_WORKS[given.kind].everyS)
    const change = { ...shown(given), secretChanged: secret !== undefined }
    await record(tx, request, { action: 'connection.update', id, detail: change })
  })
  return readOne(platform, tenantId, id)
}

export function removeConnection(platform: ConnectionPlatform, request: Request, id: string): Promise<void> {
  const { tenantId } = request.caller
  return platform.db.tenant(tenantId, async (tx) => {
    await repository.lockConnections(tx, tenantId)
    const row = await requireConnection(tx, id)
    if (row.kind === 'SIMULATED') throw new ApiError('conflict', 'The connection of the demo goes with the demo.')
    await repository.deleteConnection(tx, id)
    const isLast = (await repository.listConnections(tx)).every(({ kind }) => kind !== row.kind)
    if (isLast) await deleteRecurringWork(tx, workOf(row.kind, tenantId))
    await record(tx, request, { action: 'connection.remove', id, detail: { name: row.name } })
  })
}

/** Signs in and requests what the account may read; for a folder, checks that it can be read and written. */
export async function testConnection(
  platform: ConnectionPlatform,
  request: Request,
  id: string,
): Promise<ConnectionTest> {
  const { tenantId } = request.caller
  const { row, fleet } = await platform.db.tenant(tenantId, async (tx) => ({
    row: await repository.findConnection(tx, id),
    fleet: await platform.listFleet(tx),
  }))
  if (row === undefined) throw noConnection()
  const found = await tryConnection(platform, tenantId, row)
  await platform.db.tenant(tenantId, (tx) =>
    record(tx, request, { action: 'connection.test', id, detail: { result: found.result } }),
  )
  const inFleet = new Map(fleet.map((one) => [one.noradId, one.id]))
  const satellites = found.satellites?.map((one) => ({ ...one, satelliteId: inFleet.get(one.noradId) ?? null })) ?? null
  return { ...found, ...readDetail(found.detail), satellites }
}

type TrialResult = Omit<ConnectionTest, 'satellites' | 'fact'> & {
  readonly satellites: readonly { readonly noradId: number; readonly name: string }[] | null
}

async function tryConnection(platform: ConnectionPlatform, tenantId: string, row: Row): Promise<TrialResult> {
  const nothing = { detail: null, againAt: null, account: null, satellites: null }
  if (row.kind === 'SIMULATED') return { ...nothing, result: 'nothing-new' }
  if (row.kind === 'FOLDER') return { ...nothing, ...(await tryFolder(platform, tenantId, row)) }
  const { db, ways } = platform
  const signal = AbortSignal.timeout(TEST_MS)
  try {
    if (row.kind === 'MAILBOX')
      return { ...nothing, account: row.account, ...(await tryMailbox(platform, tenantId, row, signal)) }
    if (row.kind === 'OPEN_EPHEMERIDES') {
      const nothingKnown = { etag: null, lastModified: null }
      const list = await readOpenList(lineOf(ways, signal), ledgerOf(db, row, ways), row.address ?? '', nothingKnown)
      return { ...nothing, result: 'new', detail: 'files' in list ? `${list.files.length}` : '1' }
    }
    const session = openSpaceTrack(accountOf(row, ways.box), lineOf(ways, signal), ledgerOf(db, row, ways))
    await session.signIn()
    const feeds = (await db.tenant(tenantId, repository.listFeedRows)).filter((one) => one.connection_id === row.id)
    // Only an account of an operator may ask which satellites it may read; everybody may read the public reports.
    if (feeds.every(({ kind }) => kind !== 'MESSAGES')) return { ...nothing, result: 'new', account: row.account }
    const { records } = await session.ask('satellite', SATELLITES_QUERY)
    return { ...nothing, result: 'new', account: row.account, satellites: records.flatMap(readSatellite) }
  } catch (error) {
    if (signal.aborted) return { ...nothing, result: 'unreachable', detail: 'no answer in time' }
    const failure = failureOf(error, platform.now())
    if (failure === undefined) throw error
    const { result, detail, againMs } = failure
    return { ...nothing, result, detail, againAt: againMs > platform.now() ? new Date(againMs).toISOString() : null }
  }
}

/** A person waits for the result, and a page waits 30 s for an answer. */
const TEST_MS = 25_000
const MOST_NAME = 120

function readSatellite(entry: unknown): { noradId: number; name: string }[] {
  if (typeof entry !== 'object' || entry === null) return []
  const [number, name]: unknown[] = [
    Reflect.get(entry, 'NORAD_CAT_ID'),
    Reflect.get(entry, 'SATNAME') ?? Reflect.get(entry, 'OBJECT_NAME'),
  ]
  const noradId = Number(number)
  if (!Number.isInteger(noradId) || noradId < 1) return []
  return [{ noradId, name: typeof name === 'string' ? name.slice(0, MOST_NAME) : `${noradId}` }]
}

/** Returns the number of mails in the folder of a mailbox, and how many of them the platform has not read yet. */
async function tryMailbox({ db, ways }: ConnectionPlatform, tenantId: string, row: Row, signal: AbortSignal) {
  const rows = await db.tenant(tenantId, repository.listFeedRows)
  const memory = readMailboxMemory(rows.find((one) => one.connection_id === row.id)?.memory ?? {}, row)
  const mailbox = await openMailbox(mailboxOf(row, ways.box), lineOf(ways, signal))
  try {
    const from = memory.validity === mailbox.validity ? memory.uid + 1 : 1
    const { length } = await mailbox.listFrom(from)
    const folder = row.mail_folder ?? MAIL_FOLDER
    const detail = writeFact('mails', { count: mailbox.mails, folder, fresh: length })
    return { result: length > 0 ? 'new' : 'nothing-new', detail } as const
  } finally {
    await mailbox.close()
  }
}

async function tryFolder({ ways }: ConnectionPlatform, tenantId: string, { folder }: Row) {
  try {
    const path = folderPath(ways.exchangeDir, tenantId, folder ?? '')
    await mkdir(path, { recursive: true })
    await access(path, constants.R_OK | constants.W_OK)
    return { result: 'nothing-new' } as const
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (typeof code !== 'string') throw error
    return { result: 'folder', detail: code } as const
  }
}

type Page = { readonly id: string; readonly page: number; readonly limit: number }

export function listConnectionReadings(
  { db }: Pick<ConnectionPlatform, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, page, limit }: Page,
): Promise<{ items: ConnectionReading[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    if ((await repository.findConnection(tx, id)) === undefined) throw noConnection()
    const found = await listReadings(tx, { connectionId: id, limit, offset: (page - 1) * limit })
    const items = found.rows.map(({ kind, at, detail, ...counts }) => ({
      feed: kind,
      at: at.toISOString(),
      ...readDetail(detail),
      ...counts,
    }))
    return { items, total: found.total }
  })
}

/** Makes the connection that shows the demo's simulated messages. */
export async function addSimulatedConnection(
  tx: TenantDb,
  tenantId: string,
  { name, periodS, now }: { readonly name: string; readonly periodS: number; readonly now: Date },
): Promise<void> {
  await repository.lockConnections(tx, tenantId)
  const known = await repository.listConnections(tx)
  const id = known.find(({ kind }) => kind === 'SIMULATED')?.id ?? randomUUID()
  const row = {
    id,
    kind: 'SIMULATED',
    name: freeName(known, name),
    address: null,
    account: null,
    secret: null,
  } as const
  if (known.every(({ kind }) => kind !== 'SIMULATED'))
    await repository.insertConnection(
      tx,
      tenantId,
      {
        ...row,
        folder: null,
        mail_folder: null,
        senders: null,
        is_staging: false,
        state: 'ACTIVE',
        state_detail: null,
      },
      now,
    )
  await repository.upsertFeed(tx, tenantId, { connectionId: id, kind: 'MESSAGES', periodS, now })
}

/** A person may have used the name of the demo's connection. */
function freeName(known: readonly Row[], name: string): string {
  const isTaken = (text: string) => known.some((row) => row.name === text && row.kind !== 'SIMULATED')
  return isTaken(name) ? `${name} ${randomUUID().slice(0, 8)}` : name
}

export async function removeSimulatedConnection(tx: TenantDb): Promise<void> {
  for (const { id, kind } of await repository.listConnections(tx))
    if (kind === 'SIMULATED') await repository.deleteConnection(tx, id)
}

const nameOf = ({ caller: { fullName, username } }: Request): string => fullName ?? username

const secretNeeded = () =>
  refusal('unprocessable', '#/secret', {
    code: 'connection.secret',
    message: 'is needed with an account, and for another address or account',
  })

const noConnection = () => new ApiError('not-found', 'There is no such connection.')

async function requireConnection(tx: TenantDb, id: string): Promise<Row> {
  const row = await repository.lockConnection(tx, id)
  if (row === undefined) throw noConnection()
  return row
}

/** The password goes to this address, so it is a public name over https, and never an address inside the platform's network. */
function requireAddress({ publicUrl, ways }: ConnectionPlatform, { kind, address }: NewConnection): void {
  if (address === undefined) return
  const { allowLoopback } = ways.rules
  const rules = { ownHost: new URL(publicUrl).hostname, allowLoopback }
  const url = kind === 'MAILBOX' ? readMailboxAddress(address, rules) : readAddress(address, rules)
  if (!(url instanceof URL))
    throw refusal('unprocessable', '#/address', {
      code: url,
      message:
        kind === 'MAILBOX'
          ? 'has to be imaps:// and a public name, with port 993 or none'
          : 'has to be a public name over https, on port 443 or 8443',
    })
  if (kind === 'OPEN_EPHEMERIDES') return
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refusal('unprocessable', '#/address', { code: 'connection.path', message: 'has to be without a path' })
}

function requireFree(others: readonly Row[], given: NewConnection): void {
  const { name, folder } = given
  if (others.some((other) => other.name === name))
    throw refusal('conflict', '#/name', { code: 'connection.name', message: 'is taken' })
  if (folder !== undefined && others.some((other) => other.folder === folder))
    throw refusal('conflict', '#/folder', { code: 'connection.folder', message: 'is taken' })
  // Two readers of one folder would take each other's mails away.
  const mailbox = given.kind === 'MAILBOX' ? fieldsOf(given) : undefined
  const isSame = (other: Row) =>
    other.kind === 'MAILBOX' &&
    other.address === mailbox?.address &&
    other.account === mailbox.account &&
    other.mail_folder === mailbox.mail_folder
  if (mailbox !== undefined && others.some(isSame))
    throw refusal('conflict', '#/mailFolder', { code: 'connection.folder', message: 'is taken' })
}

/** All organisations share one catalogue, which one connection fetches. */
async function requireCatalogue(
  tx: TenantDb,
  { catalogueOrganisation }: ConnectionPlatform,
  { tenantId, id, given }: { readonly tenantId: string; readonly id: string; readonly given: NewConnection },
): Promise<void> {
  if (!given.feeds.includes('CATALOGUE')) return
  if (tenantId !== catalogueOrganisation)
    throw refusal('unprocessable', '#/feeds', {
      code: 'connection.catalogue',
      message:
        'must not have CATALOGUE: the installation has not named this organisation for it (APSIS_CATALOGUE_ORGANISATION)',
    })
  // A person who tries the product gets the catalogue from a service on this machine.
  if (fieldsOf(given).is_staging && !isOnThisMachine(given.address ?? ''))
    throw refusal('unprocessable', '#/feeds', {
      code: 'connection.catalogue-staging',
      message: 'must not have CATALOGUE: data of a place for tests is no catalogue for all organisations',
    })
  const rows = await repository.listFeedRows(tx)
  if (rows.some(({ kind, connection_id }) => kind === 'CATALOGUE' && connection_id !== id))
    throw refusal('conflict', '#/feeds', {
      code: 'connection.catalogue-twice',
      message: 'must not have CATALOGUE: another connection fetches it',
    })
}

function refusal(
  kind: 'conflict' | 'unprocessable',
  pointer: string,
  { code, message }: { readonly code: string; readonly message: string },
): ApiError {
  return new ApiError(kind, `${pointer} ${message}`, { errors: [{ code, message, pointer }] })
}

const fieldsOf = ({ kind, name, address, account, mailFolder, senders, isStaging }: NewConnection) => ({
  name,
  address: addressOf({ kind, address }),
  account: account ?? null,
  mail_folder: kind === 'MAILBOX' ? (mailFolder ?? MAIL_FOLDER) : null,
  senders: senders ?? null,
  // Space-Track uses the first address for tests; a service on this machine is for trying the product.
  is_staging:
    isStaging || (address !== undefined && (address.startsWith(SPACE_TRACK_STAGING) || isOnThisMachine(address))),
})

/** Returns the address as it is stored: the origin of a service, or the whole address of published ephemerides. */
function addressOf({ kind, address }: Pick<NewConnection, 'kind' | 'address'>): string | null {
  if (kind === 'FOLDER') return null
  if (kind === 'MAILBOX') return storedMailboxAddress(address ?? '')
  return kind === 'OPEN_EPHEMERIDES' ? new URL(address ?? '').href : new URL(address ?? SPACE_TRACK_ADDRESS).origin
}

async function writeFeeds(
  tx: TenantDb,
  tenantId: string,
  { id, given, now }: { readonly id: string; readonly given: NewConnection; readonly now: Date },
): Promise<void> {
  await repository.deleteOtherFeeds(tx, id, given.feeds)
  for (const kind of given.feeds)
    await repository.upsertFeed(tx, tenantId, { connectionId: id, kind, periodS: given.periodHours * 3_600, now })
}

const workOf = (kind: keyof typeof READER_WORKS, tenantId: string) => ({ name: READER_WORKS[kind].name, tenantId })

/** Returns the fields for the audit record of a change, without the secret. */
const shown = ({ secret: _, ...given }: NewConnection) => given

type ConnectionChange = {
  readonly action: string
  readonly id: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function record(
  tx: TenantDb,
  { caller, requestId }: Request,
  { action, id, detail }: ConnectionChange,
): Promise<void> {
  const { tenantId, subject: actor } = caller
  await insertAudit(tx, tenantId, { actor, action, object: id, outcome: 'done', requestId, detail })
  emit(tx, { tenantId, type: 'connection', data: { connection: id } })
}

type ReadConnections = {
  readonly connections: readonly Row[]
  readonly feeds: readonly Feed[]
  readonly rows: readonly repository.FeedRow[]
  readonly satellites: number
}

async function readAll(tx: TenantDb, { now, listFleet }: ConnectionPlatform): Promise<ReadConnections> {
  return {
    connections: await repository.listConnections(tx),
    feeds: await listFeeds(tx, now()),
    rows: await repository.listFeedRows(tx),
    satellites: (await listFleet(tx)).length,
  }
}

async function readOne(platform: ConnectionPlatform, tenantId: string, id: string): Promise<Connection> {
  const read = await platform.db.tenant(tenantId, (tx) => readAll(tx, platform))
  const row = read.connections.find((one) => one.id === id)
  if (row === undefined) throw noConnection()
  return present(platform, tenantId, row, read)
}

async function present(
  { db, ways, now }: ConnectionPlatform,
  tenantId: string,
  row: Row,
  { feeds, rows, satellites }: ReadConnections,
): Promise<Connection> {
  const own = feeds.filter(({ connectionId }) => connectionId === row.id)
  return {
    connectionId: row.id,
    kind: row.kind,
    name: row.name,
    address: row.address,
    account: row.account,
    folder: row.folder,
    mailFolder: row.mail_folder,
    senders: row.senders === null ? null : [...row.senders],
    folderPath: row.folder === null ? null : folderPath(ways.exchangeDir, tenantId, row.folder),
    secretSetAt: row.secret_set_at?.toISOString() ?? null,
    isStaging: row.is_staging,
    isSimulated: row.kind === 'SIMULATED',
    periodHours: Math.max(1, Math.round(Math.max(...own.map(({ periodS }) => periodS), 0) / 3_600)),
    state: row.state,
    stateSince: row.state_since.toISOString(),
    stateDetail: row.state_detail,
    feeds: own.flatMap((feed) => {
      const stored = rows.find((one) => one.connection_id === row.id && one.kind === feed.kind)
      return stored === undefined ? [] : [presentFeed(feed, stored, { now: now(), satellites })]
    }),
    // Mailboxes do not document how often they may be accessed.
    budget: row.address !== null && row.kind !== 'MAILBOX' ? await ledgerOf(db, row, ways).present() : [],
    version: row.version,
  }
}
