import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { CA_ADMIN, CA_USER } from '../roles.ts'

/** The maximum number of connections of an organisation. */
export const MOST_CONNECTIONS = 20

/** The outside services that an organisation can connect, and the simulated one of the demo. */
export const CONNECTION_KINDS = ['SPACE_TRACK', 'OPEN_EPHEMERIDES', 'FOLDER', 'MAILBOX', 'SIMULATED'] as const
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]
/** The kinds that a person sets up; the demo makes and removes its own connection. */
export const NEW_CONNECTION_KINDS = ['SPACE_TRACK', 'OPEN_EPHEMERIDES', 'FOLDER', 'MAILBOX'] as const

/**
 * The data of a connection: messages, reports of close approaches without covariances, ephemerides of own satellites, ephemerides that
 * other operators publish of their satellites, or element sets of the whole catalogue, which serve all organisations of the installation.
 */
export const FEED_KINDS = ['MESSAGES', 'REPORTED', 'EPHEMERIDES', 'NEIGHBOURS', 'CATALOGUE'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
export const FEEDS_OF: Readonly<Record<ConnectionKind, readonly FeedKind[]>> = {
  SPACE_TRACK: ['MESSAGES', 'REPORTED', 'CATALOGUE'],
  OPEN_EPHEMERIDES: ['NEIGHBOURS'],
  FOLDER: ['MESSAGES', 'EPHEMERIDES'],
  MAILBOX: ['MESSAGES', 'EPHEMERIDES'],
  SIMULATED: ['MESSAGES'],
}

/**
 * ACTIVE: it is read when it is due. PAUSED: a person paused it. REFUSED: the service refused the account or its password. SUSPENDED: the service
 * suspended the account. All but ACTIVE wait for a person.
 */
export const CONNECTION_STATES = ['ACTIVE', 'PAUSED', 'REFUSED', 'SUSPENDED'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** The result of one reading of a feed, or of a test. */
export const READING_RESULTS = [
  ...['new', 'nothing-new', 'empty', 'some-refused'],
  ...['password', 'suspended', 'no-rights', 'throttled', 'limit-reached'],
  ...[
    'unreachable',
    'certificate',
    'cut-off',
    'too-large',
    'too-small',
    'page',
    'redirected',
    'wrong-type',
    'failed',
    'folder',
  ],
  'blocked',
] as const
export type ReadingResult = (typeof READING_RESULTS)[number]
/** The results of a reading that succeeded. */
export const GOOD_RESULTS: readonly ReadingResult[] = ['new', 'nothing-new', 'empty', 'some-refused']

/**
 * The facts that a reading or a test found in addition to its result. readable: the account may read `count` satellites, but the answer was
 * empty. nobody: there were no reports about any satellite in the requested time. near: `count` of the `of` published objects come near;
 * `unsearched` satellites were not completely searched, and `unlisted` objects have no element set (both are present only if they are not
 * 0). mails: the folder `folder` contains `count` mails, of which `fresh` are new. strangers: `count` mails were left in the folder,
 * because their senders are not named or not confirmed; `who` lists senders, and `others` is the number of further ones. refused: `count`
 * files were refused; the folder `refused` contains the reasons.
 */
export const READING_FACTS = ['readable', 'nobody', 'near', 'mails', 'strangers', 'refused'] as const
const ReadingFact = z
  .strictObject({ code: z.enum(READING_FACTS), values: z.record(z.string(), z.union([z.number(), z.string()])) })
  .nullable()
  .meta({
    description:
      'What was found, as a code with values. readable: satellites that the account may read, though the answer was empty. nobody: not one report of anybody. near: published objects that come near, and what the search for them lacks. mails: those in the folder. strangers: mails of senders that are not named or not confirmed. refused: what the folder refused explains',
  })
export type ReadingFact = NonNullable<z.output<typeof ReadingFact>>

/** Addresses at which operators publish ephemerides of their satellites, without an account. */
export const OPEN_ADDRESSES = {
  Starlink: 'https://api.starlink.com/public-files/ephemerides/MANIFEST.txt',
  ISS: 'https://nasa-public-data.s3.amazonaws.com/iss-coords/current/ISS_OEM/ISS.OEM_J2K_EPH.txt',
  Planet: 'https://ephemerides.planet-labs.com/',
} as const

export const SPACE_TRACK_ADDRESS = 'https://www.space-track.org'
/** The service itself says that this address is for tests: its data are not operational. */
export const SPACE_TRACK_STAGING = 'https://testing.space-track.org'

/** The members of URL that Node and browsers share; the contract is compiled without the type declarations of either. */
declare const URL: { canParse(address: string): boolean; new (address: string): { readonly hostname: string } }

/** Returns true if an address is on this machine: a service there is for trials, and its data are not operational. */
export function isOnThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false
  return /^(?:localhost|.{1,200}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(new URL(address).hostname)
}

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** The folder of a mailbox into which new mails are delivered. */
export const MAIL_FOLDER = 'INBOX'
const MOST_SENDERS = 50
const Sender = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be an address or a domain')

const fields = {
  name: text(80).meta({ description: 'As people know the connection; no other one has it' }),
  address: text(200)
    .optional()
    .meta({
      description: `SPACE_TRACK: base address, https without a path; absent: ${SPACE_TRACK_ADDRESS}. OPEN_EPHEMERIDES: a list of names (MANIFEST.txt), a page with links, or one file. MAILBOX: imaps://host, with TLS at port 993`,
    }),
  account: text(120).optional().meta({ description: 'SPACE_TRACK, MAILBOX: name of the account' }),
  secret: z.string().min(1).max(256).optional().meta({
    description:
      'SPACE_TRACK, MAILBOX: its password. It is in no answer; absent in a change of anything but address and account: it stays',
  }),
  folder: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters and digits, in words joined by hyphens')
    .optional()
    .meta({ description: 'FOLDER: its name below the folder that the installation keeps for the organisation' }),
  mailFolder: text(200)
    .optional()
    .meta({ description: `MAILBOX: the folder that is read; absent: ${MAIL_FOLDER}` }),
  senders: z.array(Sender).min(1).max(MOST_SENDERS).optional().meta({
    description: 'MAILBOX: the addresses and domains whose mails are taken; what others send stays where it is',
  }),
  feeds: z.array(z.enum(FEED_KINDS)).min(1).max(FEED_KINDS.length).meta({
    description:
      'What it brings; a FOLDER and a MAILBOX have exactly one. REPORTED: class cdm_public of SPACE_TRACK, for who has no rights of an operator: without covariances, so that it is shown and cannot be recomputed. CATALOGUE is fetched by one connection of the organisation that the installation has named',
  }),
  periodHours: z.int().min(1).max(720).default(8).meta({
    description: 'How often something comes as a rule: after half as much again without any, people are told',
  }),
  isStaging: z
    .boolean()
    .default(false)
    .meta({
      description: `true: a place for tests, whose data is shown and counted as simulated; ${SPACE_TRACK_STAGING} and an address on this machine always are`,
    }),
  isPaused: z.boolean().optional().meta({
    description:
      'true: nothing is read. false also resumes a connection that was refused or suspended. Absent: a new connection is read, a change leaves the state as it is',
  }),
}

const EXAMPLE = {
  kind: 'SPACE_TRACK',
  name: 'Space-Track',
  address: SPACE_TRACK_ADDRESS,
  account: 'flight@operator.example',
  feeds: ['MESSAGES'],
  periodHours: 8,
  isStaging: false,
  isPaused: false,
} as const

const OF_KINDS = ['address', 'account', 'secret', 'folder', 'mailFolder', 'senders'] as const
type KindFields = {
  readonly needs: readonly (typeof OF_KINDS)[number][]
  readonly may: readonly (typeof OF_KINDS)[number][]
}
/** The fields that each kind needs, and those that it may have. */
const FIELDS: Readonly<Record<(typeof NEW_CONNECTION_KINDS)[number], KindFields>> = {
  SPACE_TRACK: { needs: ['account'], may: ['address', 'secret'] },
  OPEN_EPHEMERIDES: { needs: ['address'], may: [] },
  FOLDER: { needs: ['folder'], may: [] },
  MAILBOX: { needs: ['address', 'account', 'senders'], may: ['secret', 'mailFolder'] },
}

export const NewConnection = z
  .strictObject({ kind: z.enum(NEW_CONNECTION_KINDS), ...fields })
  .superRefine((given, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { needs, may } = FIELDS[given.kind]
    for (const field of needs) if (given[field] === undefined) refuse(field, `is needed for ${given.kind}`)
    for (const field of OF_KINDS)
      if (given[field] !== undefined && !needs.includes(field) && !may.includes(field))
        refuse(field, `does not belong to ${given.kind}`)
    if ((given.kind === 'FOLDER' || given.kind === 'MAILBOX') && given.feeds.length !== 1)
      refuse('feeds', 'must be one: a folder holds either messages or ephemerides')
    if (!given.feeds.every((feed) => FEEDS_OF[given.kind].includes(feed)))
      refuse('feeds', `must be of ${FEEDS_OF[given.kind].join(', ')} for ${given.kind}`)
    if (new Set(given.feeds).size !== given.feeds.length) refuse('feeds', 'must not name one twice')
  })
  .meta({
    id: 'NewConnection',
    description: 'A service outside from which the organisation gets its data',
    examples: [
      { ...EXAMPLE, secret: '<the password of the account>' },
      {
        kind: 'MAILBOX',
        name: 'EU SST by mail',
        address: 'imaps://mail.operator.example',
        account: 'messages@operator.example',
        secret: '<the password of the mailbox>',
        mailFolder: MAIL_FOLDER,
        senders: ['messages@partner.example', 'eusst.example'],
        feeds: ['MESSAGES'],
        periodHours: 12,
        isStaging: false,
        isPaused: false,
      },
    ],
  })
export type NewConnection = z.output<typeof NewConnection>

const count = (of: string) => z.int().min(0).meta({ description: of })

export const ConnectionFeed = z.strictObject({
  feed: z.enum(FEED_KINDS),
  lastReadAt: Instant.nullable().meta({ description: 'When it was last read with success, with or without news' }),
  lastNewAt: Instant.nullable().meta({ description: 'When it last brought something' }),
  lastResult: z.enum(READING_RESULTS).nullable(),
  lastDetail: z.string().nullable().meta({ description: 'The words of the service, or a number, to the last result' }),
  lastFact: ReadingFact,
  lastFailedAt: Instant.nullable(),
  nextAt: Instant.nullable().meta({ description: 'It is not read again before' }),
  newInDay: count('Records that were new in the last 24 h'),
  refusedInDay: count('Records that could not be taken in the last 24 h'),
  usualInDay: z
    .number()
    .nullable()
    .meta({ description: 'New records in 24 h as a rule: median of the 14 days before; null: not yet known' }),
  doubt: z.enum(['SILENT', 'NOTHING', 'HALF']).nullable().meta({
    description:
      'SILENT: not read for longer than its period allows. NOTHING: read, and brought nothing for a day though satellites are watched. HALF: less than half of what it usually brings',
  }),
})
export type ConnectionFeed = z.output<typeof ConnectionFeed>

export const ConnectionBudget = z.strictObject({
  requests: z.string().meta({ description: 'Which requests count: all, or those of a class' }),
  withinS: z.int().min(1).meta({ description: 'Length of the sliding window' }),
  allowed: z.int().min(1).meta({ description: 'What the service allows' }),
  most: z.int().min(1).meta({ description: 'What Apsis takes of it at most' }),
  used: z.int().min(0),
  freeAt: Instant.nullable().meta({ description: 'When the next request is possible; null: now' }),
})
export type ConnectionBudget = z.output<typeof ConnectionBudget>

const { secret: _secret, isPaused: _isPaused, ...shownFields } = fields
export const Connection = z
  .strictObject({
    connectionId: Id,
    kind: z.enum(CONNECTION_KINDS),
    ...shownFields,
    address: z.string().nullable(),
    account: z.string().nullable(),
    folder: z.string().nullable(),
    mailFolder: z.string().nullable(),
    senders: z.array(z.string()).nullable(),
    folderPath: z
      .string()
      .nullable()
      .meta({ description: 'FOLDER: where files are put on the machine of the workers' }),
    secretSetAt: Instant.nullable().meta({ description: 'When its password was last set; null: it has none' }),
    isSimulated: z.boolean(),
    state: z.enum(CONNECTION_STATES),
    stateSince: Instant,
    stateDetail: z.string().nullable().meta({ description: 'The words of the service that refused, or who paused it' }),
    feeds: z.array(ConnectionFeed),
    budget: z.array(ConnectionBudget),
    version: z.int().min(1).meta({ description: 'Rises with each change; the ETag holds it' }),
  })
  .meta({
    id: 'Connection',
    description: 'A service outside, how it is read, what it brought, and what it still allows',
    examples: [
      {
        ...EXAMPLE,
        isPaused: undefined,
        connectionId: '5b0f7a52-0c1e-4f2d-9a3c-1c2d3e4f5a6b',
        folder: null,
        mailFolder: null,
        senders: null,
        folderPath: null,
        secretSetAt: '2026-11-20T08:00:00.000Z',
        isSimulated: false,
        state: 'ACTIVE',
        stateSince: '2026-11-20T08:00:00.000Z',
        stateDetail: null,
        feeds: [
          {
            feed: 'MESSAGES',
            lastReadAt: '2026-11-22T05:41:07.000Z',
            lastNewAt: '2026-11-22T05:41:07.000Z',
            lastResult: 'new',
            lastDetail: null,
            lastFact: null,
            lastFailedAt: null,
            nextAt: '2026-11-22T13:17:00.000Z',
            newInDay: 42,
            refusedInDay: 0,
            usualInDay: 39,
            doubt: null,
          },
        ],
        budget: [{ requests: 'all', withinS: 60, allowed: 30, most: 25, used: 0, freeAt: null }],
        version: 1,
      },
    ].map(({ isPaused: _, ...shown }) => shown),
  })
export type Connection = z.output<typeof Connection>

export const ConnectionTest = z
  .strictObject({
    result: z.enum(READING_RESULTS),
    detail: z.string().nullable().meta({ description: 'The words of the service, or the number of published files' }),
    fact: ReadingFact,
    againAt: Instant.nullable().meta({ description: 'limit-reached, throttled: when a test is possible again' }),
    account: z.string().nullable().meta({ description: 'The account that was accepted' }),
    satellites: z
      .array(
        z.strictObject({
          noradId: z.int().min(1),
          name: z.string(),
          satelliteId: Id.nullable().meta({ description: 'The satellite of the fleet; null: it is not in it' }),
        }),
      )
      .nullable()
      .meta({ description: 'The satellites that the account may read; null: the service does not say' }),
  })
  .meta({
    id: 'ConnectionTest',
    description: 'What a try of a connection found',
    examples: [
      {
        result: 'new',
        detail: null,
        fact: null,
        againAt: null,
        account: 'flight@operator.example',
        satellites: [{ noradId: 43617, name: 'EXAMPLE-1', satelliteId: null }],
      },
    ],
  })
export type ConnectionTest = z.output<typeof ConnectionTest>

export const ConnectionReading = z
  .strictObject({
    at: Instant,
    feed: z.enum(FEED_KINDS),
    result: z.enum(READING_RESULTS),
    detail: z.string().nullable(),
    fact: ReadingFact,
    received: count('Records in the answer'),
    accepted: count('Records that were new'),
    known: count('Records that were known before'),
    refused: count('Records that could not be taken'),
  })
  .meta({
    id: 'ConnectionReading',
    description: 'One reading of a feed',
    examples: [
      {
        at: '2026-11-22T05:41:07.000Z',
        feed: 'MESSAGES',
        result: 'new',
        detail: null,
        fact: null,
        received: 57,
        accepted: 42,
        known: 15,
        refused: 0,
      },
    ],
  })
export type ConnectionReading = z.output<typeof ConnectionReading>

const common = { tags: ['connections'], path: '/api/v1/connections' } as const
const administrators = { ...common, tags: ['admin'], access: [CA_ADMIN] } as const
const NAMED = z.strictObject({ 'connection-id': Id })

export const listConnections = endpoint({
  ...common,
  access: [CA_USER],
  method: 'GET',
  summary: 'List connections',
  description: 'The services outside that the organisation gets its data from, by name. No secret is in the answer.',
  rate: 'read',
  response: z.array(Connection),
})

export const createConnection = endpoint({
  ...administrators,
  method: 'POST',
  summary: 'Add a connection',
  description: `Adds a connection, ${MOST_CONNECTIONS} at most. It is read for the first time within a minute. 409 where the name or the folder is taken, or another connection fetches the catalogue; 422 for an address that nothing is asked at, and for CATALOGUE where the installation has named another organisation.`,
  rate: 'write',
  headers: { etag: true },
  body: NewConnection,
  response: Connection,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateConnection = endpoint({
  ...administrators,
  method: 'PUT',
  summary: 'Change a connection',
  description:
    'Replaces the fields; a secret that is absent stays, one that is given replaces the older without a gap. Another address or account needs its secret: 422. The kind and the folder do not change: 409. With If-Match it is changed only where nobody else did in between.',
  rate: 'write',
  headers: { ifMatch: 'optional', etag: true },
  query: NAMED,
  body: NewConnection,
  response: Connection,
  errors: ['not-found', 'conflict', 'version-stale', 'unprocessable'],
})

export const removeConnection = endpoint({
  ...administrators,
  method: 'DELETE',
  summary: 'Remove a connection',
  description:
    'Nothing is read there any more, and its secret is deleted. What it brought stays. The requests that its account has sent still count for the limits of the service.',
  rate: 'write',
  query: NAMED,
  errors: ['not-found', 'conflict'],
})

export const testConnection = endpoint({
  ...administrators,
  method: 'POST',
  path: '/api/v1/connections/{connection-id}/tests',
  summary: 'Test a connection',
  description:
    'Signs in and asks what the account may read, within the limits of the service; of a folder it checks that it can be read and written, and of a mailbox it says how many mails are in it and how many of them are new. A success resumes nothing: change the connection for that.',
  rate: 'write',
  params: NAMED,
  response: ConnectionTest,
  errors: ['not-found'],
})

export const listConnectionReadings = endpoint({
  ...common,
  access: [CA_USER],
  method: 'GET',
  path: '/api/v1/connections/{connection-id}/readings',
  summary: 'List what a connection brought',
  description: `The readings of the last 30 days, newest first: what came, and what did not. ${PAGE_NOTE}`,
  rate: 'read',
  params: NAMED,
  query: z.strictObject(pageOf({ standard: 50, most: 200 })),
  response: z.array(ConnectionReading),
  errors: ['not-found'],
})
