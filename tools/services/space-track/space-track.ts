import { crc32 } from 'node:zlib'
import {
  type AnswerRow,
  alterRows,
  type CommonMood,
  type ContentMood,
  jsonAnswer,
  type LocalAnswer,
  type LocalService,
  type LocalServiceOptions,
  type ReceivedRequest,
  startLocalService,
} from '../service.ts'
import { CLASSES, type ClassField, type SpaceTrackClass } from './classes.data.ts'
import { cdmRow, FORMATS, formatCdms, formatRows, isFormat, type SpaceTrackFormat } from './formats.ts'
import { SpaceTrackLimits } from './limits.ts'
import { readQuery, type SpaceTrackQuery, selectRows, unknownField } from './query.ts'
import { spacedTime } from './records.ts'

/** The moods that only Space-Track has, from its table in the reference collection. */
export const SPACE_TRACK_MOODS = {
  'wrong-password': 'answers a sign-in with 200 and {"Login":"Failed"}',
  'login-without-cookie': 'accepts a sign-in without a cookie',
  suspended: 'refuses sign-in and queries, as for an account that is suspended',
  'signed-out': 'has forgotten the session: answers 401',
  'signed-out-page': 'has forgotten the session: answers 200 with the page for signing in',
  'minute-limit': 'answers 500 with the sentence about the rate limit in a page',
  'minute-limit-list': 'answers 200 with the sentence about the rate limit in a list',
  'minute-limit-object': 'answers 200 with the sentence about the rate limit in an object',
  'plain-500': 'answers 500 with a page that does not name the limit',
  'bad-request': 'answers 400 with an error in JSON',
  'unknown-field-empty': 'answers a query with a field that does not exist with an empty list in place of 400',
  'modeldef-changed': 'has a field more in modeldef and records, and a value more in each enumeration',
  'no-rights': 'answers class cdm with an empty list, as for objects of others',
  'upload-201': 'answers an upload with 201',
  'upload-202': 'answers an upload with 202',
  'upload-refused': 'answers an upload with 400 and a sentence',
  'upload-refused-200': 'answers an upload with 200 and a sentence',
  'folder-gone': 'answers calls of a folder with 404',
} as const

export type SpaceTrackMood = keyof typeof SPACE_TRACK_MOODS

export type SpaceTrackAccount = {
  readonly identity: string
  password: string
  /** The catalogue numbers whose messages of class cdm the account may read. */
  reads: 'all' | readonly number[]
  isSuspended: boolean
}

export type SharedFile = { readonly row: AnswerRow; readonly bytes: Buffer }

/** The data of the service. A test may change every list at any time. */
export type SpaceTrackContent = {
  /** All sets of class gp_history; class gp has the newest of each object. */
  readonly gp: AnswerRow[]
  readonly satcat: AnswerRow[]
  readonly satcatDebut: AnswerRow[]
  readonly satcatChange: AnswerRow[]
  readonly decay: AnswerRow[]
  readonly tip: AnswerRow[]
  readonly cdmPublic: AnswerRow[]
  readonly boxscore: AnswerRow[]
  readonly announcement: AnswerRow[]
  readonly launchSite: AnswerRow[]
  /** The messages of class cdm in KVN. */
  readonly cdms: string[]
  readonly folders: AnswerRow[]
  readonly files: SharedFile[]
  readonly spEphemerides: SharedFile[]
  readonly publicDirs: string[]
  /** The entries of `loadpublicdata`: source, type, date, size, link, name. */
  readonly publicFiles: SharedFile[]
}

/** Returns an empty content. */
export function emptySpaceTrack(): SpaceTrackContent {
  return {
    gp: [],
    satcat: [],
    satcatDebut: [],
    satcatChange: [],
    decay: [],
    tip: [],
    cdmPublic: [],
    boxscore: [],
    announcement: [],
    launchSite: [],
    cdms: [],
    folders: [],
    files: [],
    spEphemerides: [],
    publicDirs: [],
    publicFiles: [],
  }
}

export type SpaceTrackUpload = {
  readonly account: string
  readonly folderId: string
  readonly name: string
  readonly text: string
  readonly atMs: number
}

/** An account that exists from the start; by default it may read all messages. */
export type SpaceTrackLogin = Pick<SpaceTrackAccount, 'identity' | 'password'> & Partial<SpaceTrackAccount>

export type SpaceTrackOptions = LocalServiceOptions & {
  readonly accounts?: readonly SpaceTrackLogin[]
  /** The content, or a function that returns the content at a time, ms since 1970. */
  readonly content?: SpaceTrackContent | ((nowMs: number) => SpaceTrackContent)
  /** The form of the answer to a request beyond the limit of a minute. */
  readonly limitAnswer?: 'minute-limit' | 'minute-limit-list' | 'minute-limit-object'
  /** A result of gp_history with more rows than this is answered with 500. */
  readonly mostRows?: number
}

export type LocalSpaceTrack = LocalService<SpaceTrackMood> & {
  readonly accounts: readonly SpaceTrackAccount[]
  readonly uploads: readonly SpaceTrackUpload[]
  /** Returns the content at this time. */
  content(): SpaceTrackContent
  /** Returns the number of attempts to sign in. */
  logins(): number
  /** Suspends an account until `reinstate`: its sessions end, and it cannot sign in. */
  suspend(identity: string): void
  reinstate(identity: string): void
  /** Ends all sessions, like a restart of the service. */
  endSessions(): void
}

const DEFAULT_ACCOUNT: SpaceTrackLogin = { identity: 'flight@operator.example', password: 'right' }
/** A result with more rows than this is answered with 500 (space-track/answers.csv of the collection). */
const MOST_ROWS = 100_000

/** Starts a Space-Track on this machine that behaves as its documentation describes (exchange.md A.1). */
export async function startSpaceTrack(options: SpaceTrackOptions = {}): Promise<LocalSpaceTrack> {
  const { content: given = emptySpaceTrack(), clock = Date.now } = options
  const accounts = (options.accounts ?? [DEFAULT_ACCOUNT]).map(
    ({ identity, password, reads = 'all', isSuspended = false }): SpaceTrackAccount => ({
      identity,
      password,
      reads,
      isSuspended,
    }),
  )
  const sessions = new Sessions(accounts)
  const limits = new SpaceTrackLimits()
  const uploads: SpaceTrackUpload[] = []
  /** The requests that were refused because of the limit of a minute. */
  const overLimit = new WeakSet<ReceivedRequest>()
  const contentNow = () => (typeof given === 'function' ? given(clock()) : given)
  const { limitAnswer = 'minute-limit', mostRows = MOST_ROWS } = options

  const service = await startLocalService<SpaceTrackMood>({
    ...options,
    name: 'Space-Track',
    moods: SPACE_TRACK_MOODS,
    accountOf: (request) => sessions.accountOf(request),
    concerns,
    admit: (request, violate) => {
      if (!limits.countRequest(request.account ?? 'nobody', request.atMs, violate)) return undefined
      overLimit.add(request)
      return LIMIT_ANSWERS[limitAnswer]()
    },
    answer: (request, mood) => {
      if (request.segments[0] === 'ajaxauth') return sessions.answer(request, mood)
      const account = accounts.find(({ identity }) => identity === request.account)
      if (account === undefined) return NOT_SIGNED_IN
      const refusal = refuse(account, mood, sessions)
      return refusal ?? answerQuery({ request, mood, account, content: contentNow(), mostRows, uploads })
    },
    sent: (request, { status }, mood, violate) => {
      const { segments, account, target, atMs } = request
      const query = readQuery(inFull(segments))
      if (query === undefined || account === null) return
      if (status !== 200 || NOT_FETCHED.has(mood) || overLimit.has(request)) return
      limits.countQuery({ query, account, target, atMs, tips: contentNow().tip }, violate)
    },
    controls: {
      suspend: (query) => sessions.suspend(query.get('account') ?? ''),
      reinstate: (query) => sessions.reinstate(query.get('account') ?? ''),
      'end-sessions': () => sessions.endAll(),
    },
  })
  const more: Omit<LocalSpaceTrack, keyof typeof service> = {
    accounts,
    uploads,
    content: contentNow,
    logins: () => sessions.logins,
    suspend: (identity) => sessions.suspend(identity),
    reinstate: (identity) => sessions.reinstate(identity),
    endSessions: () => sessions.endAll(),
  }
  return Object.assign(service, more)
}

/**
 * The moods in which no part of an answer is sent, so that the request does not count for its class. An interrupted answer counts, because
 * the service has done its work.
 */
const NOT_FETCHED: ReadonlySet<string> = new Set<CommonMood | SpaceTrackMood>([
  'error-page',
  'page',
  'down',
  'too-many',
  'forbidden',
  'redirect-same',
  'redirect-permanent',
  'redirect-elsewhere',
  'redirect-http',
  'redirect-ring',
  'signed-out-page',
  'minute-limit-list',
  'minute-limit-object',
])
const OF_LOGIN: readonly string[] = ['wrong-password', 'login-without-cookie']
const OF_UPLOAD: readonly string[] = ['upload-201', 'upload-202', 'upload-refused', 'upload-refused-200']

/**
 * Returns true if a mood changes the answer: a mood of the sign-in changes only the sign-in, and most others change only requests with a
 * session.
 */
function concerns({ segments, account }: ReceivedRequest, mood: CommonMood | SpaceTrackMood): boolean {
  const isLogin = segments[0] === 'ajaxauth'
  if (mood === 'suspended') return true
  if (isLogin || OF_LOGIN.includes(mood)) return isLogin && OF_LOGIN.includes(mood) && segments[1] === 'login'
  if (OF_UPLOAD.includes(mood)) return segments.includes('upload')
  if (mood === 'folder-gone') return segments[0] === 'fileshare'
  return account !== null
}

/** The sessions of all accounts, by their cookie. */
class Sessions {
  readonly #accounts: readonly SpaceTrackAccount[]
  readonly #open = new Map<string, string>()
  logins = 0

  constructor(accounts: readonly SpaceTrackAccount[]) {
    this.#accounts = accounts
  }

  accountOf({ segments, headers, body }: Omit<ReceivedRequest, 'account'>): string | null {
    if (segments[0] === 'ajaxauth' && segments[1] === 'login')
      return new URLSearchParams(body.toString('utf8')).get('identity')
    const cookie = /(?:^|; )chocolatechip=([0-9a-z]{1,64})/.exec(headers.cookie ?? '')?.[1]
    return this.#open.get(cookie ?? '') ?? null
  }

  answer(request: ReceivedRequest, mood: string): LocalAnswer {
    const { method, segments, body } = request
    if (segments[1] === 'logout') {
      this.end(request.account ?? '')
      return jsonAnswer('Successfully logged out')
    }
    if (segments[1] !== 'login' || method !== 'POST') return jsonAnswer({ error: 'Not found' }, 404)
    this.logins += 1
    const form = new URLSearchParams(body.toString('utf8'))
    const account = this.#accounts.find(({ identity }) => identity === form.get('identity'))
    if (mood === 'suspended' || account?.isSuspended)
      return jsonAnswer({ Login: 'Failed', Reason: 'account suspended' })
    if (mood === 'wrong-password' || account === undefined || account.password !== form.get('password'))
      return jsonAnswer({ Login: 'Failed' })
    if (mood === 'login-without-cookie') return jsonAnswer('')
    const cookie = `local${this.logins}${crc32(`${account.identity} ${this.logins}`).toString(16)}`
    this.#open.set(cookie, account.identity)
    return jsonAnswer('', 200, { 'set-cookie': `chocolatechip=${cookie}; Path=/; HttpOnly; Secure` })
  }

  end(identity: string): void {
    for (const [cookie, owner] of this.#open) if (owner === identity) this.#open.delete(cookie)
  }

  endAll(): void {
    this.#open.clear()
  }

  suspend(identity: string): void {
    for (const account of this.#accounts) if (account.identity === identity) account.isSuspended = true
    this.end(identity)
  }

  reinstate(identity: string): void {
    for (const account of this.#accounts) if (account.identity === identity) account.isSuspended = false
  }
}

const html = (status: number, title: string, text: string): LocalAnswer => ({
  status,
  type: 'text/html',
  body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
})
const NOT_SIGNED_IN = jsonAnswer({ error: 'You must be logged in to complete this action' }, 401)
const SIGN_IN_PAGE: LocalAnswer = {
  status: 200,
  type: 'text/html',
  body: '<!DOCTYPE html>\n<html><head><title>Space-Track.Org</title></head><body><form action="/auth/login" method="post"><input name="identity"><input name="password" type="password"></form></body></html>\n',
}
/** The sentence that public clients have recorded (rate-limit-500.html of the collection). */
const LIMIT_SENTENCE =
  "You've violated your query rate limit.  Please refer to our Acceptable Use guidelines for further information on how to avoid this message in the future. ( https://www.space-track.org/documentation ) ( https://www.space-track.org/documentation )"
const LIMIT_ANSWERS = {
  'minute-limit': () => html(500, 'An Error Was Encountered', LIMIT_SENTENCE),
  'minute-limit-list': () => jsonAnswer([{ error: LIMIT_SENTENCE }]),
  'minute-limit-object': () => jsonAnswer({ error: "You've violated your query rate limit." }),
} as const
const plain500 = () => html(500, 'An Error Was Encountered', 'syntax error in query')
const badRequest = (sentence: string) => jsonAnswer({ error: sentence }, 400)

/** Returns the answers that do not depend on the requested data. */
function refuse(account: SpaceTrackAccount, mood: string, sessions: Sessions): LocalAnswer | undefined {
  if (mood === 'suspended' || account.isSuspended || mood === 'signed-out' || mood === 'signed-out-page') {
    sessions.end(account.identity)
    return mood === 'signed-out-page' ? SIGN_IN_PAGE : NOT_SIGNED_IN
  }
  if (mood in LIMIT_ANSWERS) return LIMIT_ANSWERS[mood as keyof typeof LIMIT_ANSWERS]()
  if (mood === 'plain-500') return plain500()
  return mood === 'bad-request' ? badRequest('problem') : undefined
}

type Asking = {
  readonly request: ReceivedRequest
  readonly mood: 'ok' | ContentMood | SpaceTrackMood
  readonly account: SpaceTrackAccount
  readonly content: SpaceTrackContent
  readonly mostRows: number
  readonly uploads: SpaceTrackUpload[]
}

/**
 * Returns the complete form of the addresses of older clients: `/fileshare/query/class/upload/folder_id/1` for
 * `/fileshare/upload/folder_id/1`.
 */
function inFull(segments: readonly string[]): readonly string[] {
  const [controller = '', call = '', ...more] = segments
  if (controller !== 'fileshare' && controller !== 'spephemeris') return segments
  if (!['upload', 'download', 'delete'].includes(call)) return segments
  return [controller, 'query', 'class', call, ...(more.length === 1 ? ['file_id', ...more] : more)]
}

function answerQuery(asking: Asking): LocalAnswer | Promise<LocalAnswer> {
  const query = readQuery(inFull(asking.request.segments))
  if (query === undefined) return jsonAnswer({ error: 'Not found' }, 404)
  if (query.controller === 'publicfiles' && query.action === 'query') return answerPublicFiles(asking, query)
  const isFileCall = query.action === 'query' && ['upload', 'download', 'delete'].includes(query.className)
  if (isFileCall && ['fileshare', 'spephemeris'].includes(query.controller)) return answerFiles(asking, query)
  const found = CLASSES[`${query.controller} ${query.className}`] ?? CLASSES[query.className]
  if (found?.controller !== query.controller)
    return badRequest(`There is no class ${query.className} in ${query.controller}.`)
  const known = asking.mood === 'modeldef-changed' ? changed(found) : found
  if (query.action === 'modeldef') return jsonAnswer({ controller: query.controller, data: known.fields })
  if (asking.mood === 'folder-gone') return jsonAnswer({ error: 'The folder does not exist.' }, 404)
  return answerRows(asking, query, known)
}

function changed({ fields, ...rest }: SpaceTrackClass): SpaceTrackClass {
  const more: ClassField = {
    Field: 'FIELD_OF_NEXT_YEAR',
    Type: 'varchar(9)',
    Null: 'YES',
    Key: '',
    Default: null,
    Extra: '',
  }
  const wider = fields.map((field) => ({
    ...field,
    Type: field.Type.replace(/^enum\((.{1,200})\)$/, "enum($1,'OTHER')"),
  }))
  return { ...rest, fields: [...wider, more] }
}

function answerRows(asking: Asking, query: SpaceTrackQuery, known: SpaceTrackClass): LocalAnswer {
  const { mood, account, content, request, mostRows } = asking
  const { fields } = known
  const unknown = unknownField(query, fields)
  if (unknown !== undefined && mood !== 'unknown-field-empty') return badRequest(unknown)
  if (!isFormat(query.format)) return badRequest(`The format ${query.format} is not one of ${FORMATS.join(', ')}.`)
  if (!mayHave(query.className, query.format)) return badRequest(`Class ${query.className} has no ${query.format}.`)
  const cdms = query.className === 'cdm' && mood !== 'no-rights' ? readable(content.cdms, account).map(cdmRow) : []
  const all = query.className === 'cdm' ? cdms.map(({ row }) => row) : rowsOf(content, query, account)
  const selected = unknown === undefined ? selectRows(all, query, { fields, nowMs: request.atMs }) : []
  if (query.className === 'gp_history' && selected.length > mostRows) return plain500()
  const altered = mood === 'modeldef-changed' ? 'unknown-field' : mood
  const rows = alterRows(selected, altered, { missing: known.needed, text: known.text }).map(withItsTitle)
  const format = mood === 'wrong-type' ? otherFormat(query) : query.format
  if (rows.length === 0 && format !== 'json' && format !== 'xml')
    return { status: 200, type: 'text/plain', body: query.showsEmpty ? '' : 'NO RESULTS RETURNED' }
  const texts = rows.flatMap((row) => cdms.find((one) => one.row === row)?.text ?? [])
  const isAsWritten = texts.length === rows.length && query.className === 'cdm'
  if (isAsWritten && (format === 'kvn' || format === 'xml')) return { status: 200, ...formatCdms(texts, format) }
  if (query.withMetadata && format === 'json')
    return jsonAnswer({
      request_metadata: { Total: String(all.length), ReturnedRows: String(rows.length) },
      data: rows,
    })
  return { status: 200, ...formatRows(rows, { className: query.className, format }) }
}

/** Returns the row with the present name of its object as the title of its TLE, because a mood may have changed the name. */
function withItsTitle(row: AnswerRow): AnswerRow {
  const title = `0 ${row.OBJECT_NAME}`
  return row.TLE_LINE0 === undefined || row.TLE_LINE0 === title ? row : { ...row, TLE_LINE0: title }
}

const isGp = (className: string) => className === 'gp' || className === 'gp_history'

function mayHave(className: string, format: SpaceTrackFormat): boolean {
  if (format === 'tle' || format === '3le') return isGp(className)
  return format !== 'kvn' || isGp(className) || className === 'cdm'
}

function otherFormat({ className, format }: SpaceTrackQuery): SpaceTrackFormat {
  if (format !== 'json') return 'json'
  return isGp(className) || className === 'cdm' ? 'kvn' : 'csv'
}

/** Returns the messages about the objects of an account. */
function readable(cdms: readonly string[], { reads }: SpaceTrackAccount): readonly string[] {
  if (reads === 'all') return cdms
  const own = new Set(reads.map(String))
  return cdms.filter((text) => {
    const numbers = text.matchAll(/^OBJECT_DESIGNATOR[ \t]{0,40}=[ \t]{0,40}(\d{1,9})/gm)
    return [...numbers].some(([, number]) => own.has(String(Number(number))))
  })
}

/** Returns the satellites whose messages an account may read: the satellites that it names, or the satellites of all messages. */
function satellitesOf({ cdms }: SpaceTrackContent, { reads }: SpaceTrackAccount): readonly AnswerRow[] {
  const named = cdms.flatMap((text) => {
    const row = cdmRow(text).row
    return [{ number: String(Number(row.SAT1_OBJECT_DESIGNATOR)), name: String(row.SAT1_OBJECT_NAME ?? '') }]
  })
  const names = new Map(named.map(({ number, name }) => [number, name]))
  const numbers = reads === 'all' ? [...names.keys()] : reads.map(String)
  return numbers.map((number) => ({
    NORAD_CAT_ID: number,
    SATNAME: names.get(number) ?? `SATELLITE ${number}`,
    INTLDES: '',
  }))
}

function rowsOf(
  content: SpaceTrackContent,
  { controller, className }: SpaceTrackQuery,
  account: SpaceTrackAccount,
): readonly AnswerRow[] {
  if (controller === 'spephemeris') return content.spEphemerides.map(({ row }) => row)
  const lists: Readonly<Record<string, () => readonly AnswerRow[]>> = {
    gp: () => newestSets(content.gp),
    gp_history: () => content.gp,
    satcat: () => content.satcat,
    satellite: () => satellitesOf(content, account),
    satcat_debut: () => content.satcatDebut,
    satcat_change: () => content.satcatChange,
    cdm_public: () => content.cdmPublic,
    decay: () => content.decay,
    tip: () => content.tip,
    boxscore: () => content.boxscore,
    announcement: () => content.announcement,
    launch_site: () => content.launchSite,
    folder: () => content.folders,
    file: () => content.files.map(({ row }) => row),
  }
  return lists[className]?.() ?? []
}

function newestSets(gp: readonly AnswerRow[]): readonly AnswerRow[] {
  const newest = new Map<unknown, AnswerRow>()
  for (const row of gp) {
    const other = newest.get(row.NORAD_CAT_ID)
    if (other === undefined || String(row.EPOCH) >= String(other.EPOCH)) newest.set(row.NORAD_CAT_ID, row)
  }
  return [...newest.values()]
}

function answerPublicFiles({ request, content }: Asking, { className }: SpaceTrackQuery): LocalAnswer {
  if (className === 'dirs') return jsonAnswer(content.publicDirs)
  if (className === 'loadpublicdata') return jsonAnswer(content.publicFiles.map(({ row }) => row))
  const name = request.query.get('name')
  const file = content.publicFiles.find(({ row }) => row.name === name)
  if (className !== 'download' || file === undefined) return jsonAnswer({ error: 'The file does not exist.' }, 404)
  return { status: 200, type: 'application/octet-stream', body: file.bytes }
}

async function answerFiles(asking: Asking, query: SpaceTrackQuery): Promise<LocalAnswer> {
  const { mood, content } = asking
  const named = (field: string) => query.predicates.find((one) => one.field === field)?.value
  const [fileId, folderId] = [named('FILE_ID'), named('FOLDER_ID')]
  const files = query.controller === 'fileshare' ? content.files : content.spEphemerides
  if (mood === 'folder-gone') return jsonAnswer({ error: 'The folder does not exist.' }, 404)
  if (query.className === 'upload') return takeUpload(asking, folderId ?? '')
  if (folderId !== undefined && query.className === 'download')
    return { status: 200, type: 'application/zip', body: zipOf(files.filter(({ row }) => row.FOLDER_ID === folderId)) }
  const place = files.findIndex(({ row }) => row.FILE_ID === fileId)
  const file = files[place]
  if (file === undefined) return jsonAnswer({ error: 'The file does not exist.' }, 404)
  if (query.className === 'download') return { status: 200, type: 'text/plain', body: file.bytes }
  files.splice(place, 1)
  return jsonAnswer({ status: 'ok' })
}

const UPLOAD_STATUS: Readonly<Record<string, number>> = { 'upload-201': 201, 'upload-202': 202 }
const REFUSAL = { error: 'The name of the file does not follow the convention for ephemeris files.' }

async function takeUpload(
  { request, mood, account, content, uploads }: Asking,
  folderId: string,
): Promise<LocalAnswer> {
  if (request.method !== 'POST') return badRequest('An upload is sent by POST.')
  if (mood === 'upload-refused') return jsonAnswer(REFUSAL, 400)
  if (mood === 'upload-refused-200') return jsonAnswer(REFUSAL)
  if (!content.folders.some(({ FOLDER_ID }) => FOLDER_ID === folderId))
    return jsonAnswer({ error: 'The folder does not exist.' }, 404)
  const headers = { 'content-type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File)) return badRequest('There is no file in the field "file".')
  const bytes = Buffer.from(await file.arrayBuffer())
  const id = String(1 + Math.max(12_345, ...content.files.map(({ row }) => Number(row.FILE_ID))))
  const row = {
    FILE_ID: id,
    FILE_NAME: file.name,
    FILE_LINK: `/fileshare/download/file_id/${id}`,
    FILE_SIZE: String(bytes.length),
    FILE_CONTTYPE: file.type,
    FOLDER_ID: folderId,
    CREATED: spacedTime(request.atMs).slice(0, 10),
  }
  content.files.push({ row, bytes })
  uploads.push({
    account: account.identity,
    folderId,
    name: file.name,
    text: bytes.toString('utf8'),
    atMs: request.atMs,
  })
  return jsonAnswer({ status: 'ok' }, UPLOAD_STATUS[mood] ?? 200)
}

/** Returns a ZIP archive whose files are not compressed (PKWARE APPNOTE 4.3). */
function zipOf(files: readonly SharedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { row, bytes } of files) {
    const name = Buffer.from(String(row.FILE_NAME))
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, bytes)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, name)
    offset += 4 + facts.length + name.length + bytes.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}
