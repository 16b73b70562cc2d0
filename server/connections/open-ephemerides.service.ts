import { parseEphemerisName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { askService, headOf, isPage, type Line, type ServiceAnswer, ServiceError, wordsOf } from './ask.service.ts'
import type { Ledger } from './budget.service.ts'

/** The validators of the last answer. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

/** A published file and the catalogue number of its object; 0 if the file's name does not give the number. */
export type ListedFile = { readonly name: string; readonly noradId: number }

export type OpenList = Validators &
  (
    | { readonly kind: 'unchanged' }
    /** `unread` is the number of names that are not names of ephemerides. */
    | { readonly kind: 'list'; readonly files: readonly ListedFile[]; readonly unread: number }
    /** The address is a folder, listed on a page or as plain text; its files keep their names when they are renewed. */
    | { readonly kind: 'folder'; readonly files: readonly ListedFile[]; readonly unread: number }
    /** The address is one file. */
    | { readonly kind: 'file'; readonly bytes: Buffer }
  )

/** A list of 100,000 satellites has 8 MB. */
const MOST_LIST_BYTES = 32 * 1024 ** 2
/** Three days of states every minute have 2 MB. */
const MOST_FILE_BYTES = 64 * 1024 ** 2

/** A folder with more files is refused: the largest fleet that publishes in this way has some hundred. */
const MOST_LINKS = 20_000
/** The size of the beginning of a file, which contains its metadata. */
const FILE_HEAD_BYTES = 16_384

/** Returns whether an address is a folder, whose files are listed on a page or as plain text. */
export const isFolder = (address: string): boolean => /(?:\/|\.html?)$/i.test(new URL(address).pathname)

/**
 * Reads the content of an address: a list of names, one a line (MANIFEST.txt), a folder, or one ephemeris. Unchanged content is not sent
 * again.
 */
export async function readOpenList(line: Line, ledger: Ledger, address: string, known: Validators): Promise<OpenList> {
  const isList = /\/MANIFEST\.txt$/i.test(new URL(address).pathname)
  const limited = {
    ...line,
    mostBytes: Math.min(
      line.mostBytes ?? MOST_FILE_BYTES,
      isList || isFolder(address) ? MOST_LIST_BYTES : MOST_FILE_BYTES,
    ),
  }
  const answer = await askService(limited, address, {
    headers: conditionsOf(known),
    count: (redirects) => ledger.take(redirects === 0 ? 'list' : 'file'),
  })
  if (answer.status === 304) return { kind: 'unchanged', ...known }
  const validators = validatorsOf(answer)
  if (isFolder(address)) return { kind: 'folder', ...readFolder(answer, new URL(address)), ...validators }
  requireText(answer)
  if (!isList) return { kind: 'file', bytes: answer.bytes, ...validators }
  const names = answer.bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const files = names.flatMap((name): ListedFile[] => {
    const reading = parseEphemerisName(name)
    // A study is not the orbit that is flown.
    if (!reading.ok || reading.name.noradId === null || reading.name.kind === 'special') return []
    return [{ name, noradId: reading.name.noradId }]
  })
  if (names.length > 0 && files.length === 0) throw new ServiceError('wrong-type', wordsOf(answer))
  return { kind: 'list', files, unread: names.length - files.length, ...validators }
}

const conditionsOf = ({ etag, lastModified }: Validators) => ({
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
})

const validatorsOf = ({ headers }: ServiceAnswer): Validators => ({
  etag: headers.etag ?? null,
  lastModified: headers['last-modified'] ?? null,
})

/** The names of files that may be ephemerides. A name must not begin with a dot, or contain a slash, an escape or a query. */
const FILE_NAME = /^[a-z0-9][a-z0-9._()+~ -]{0,150}\.(?:oem|txt|kvn|eph)$/i
const LINK = /\bhref\s{0,4}=\s{0,4}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'<>]{1,500}))/gi
/** The number of a file whose name does not identify its object. */
export const UNNUMBERED = 0
/** Planet and others begin the names of their files with the catalogue number. */
const NUMBERED = /^(\d{5,6})[_.-]/

/** Returns the files that a page or a plain list names. Only links to files of the folder itself are followed. */
function readFolder(answer: ServiceAnswer, address: URL): { files: ListedFile[]; unread: number } {
  requireAnswer(answer)
  const text = answer.bytes.toString('utf8').replace(/^\ufeff/, '')
  const links = isPage(answer)
    ? [...text.matchAll(LINK)].map(([, double, single, bare]) =>
        (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
      )
    : // In a line as `ls -l` prints it, the name is last.
      text.split(/[\r\n]+/).map((row) => row.trim().slice(row.trim().lastIndexOf(' ') + 1))
  const names = new Set(links.flatMap((link) => nameIn(link, address) ?? []))
  if (names.size > MOST_LINKS) throw new ServiceError('too-large', `${names.size} files`)
  const files = [...names].flatMap((name): ListedFile[] => {
    const reading = parseEphemerisName(name)
    // A study is not the orbit that is flown.
    if (reading.ok && reading.name.kind === 'special') return []
    const [, number] = NUMBERED.exec(name) ?? []
    const noradId = reading.ok
      ? (reading.name.noradId ?? UNNUMBERED)
      : number === undefined
        ? UNNUMBERED
        : Number(number)
    return [{ name, noradId }]
  })
  // A page without any file is about something else, so a person has to check the address.
  if (files.length === 0) throw new ServiceError(isPage(answer) ? 'page' : 'wrong-type', wordsOf(answer))
  return { files, unread: links.length - files.length }
}

/** Returns the name of the file that a link in a folder leads to; undefined if it leads anywhere else. */
function nameIn(link: string, address: URL): string | undefined {
  if (!URL.canParse(link, address.href)) return undefined
  const to = new URL(link, address)
  const folder = address.pathname.slice(0, address.pathname.lastIndexOf('/') + 1)
  if (to.origin !== address.origin || to.username !== '' || to.search !== '' || to.hash !== '') return undefined
  if (!to.pathname.startsWith(folder)) return undefined
  const name = to.pathname.slice(folder.length).replaceAll('%20', ' ')
  return FILE_NAME.test(name) ? name : undefined
}

/** Returns the address of a file of a list or a folder. */
export const fileAddress = (address: string, name: string): string => new URL(encodeURIComponent(name), address).href

/** A file with the validators of its answer; `bytes` is undefined if the file has not changed. */
export type OpenFile = Validators & { readonly bytes: Buffer | undefined }

/** Returns a file of a list or a folder, unless it has not changed; null if it is gone. */
export async function readOpenFile(
  line: Line,
  ledger: Ledger,
  url: string,
  known: Validators = { etag: null, lastModified: null },
): Promise<OpenFile | null> {
  const limited = { ...line, mostBytes: Math.min(line.mostBytes ?? MOST_FILE_BYTES, MOST_FILE_BYTES) }
  const answer = await askService(limited, url, { headers: conditionsOf(known), count: () => ledger.take('file') })
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status === 304) return { ...known, bytes: undefined }
  requireText(answer)
  return { ...validatorsOf(answer), bytes: answer.bytes }
}

/** Returns the beginning of a file, or all of it if the service does not send parts; null if the file is gone. */
export async function readFileHead(line: Line, ledger: Ledger, url: string): Promise<Buffer | null> {
  const headers = { range: `bytes=0-${FILE_HEAD_BYTES - 1}` }
  const answer = await askService(line, url, { headers, count: () => ledger.take('file') })
  if (answer.status === 404 || answer.status === 410) return null
  requireText(answer.status === 206 ? { ...answer, status: 200 } : answer)
  return answer.bytes.subarray(0, FILE_HEAD_BYTES)
}

/** Returns the object that a file names: a catalogue number or an international designator; undefined if it names none. */
export const objectIdIn = (file: Buffer): string | undefined =>
  /^OBJECT_ID[ \t]{0,40}=[ \t]{0,40}(\S{1,20})/m.exec(file.toString('utf8', 0, FILE_HEAD_BYTES))?.[1]

function requireText(answer: ServiceAnswer): void {
  requireAnswer(answer)
  if (isPage(answer)) throw new ServiceError('page', wordsOf(answer), { isUnanswered: true })
}

function requireAnswer(answer: ServiceAnswer): void {
  const { status, retryAfterMs } = answer
  const refusal = { retryAfterMs, isUnanswered: true }
  if (status === 429) throw new ServiceError('throttled', wordsOf(answer), refusal)
  if (status === 403) throw new ServiceError('no-rights', wordsOf(answer), refusal)
  if (status !== 200) throw new ServiceError('failed', `status ${status}`, refusal)
  // An empty answer may be a fault, so it does not count as news.
  if (headOf(answer) === '') throw new ServiceError('empty')
}
