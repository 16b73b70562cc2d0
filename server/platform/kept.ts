import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Answer, Endpoint, Produced } from '@apsis/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer kept as it is sent, so that it is checked, written and packed once per version, not once per request (decisions.md 30). */
export type Kept = {
  /** A function, where putting it together is worth sparing those who have it already. */
  readonly plain: Buffer | (() => Buffer)
  /** Absent where packing anew for each answer is less than packing after each change. */
  readonly packed?: Buffer
  readonly etag: string
}

/** The best quality would save another tenth of the bytes, and hold up all other calls for most of a second. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Checks an answer against its endpoint and keeps it. */
export function keep<E extends Endpoint>(e: E, produced: Produced<E>): Kept {
  if (e.response === undefined) throw new TypeError(`${e.path} answers nothing that could be kept`)
  const plain = Buffer.from(JSON.stringify(e.response.parse(produced) as Answer<E>))
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, packed: brotliCompressSync(plain, QUICKLY), etag: `"${digest}"` }
}

/** Sends a kept answer, or says that the caller has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { plain, packed, etag }: Kept): FastifyReply {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization' })
  const known = request.headers['if-none-match'] ?? ''
  const plainTag = (tag: string) => tag.trim().replace(/^W\//, '')
  if (known.split(',').some((tag) => plainTag(tag) === plainTag(etag) || tag.trim() === '*'))
    return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  const bytes = typeof plain === 'function' ? plain() : plain
  if (packed === undefined || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(bytes)
  return reply.header('content-encoding', 'br').send(packed)
}
