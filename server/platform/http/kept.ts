import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, zstdCompress } from 'node:zlib'
import type { Answer, Endpoint, HandlerResult } from '@apsis/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * An answer stored in the form in which it is sent, so that it is checked, written and compressed once per version, not once per request
 * (decisions.md 30).
 */
export type KeptAnswer = {
  /** The uncompressed body; a function if the body is built only for callers who do not have it yet. */
  readonly plain: Buffer | (() => Buffer)
  /**
   * The body compressed with Brotli; absent if it costs less to compress each answer than to compress once after each
   * change.
   */
  readonly packed?: Buffer
  /** The body compressed with gzip as well, for a long one: browsers accept Brotli only over a secure connection. */
  readonly gzipped?: Buffer
  readonly etag: string
}

/** The best quality of Brotli would save another tenth of the bytes, but would block all other calls for most of a second. */
const BROTLI_QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Compresses a body for one answer, in one piece on another thread, at the quickest setting. Ten thousand events, fifteen megabytes, take
 * 10 ms with zstd; a better setting takes seven times as long, and the result is no smaller.
 */
const PACKERS_PER_ANSWER: readonly (readonly [encoding: string, pack: (bytes: Buffer) => Promise<Buffer>])[] = [
  ['zstd', (bytes) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })],
  ['br', (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['gzip', (bytes) => promisify(gzip)(bytes, { level: 1 })],
]
/** A shorter answer is sent uncompressed. */
const LEAST_PACKED_BYTES = 1_024

/** Checks an answer against its endpoint and stores it. */
export function keep<E extends Endpoint>(e: E, produced: HandlerResult<E>): KeptAnswer {
  if (e.response === undefined) throw new TypeError(`${e.path} answers nothing that could be kept`)
  const plain = Buffer.from(JSON.stringify(e.response.parse(produced) as Answer<E>))
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, packed: brotliCompressSync(plain, BROTLI_QUICK), etag: `"${digest}"` }
}

/** Sends a stored answer, or answers that the caller already has it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, packed, gzipped, etag }: KeptAnswer,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization' })
  const known = request.headers['if-none-match'] ?? ''
  const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')
  if (known.split(',').some((tag) => plainTag(tag) === plainTag(etag) || tag.trim() === '*'))
    return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const bytes = typeof plain === 'function' ? plain() : plain
  const takes = takenBy(String(request.headers['accept-encoding'] ?? ''))
  if (packed !== undefined && takes('br')) return reply.header('content-encoding', 'br').send(packed)
  if (gzipped !== undefined && takes('gzip')) return reply.header('content-encoding', 'gzip').send(gzipped)
  if (packed !== undefined) return reply.send(bytes)
  const [encoding, pack] = PACKERS_PER_ANSWER.find(([name]) => takes(name)) ?? []
  if (encoding === undefined || pack === undefined || bytes.length < LEAST_PACKED_BYTES) return reply.send(bytes)
  return reply.header('content-encoding', encoding).send(await pack(bytes))
}

/** Returns a function that is true for the encodings that a caller accepts; an encoding with a weight of 0 is not accepted. */
function takenBy(accepted: string): (encoding: string) => boolean {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .flatMap((one) => {
      const [name = '', ...rest] = one.split(';').map((part) => part.trim())
      return rest.some((part) => /^q=0(\.0*)?$/.test(part)) ? [] : [name]
    })
  return (encoding) => taken.includes(encoding)
}
