import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { askOutside, type OutboundAnswer, wordsOfError } from '../outbound/ask-outside.ts'
import { ProxyError } from '../outbound/proxy.ts'
import type { OutboundProxy } from '../outbound-settings.ts'
import { DownloadError } from './download-error.ts'

/** The tags of the last answer, so that an unchanged answer is not sent again. */
export type KnownAnswer = { readonly etag: string | null; readonly lastModified: string | null }

export type Download =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'new'; readonly text: string; readonly etag?: string; readonly lastModified?: string }

export type DownloadOptions = {
  readonly signal: AbortSignal
  readonly version: string
  readonly proxy: OutboundProxy | undefined
  /** Only tests set this, to shorten the time. */
  readonly timeoutMs?: number
  readonly mostBytes?: number
}

const TIMEOUT_MS = 120_000
/** The whole catalogue as JSON has about 12 MB. */
const MOST_BYTES = 64 * 1024 * 1024
const UNCHANGED = /^GP data has not updated since your last successful\s+download/
const LONGEST_PAUSE_S = SECONDS_PER_DAY

/** Downloads data once: it follows no redirect and limits the size of the answer. Throws DownloadError for everything that is not data. */
export async function downloadText(url: string, known: KnownAnswer, options: DownloadOptions): Promise<Download> {
  const { signal, version, proxy, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options
  const headers = {
    'user-agent': `Apsis/${version}`,
    ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
    ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
  }
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answer = await askOutside(url, { headers, proxy, signal: limit })
    if (answer.status === 304) {
      answer.discard()
      return { kind: 'unchanged' }
    }
    const text = await readAtMost(answer, mostBytes)
    // CelesTrak sends this text with status 403 to a client that asks again before there is new data.
    if (UNCHANGED.test(text)) return { kind: 'unchanged' }
    requireData(answer, text)
    return { kind: 'new', text, ...tagsOf(answer) }
  } catch (error) {
    if (error instanceof DownloadError) throw error
    if (error instanceof ProxyError) throw new DownloadError(error.message, { cause: error })
    throw new DownloadError(`The source was not reached, or broke off (${wordsOfError(error)}).`, { cause: error })
  }
}

async function readAtMost({ body }: OutboundAnswer, most: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > most) throw new DownloadError(`The answer is larger than ${most} bytes.`)
    pieces.push(piece)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (error) {
    throw new DownloadError('The answer is not UTF-8.', { cause: error })
  }
}

function requireData({ status, headers }: OutboundAnswer, text: string): void {
  const retryAfterS = Math.min(LONGEST_PAUSE_S, Number(headers['retry-after']) || 0)
  if (status >= 300 && status < 400) throw new DownloadError('The source sends elsewhere, which is not followed.')
  if (status === 403 || status === 429)
    throw new DownloadError(`The source refuses (${status}): it was asked too often, or asks for something else.`, {
      // CelesTrak blocks clients that ask again too soon.
      retryAfterS: Math.max(retryAfterS, LONGEST_PAUSE_S / 4),
    })
  if (status !== 200) throw new DownloadError(`The source answered ${status}.`, { retryAfterS })
  if (headers['content-type']?.includes('text/html') || text.trimStart().startsWith('<'))
    throw new DownloadError('The source answered a page, not data.')
}

function tagsOf({ headers }: OutboundAnswer): { etag?: string; lastModified?: string } {
  const { etag, 'last-modified': lastModified } = headers
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) }
}
