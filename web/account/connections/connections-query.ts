import {
  type Connection,
  createConnection,
  listConnectionReadings,
  listConnections,
  MAIL_FOLDER,
  type NewConnection,
  OPEN_ADDRESSES,
  SPACE_TRACK_ADDRESS,
  SPACE_TRACK_STAGING,
  testConnection,
  updateConnection,
} from '@apsis/contract/connections/connection.ts'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'
import type { SavedOver } from '../../form/use-form.ts'

/** The type of the event that announces a change of connections, and each reading. */
export const CONNECTIONS = ['connection']
/** The budget is read again at this interval, because requests leave the windows of the limits without an event. */
const AGAIN_MS = 60_000
const READINGS_SHOWN = 50

export const connectionsQuery = () =>
  queryOptions({
    queryKey: [...CONNECTIONS, 'list'],
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => call(listConnections, {}, signal),
  })

export const connectionsCall = { method: listConnections.method, path: listConnections.path }

/** Reads a page of the readings of a connection, newest first; its previous page is shown until the next is read. */
export const readingsQuery = (connectionId: string, page: number) =>
  queryOptions({
    queryKey: [...CONNECTIONS, 'readings', connectionId, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const sent = { params: { 'connection-id': connectionId }, query: { page, limit: READINGS_SHOWN } }
      const { answer, total } = await callVersioned(listConnectionReadings, sent, { signal })
      return { readings: answer, pages: Math.max(1, Math.ceil((total ?? answer.length) / READINGS_SHOWN)) }
    },
  })

export const readingsCall = (connectionId: string) => ({
  method: listConnectionReadings.method,
  path: listConnectionReadings.path.replace('{connection-id}', connectionId),
})

/** Tests a connection; the test is a request of the account, so it is made once for each press of a button. */
export function useConnectionTest() {
  return useMutation({
    gcTime: 0,
    meta: { silent: 'test-connection', writes: [CONNECTIONS] },
    mutationFn: ({ connectionId }: Connection) => call(testConnection, { params: { 'connection-id': connectionId } }),
  })
}
export type ConnectionTrial = ReturnType<typeof useConnectionTest>

/** Adds a connection. */
export const addConnection = (body: NewConnection) => call(createConnection, { body })

/** Replaces a version of a connection. */
export async function changeConnection(id: string, body: NewConnection, { version }: SavedOver<number>) {
  const how = version === undefined ? {} : { version: `"${version}"` }
  return (await callVersioned(updateConnection, { query: { 'connection-id': id }, body }, how)).answer
}

/** Returns the body that changes only the pause of a connection; undefined if nobody can change the connection. */
export function bodyWithPause(connection: Connection, isPaused: boolean): NewConnection | undefined {
  const { kind, name, address, account, folder, mailFolder, senders, feeds, periodHours, isStaging } = connection
  if (kind === 'SIMULATED') return undefined
  return {
    kind,
    name,
    ...(address === null ? {} : { address }),
    ...(account === null ? {} : { account }),
    ...(folder === null ? {} : { folder }),
    ...(mailFolder === null ? {} : { mailFolder }),
    ...(senders === null ? {} : { senders }),
    feeds: feeds.map(({ feed }) => feed),
    periodHours,
    isStaging,
    isPaused,
  }
}

type Publisher = keyof typeof OPEN_ADDRESSES
/** A kind of address: the usual one of the service, the one for tests, the one of a publisher of ephemerides, or any other. */
export type Place = 'usual' | 'staging' | Publisher | 'other'

/** The offered addresses of each kind of connection that has an address. */
const PLACES = {
  SPACE_TRACK: { usual: SPACE_TRACK_ADDRESS, staging: SPACE_TRACK_STAGING },
  OPEN_EPHEMERIDES: OPEN_ADDRESSES,
  FOLDER: {},
  MAILBOX: {},
} as const satisfies Readonly<Record<NewConnection['kind'], Partial<Record<Place, string>>>>

/** The fields of the form. */
export type ConnectionFields = {
  readonly kind: NewConnection['kind']
  readonly name: string
  readonly place: Place
  readonly address: string
  readonly account: string
  readonly secret: string
  readonly folder: string
  readonly feed: 'MESSAGES' | 'EPHEMERIDES'
  /** The data that the account of Space-Track fetches: messages, public reports, the catalogue of the installation. */
  readonly isForMessages: boolean
  readonly isForReports: boolean
  readonly isForCatalogue: boolean
  /** The folder of a mailbox, and the senders whose mails are taken, separated by commas or lines. */
  readonly mailFolder: string
  readonly senders: string
  readonly periodHours: number
  /** True if the data is for tests; data from the test address of the service always is. */
  readonly isStaging: boolean
}

const STANDARD_HOURS = 8

/** Returns the fields of a connection as they are typed; the password is never among them. */
export function fieldsOfConnection(connection: Connection | undefined): ConnectionFields {
  const kind = connection === undefined || connection.kind === 'SIMULATED' ? 'SPACE_TRACK' : connection.kind
  const address = connection?.address ?? SPACE_TRACK_ADDRESS
  const place = placesOf(kind).find((one) => addressAt(kind, one) === address) ?? 'other'
  const feed = connection?.feeds[0]?.feed
  return {
    kind,
    name: connection?.name ?? 'Space-Track',
    place,
    address: place === 'other' ? address : '',
    account: connection?.account ?? '',
    secret: '',
    folder: connection?.folder ?? '',
    feed: feed === 'EPHEMERIDES' ? feed : 'MESSAGES',
    isForMessages: connection === undefined || brings(connection, 'MESSAGES'),
    isForReports: brings(connection, 'REPORTED'),
    isForCatalogue: brings(connection, 'CATALOGUE'),
    mailFolder: connection?.mailFolder ?? MAIL_FOLDER,
    senders: connection?.senders?.join(', ') ?? '',
    periodHours: connection?.periodHours ?? STANDARD_HOURS,
    isStaging: connection?.isStaging ?? false,
  }
}

const addressAt = (kind: NewConnection['kind'], place: Place): string | undefined =>
  Object.entries(PLACES[kind]).find(([one]) => one === place)?.[1]

/** Returns the places that are offered for a kind; any other address may be typed as well. */
export const placesOf = (kind: NewConnection['kind']): Place[] => Object.keys(PLACES[kind]) as Place[]

/** Returns the typed address of the service. */
const addressOf = ({ kind, place, address }: ConnectionFields): string => addressAt(kind, place) ?? address.trim()

/** True if the stored password belongs to another address or account than the typed ones. */
export const isElsewhere = (fields: ConnectionFields, stored: Connection | undefined): boolean =>
  stored?.address !== addressOf(fields) || stored.account !== fields.account.trim()

/** Returns the fields of a new connection of a kind: the name of the service is proposed until somebody types another. */
export function fieldsOfKind(kind: NewConnection['kind']): Partial<ConnectionFields> {
  if (kind === 'FOLDER') return { kind, name: '' }
  if (kind === 'MAILBOX') return { kind, name: '', place: 'other', address: 'imaps://' }
  if (kind === 'OPEN_EPHEMERIDES') return { kind, name: 'Starlink', place: 'Starlink' }
  return { kind, name: 'Space-Track', place: 'usual' }
}

/** True if the connection has this feed: an account may be connected for the catalogue alone. */
const brings = (stored: Connection | undefined, kind: Connection['feeds'][number]['feed']): boolean =>
  stored?.feeds.some(({ feed }) => feed === kind) === true

/**
 * Returns the body of the typed fields. An empty password is omitted, so that the stored one stays, unless it would then be sent to another
 * address or account. A new password resumes a connection whose previous password was refused.
 */
export function bodyOfFields(fields: ConnectionFields, stored: Connection | undefined): unknown {
  const { kind, name, account, secret, folder, feed, mailFolder, senders, periodHours, isStaging } = fields
  const common = { kind, name, periodHours, isStaging }
  if (kind === 'FOLDER') return { ...common, folder: folder.trim(), feeds: [feed] }
  const address = addressOf(fields)
  if (kind === 'OPEN_EPHEMERIDES') return { ...common, address, feeds: ['NEIGHBOURS'] }
  const isKept = secret === '' && !isElsewhere(fields, stored)
  return {
    ...common,
    address,
    account: account.trim(),
    ...(isKept ? {} : { secret }),
    ...(kind === 'MAILBOX' ? { mailFolder: mailFolder.trim(), senders: sendersIn(senders) } : {}),
    feeds: kind === 'MAILBOX' ? [feed] : feedsOf(fields),
    ...(stored?.state === 'REFUSED' && secret !== '' ? { isPaused: false } : {}),
  }
}

const feedsOf = ({ isForMessages, isForReports, isForCatalogue }: ConnectionFields) => [
  ...(isForMessages ? ['MESSAGES'] : []),
  ...(isForReports ? ['REPORTED'] : []),
  ...(isForCatalogue ? ['CATALOGUE'] : []),
]

const sendersIn = (senders: string): string[] => senders.split(/[\s,;]+/).filter((one) => one !== '')
