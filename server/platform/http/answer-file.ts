import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'

/** A file as the answer of a call. */
export type FileAnswer = {
  readonly mediaType: string
  readonly name: string
  readonly bytes: Buffer
  /** True if the content at its address never changes. */
  readonly isImmutable?: boolean
  /** True if the browser shows the file instead of saving it. */
  readonly isInline?: boolean
  readonly etag?: string
  /** If absent, the status is 200. */
  readonly status?: number
}

/** Returns the name of a file, with a mark if its content is simulated; the application marks its files in the same way. */
export const markedName = (stem: string, ending: string, isSimulated: boolean): string =>
  `${stem}${isSimulated ? '_SIMULATED' : ''}.${ending}`

/** Sends a file, or answers that the caller already has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  const { mediaType, name, bytes, etag, isImmutable = false, isInline = false, status = 200 } = file
  const text = mediaType.startsWith('text/') || mediaType.endsWith('/json') || mediaType.endsWith('/xml')
  reply.headers({
    'cache-control': isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    vary: 'accept, authorization',
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
  })
  if (etag !== undefined && isKnown(request.headers['if-none-match'], `"${etag}"`)) return reply.code(304).send()
  return reply
    .code(status)
    .header('content-type', text ? `${mediaType}; charset=utf-8` : mediaType)
    .send(bytes)
}

/** Returns the offered media type that an Accept header prefers; the first if it has no preference. Throws 406 if it accepts none of them. */
export function chooseMedia(accept: string | undefined, offered: readonly [string, ...string[]]): string {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    return { range, quality: Number.isFinite(quality) ? quality : 0 }
  })
  const qualityOf = (media: string) => {
    const names = [media, `${media.split('/')[0]}/*`, '*/*']
    // The most specific range decides, in whatever position it is.
    const match = names.map((name) => ranges.find(({ range }) => range === name)).find((one) => one !== undefined)
    return match?.quality ?? 0
  }
  const best = Math.max(...offered.map(qualityOf))
  const chosen = offered.find((media) => qualityOf(media) === best)
  if (best <= 0 || chosen === undefined)
    throw new ApiError('not-acceptable', `This call answers ${offered.join(', ')}.`)
  return chosen
}

function isKnown(given: string | undefined, etag: string): boolean {
  return (given ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}

/**
 * Returns a name for clients that read the plain `filename` parameter: characters outside ASCII, and those that would end the
 * quotes, become an underscore.
 */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\]/g, '_')
}
