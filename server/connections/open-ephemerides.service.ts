import { parseEphemerisName } from '@apsis/ccsds/meme/ephemeris-name.ts'
import { askService, headOf, isPage, type Line, type ServiceAnswer, ServiceError, wordsOf } from './ask.service.ts'
import type { Ledger } from './budget.service.ts'

/** The validators of the last answer. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

/** A published file, and the object that it is of. */
export type ListedFile = { readonly name: string; readonly noradId: number }

export type OpenList = Validators &
  (
    | { readonly kind: 'unchanged' }
    /** `unread` names could not be read as names of ephemerides. */
    | { readonly kind: 'list'; readonly files: readonly ListedFile[]; readonly unread: number }
    /** The address is one file. */
    | { readonly kind: 'file'; readonly bytes: Buffer }
  )

/** A list of 100,000 satellites has 8 MB. */
const MOST_LIST_BYTES = 32 * 1024 ** 2
/** Three days of states every minute have 2 MB. */
const MOST_FILE_BYTES = 64 * 1024 ** 2

/** Reads what an address publishes: a list of names, one a line (MANIFEST.txt), or one ephemeris. It is asked only if it has changed. */
export async function readOpenList(line: Line, ledger: Ledger, address: string, known: Validators): Promise<OpenList> {
  const headers = {
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  }
  const isList = /\/MANIFEST\.txt$/i.test(new URL(address).pathname)
  const limited = {
    ...line,
    mostBytes: Math.min(line.mostBytes ?? MOST_FILE_BYTES, isList ? MOST_LIST_BYTES : MOST_FILE_BYTES),
  }
  const answer = await askService(limited, address, {
    headers,
    count: (redirects) => ledger.take(redirects === 0 ? 'list' : 'file'),
  })
  if (answer.status === 304) return { kind: 'unchanged', ...known }
  requireText(answer)
  const validators = { etag: answer.headers.etag ?? null, lastModified: answer.headers['last-modified'] ?? null }
  if (!isList) return { kind: 'file', bytes: answer.bytes, ...validators }
  const names = answer.bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const files = names.flatMap((name): ListedFile[] => {
    const reading = parseEphemerisName(name)
    // A study is not the path that is flown.
    if (!reading.ok || reading.name.noradId === null || reading.name.kind === 'special') return []
    return [{ name, noradId: reading.name.noradId }]
  })
  if (names.length > 0 && files.length === 0) throw new ServiceError('wrong-type', wordsOf(answer))
  return { kind: 'list', files, unread: names.length - files.length, ...validators }
}

/** Returns a file of a list; null if it is gone. */
export async function readOpenFile(line: Line, ledger: Ledger, address: string, name: string): Promise<Buffer | null> {
  const url = new URL(encodeURIComponent(name), address).href
  const limited = { ...line, mostBytes: Math.min(line.mostBytes ?? MOST_FILE_BYTES, MOST_FILE_BYTES) }
  const answer = await askService(limited, url, { count: () => ledger.take('file') })
  if (answer.status === 404 || answer.status === 410) return null
  requireText(answer)
  return answer.bytes
}

function requireText(answer: ServiceAnswer): void {
  const { status, retryAfterMs } = answer
  const refusal = { retryAfterMs, isUnanswered: true }
  if (status === 429) throw new ServiceError('throttled', wordsOf(answer), refusal)
  if (status === 403) throw new ServiceError('no-rights', wordsOf(answer), refusal)
  if (status !== 200) throw new ServiceError('failed', `status ${status}`, refusal)
  if (isPage(answer)) throw new ServiceError('page', wordsOf(answer), refusal)
  // An empty answer is a question, and no news.
  if (headOf(answer) === '') throw new ServiceError('empty')
}
