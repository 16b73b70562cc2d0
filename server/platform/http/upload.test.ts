import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@apsis/contract/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ApiError, problemOf } from '../api-error.ts'
import { chooseMedia } from './answer-file.ts'
import { bindFile, bindUpload, type Door } from './bind.ts'
import { toApiError } from './failures.ts'
import { keepQuery } from './input.ts'
import { withFiles } from './upload.ts'

const common = { summary: 's', description: 'd', tags: ['t'], access: 'anyone', rate: 'upload' } as const
const MAX = 1_000_000
const take = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/things',
  upload: { media: ['multipart/form-data', 'text/plain'], maxBytes: MAX, sample: { file: 'a.txt' } },
  response: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string(), fields: z.string() })),
})
const give = endpoint({ ...common, method: 'GET', path: '/api/v1/things', file: ['text/plain', 'application/xml'] })

let app: FastifyInstance
let origin: string
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('apsis-upload-'))
const seen: string[] = []

// Other tests upload at the same time, so leftovers are looked for only in a folder that these tests use.
const usual = process.env.TMPDIR
beforeAll(async () => {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'apsis-test-uploads-'))
  app = Fastify({ routerOptions: { querystringParser: keepQuery } })
  app.setErrorHandler((error, request, reply) => {
    const told: ApiError = toApiError(error)
    const problem = problemOf(told, request.id)
    return reply.code(problem.status).send(problem)
  })
  // No call of this test has a known caller, so no key is read.
  const door: Door = { app, gate: async () => undefined, bound: new Set(), once: undefined as never }
  bindUpload(door, take, ({ upload }) =>
    withFiles(upload, { fields: ['kind'], maxFiles: 3 }, async ({ fields, files }) => {
      for (const { path } of files) seen.push(path)
      return files.map(({ name, bytes, sha256, path }) => {
        expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(sha256)
        return { name, bytes, sha256, fields: JSON.stringify(fields) }
      })
    }),
  )
  bindFile(door, give, async ({ accept }) => ({
    mediaType: chooseMedia(accept, ['text/plain', 'application/xml']),
    name: 'größe "1".kvn',
    bytes: Buffer.from('CCSDS'),
    etag: 'abc',
    isImmutable: true,
  }))
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(tmpdir(), { recursive: true })
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
})

const send = (body: FormData | string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/v1/things`, { method: 'POST', body: body as NonNullable<RequestInit['body']>, headers })
const form = (entries: readonly [string, string | Blob, string?][]) => {
  const data = new FormData()
  for (const [name, value, file] of entries)
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, file ?? 'f')
  return data
}

test('withFiles() receives unchanged bytes, in a form or as a bare body, and leaves no file', async () => {
  const bytes = randomBytes(700_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const sent = form([
    ['kind', 'CANDIDATE'],
    ['file', new Blob([bytes]), '../../etc/passwd'],
    ['file', new Blob(['{}'], { type: 'application/json' }), 'b.json'],
  ])
  const told = (await (await send(sent)).json()) as { name: string; fields: string }[]
  expect(told[0]).toEqual({ name: 'passwd', bytes: 700_000, sha256, fields: '{"kind":"CANDIDATE"}' })
  expect(told[1]?.name).toBe('b.json')
  const bare = await (await send('CCSDS_CDM_VERS = 1.0', { 'content-type': 'text/plain' })).json()
  expect(bare).toMatchObject([{ name: 'message', bytes: 20, fields: '{}' }])
  expect(seen.filter((path) => existsSync(path))).toEqual([])
})

test.each([
  ['an unknown field', form([['colour', 'red']]), {}, 400, '#/colour'],
  ['a file by another name', form([['upload', new Blob(['x'])]]), {}, 400, '#/upload'],
  ['a field twice', form([['kind', 'a'], ['kind', 'b']]), {}, 400, '#/kind'],
  ['a field without end', form([['kind', 'x'.repeat(5_000)]]), {}, 400, '#/kind'],
  ['more files than are taken', form(Array.from({ length: 9 }, () => ['file', new Blob(['x'])])), {}, 400, '#/file'],
  ['no boundary', 'nothing', { 'content-type': 'multipart/form-data' }, 400, undefined],
  ['an end that never comes', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf', { 'content-type': 'multipart/form-data; boundary=b' }, 400, undefined],
  ['one byte too many', Buffer.alloc(MAX + 1), { 'content-type': 'text/plain' }, 413, undefined],
  ['one byte too many, in a form', form([['file', new Blob([Buffer.alloc(MAX + 1)])]]), {}, 413, undefined],
  ['a body that is too large by its length', Buffer.alloc(MAX + 100_000), { 'content-type': 'text/plain' }, 413, undefined],
  ['another media type', 'x', { 'content-type': 'image/png' }, 415, undefined],
  ['a packed body', 'x', { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, 415, undefined],
  ['nothing at all', '', { 'content-type': 'text/plain' }, 400, '#'],
] as const)('withFiles() refuses %s, and leaves nothing behind', async (_, body, headers, status, pointer) => {
  const before = folders()
  const response = await send(body as FormData, headers)
  expect(response.status).toBe(status)
  const { errors } = (await response.json()) as { errors?: { pointer?: string }[] }
  expect(errors?.[0]?.pointer).toBe(pointer)
  expect(folders()).toEqual(before)
}) // biome-ignore format: a table

test('an upload that is cut off leaves no file', async () => {
  const before = folders()
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const arrived = new Promise<void>((resolve) => app.server.once('request', () => resolve()))
  socket.write(
    'POST /api/v1/things HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nhalf',
  )
  await arrived
  while (folders().length === before.length) await new Promise(setImmediate)
  socket.destroy()
  while (folders().length > before.length) await new Promise(setImmediate)
  expect(folders()).toEqual(before)
})

test('a file is answered once, in the requested form', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${origin}/api/v1/things`, { headers })
  const plain = await ask({ accept: '*/*' })
  expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(plain.headers.get('content-disposition')).toBe(
    `attachment; filename="gr__e _1_.kvn"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.kvn`,
  )
  expect(plain.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(await plain.text()).toBe('CCSDS')
  const xml = await ask({ accept: 'text/plain;q=0.2, application/*' })
  expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect((await ask({ accept: 'image/png' })).status).toBe(406)
  expect((await ask({ accept: 'text/*;q=0, */*;q=0' })).status).toBe(406)
  expect((await ask({ 'if-none-match': 'W/"abc"' })).status).toBe(304)
})
