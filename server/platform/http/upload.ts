import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '../api-error.ts'
import { takeForFiles } from '../once/once.ts'
import { isStorable } from './input.ts'

/** A body that is received as bytes; nothing of it has been read yet. */
export type Upload = {
  readonly mediaType: string
  readonly request: IncomingMessage
  readonly maxBytes: number
  /** The content that was sent in addition to the body. */
  readonly sent?: unknown
}

/** A file that has arrived completely. */
export type UploadedFile = {
  /** The name given by the sender, without folders; `message` for a bare body. */
  readonly name: string
  readonly mediaType: string
  /** The path at which its bytes are stored until the work is done. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export type ReceivedForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly UploadedFile[]
}

export type UploadLimits = {
  /** The names of the fields that the form may have in addition to its files. */
  readonly fields?: readonly string[]
  readonly maxFiles?: number
}

const FIELD_BYTES = 4 * 1024
const PREFIX = 'apsis-upload-'
const LEFT_OVER_MS = HOUR_MS

/**
 * Receives an upload into a temporary folder, hashing and counting its bytes as they arrive, runs the work on it, and always
 * removes the folder. The upload is never completely in memory.
 */
export async function withFiles<T>(
  upload: Upload,
  limits: UploadLimits,
  work: (received: ReceivedForm) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const isForm = upload.mediaType === 'multipart/form-data'
    const received = isForm ? await receiveForm(upload, limits, folder) : await receiveBody(upload, folder)
    const { fields, files } = received
    await takeForFiles({ ...Object(upload.sent), fields, files: files.map(({ name, sha256 }) => [name, sha256]) })
    return work(received)
  })
}

/** Runs work in a temporary folder, which is removed later even if the process is killed. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Removes the folders that killed processes have left. Other processes on the machine may still be receiving files, so only old
 * folders are removed. The clock that dates the folders may be on another machine, so their age is measured with that clock.
 */
export async function sweepUploads(): Promise<void> {
  const now = await withFolder(async (folder) => (await stat(folder)).mtimeMs)
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const known = await stat(folder).catch(() => undefined)
    // Another process may have removed it, or it belongs to another account.
    if (known !== undefined && now - known.mtimeMs > LEFT_OVER_MS)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function receiveBody({ request, mediaType, maxBytes }: Upload, folder: string): Promise<ReceivedForm> {
  const body = new PassThrough()
  const cutOff = () => request.complete || body.destroy(new Error('the request was cut off'))
  request.once('close', cutOff)
  request.pipe(body)
  try {
    const file = await store(body, { name: 'message', mediaType, path: join(folder, '0') }, counter(maxBytes))
    return { fields: {}, files: [file] }
  } catch (error) {
    discardRest(request, body)
    throw error
  } finally {
    request.off('close', cutOff)
  }
}

/** Reads the rest of a body and discards it: a client that is still sending does not read the answer. */
function discardRest(request: IncomingMessage, reader: Writable): void {
  request.unpipe(reader)
  request.resume()
}

async function receiveForm(upload: Upload, limits: UploadLimits, folder: string): Promise<ReceivedForm> {
  const { maxFiles = 1, fields: known = [] } = limits
  const { request, maxBytes } = upload
  const form = openForm(request, maxFiles + known.length)
  const fields: Record<string, string> = {}
  const storing: Promise<UploadedFile>[] = []
  const arriving: Readable[] = []
  const count = counter(maxBytes)
  let fault: ApiError | undefined
  const refuse = (error: ApiError) => {
    fault ??= error
    form.destroy(error)
  }
  form.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (!known.includes(name)) refuse(invalid(name, 'is not a field of this form'))
    else if (Object.hasOwn(fields, name)) refuse(invalid(name, 'comes twice'))
    else if (valueTruncated) refuse(invalid(name, `is longer than ${FIELD_BYTES} bytes`))
    else if (!isStorable(value)) refuse(invalid(name, 'must not contain NUL or half a surrogate pair'))
    else fields[name] = value
  })
  form.on('file', (field, stream, name, _encoding, mediaType) => {
    if (field !== 'file') {
      stream.resume()
      return refuse(invalid(field, 'is not a field of this form: files come as file'))
    }
    const path = join(folder, String(storing.length))
    const stored = store(stream, { name: plainName(name), mediaType, path }, count)
    storing.push(stored)
    arriving.push(stream)
    stored.catch((error: unknown) => form.destroy(error instanceof Error ? error : new Error(String(error))))
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    form.on(event, () => refuse(invalid('file', `may come ${maxFiles} times at most, with ${known.length} fields`)))
  try {
    await readForm(request, form)
    return { fields, files: await Promise.all(storing) }
  } catch (error) {
    // If a file's end never arrives, waiting for it would never end.
    for (const stream of arriving) stream.destroy()
    const files = await Promise.allSettled(storing)
    const own = files.map((one) => (one.status === 'rejected' ? one.reason : undefined)).find(isApiError)
    throw own ?? fault ?? unreadable(error, request)
  }
}

function openForm(request: IncomingMessage, parts: number) {
  try {
    const limits = { parts: parts + 1, headerPairs: 50, fieldSize: FIELD_BYTES, fieldNameSize: 100 }
    return new Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch (error) {
    throw new ApiError('request-invalid', 'The form has no boundary.', { cause: error })
  }
}

/** Reads the form to its end. The parser reports its errors without being destroyed, which a pipeline would wait for. */
function readForm(request: IncomingMessage, form: BusboyInstance): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      discardRest(request, form)
      reject(error)
    }
    form.once('finish', resolve)
    form.on('error', fail)
    request.once('error', fail)
    request.once('close', () => request.complete || fail(new Error('the request was cut off')))
    request.pipe(form)
  })
}

type Target = Pick<UploadedFile, 'name' | 'mediaType' | 'path'>
type Count = (bytes: number) => ApiError | undefined

/** Counts the bytes of all files of a request together. */
function counter(maxBytes: number): Count {
  let total = 0
  return (bytes) => {
    total += bytes
    const message = `The upload is larger than ${Math.round(maxBytes / 1_048_576)} MiB.`
    return total > maxBytes ? new ApiError('body-too-large', message) : undefined
  }
}

async function store(source: Readable, target: Target, count: Count): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(count(chunk.length) ?? null, chunk)
    },
  })
  await pipeline(source, watch, createWriteStream(target.path, { flags: 'wx', mode: 0o600 }))
  return { ...target, bytes, sha256: hash.digest('hex') }
}

/** Returns a name that can be shown and offered for downloads: no folders, no control characters, never empty. */
function plainName(name: string | undefined): string {
  const last =
    (name ?? '')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '')
      .toWellFormed()
      .trim()
      .slice(0, 200) ?? ''
  return last === '' || last === '.' || last === '..' ? 'file' : last
}

function invalid(field: string, message: string): ApiError {
  const pointer = `#/${field.slice(0, 100).toWellFormed().replaceAll('\0', '')}`
  return new ApiError('request-invalid', `${pointer}: ${message}`, {
    errors: [{ code: 'body.form', message, pointer }],
  })
}

const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

function unreadable(error: unknown, request: IncomingMessage): unknown {
  if (isApiError(error)) return error
  // The client disconnected: the code that answers the request reports it.
  if (request.destroyed && !request.complete) return error
  return new ApiError('request-invalid', 'The form cannot be read: it ends too early, or its parts are not apart.', {
    cause: error,
  })
}
