import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf, type MailFields, readFields, readParameters } from '../platform/mail-fields.ts'

/** A file in a mail; the text of the mail itself also counts as one. */
export type UnpackedPart = { readonly name: string; readonly path: string }
/** The content of a mail, or the reason why it cannot be read. */
export type UnpackedMail =
  | { readonly parts: readonly UnpackedPart[]; readonly fault: null }
  | { readonly parts: null; readonly fault: string }

const MOST_PARTS = 200
const MOST_DEPTH = 6
const MOST_NAME = 120
const MOST_HEAD = 65_536

class MailFault extends Error {}

/** Writes the files of a mail (RFC 2045, RFC 2046) into a folder. Runs in the process pool. */
export function readMail({ path, folder }: { readonly path: string; readonly folder: string }): UnpackedMail {
  const parts: UnpackedPart[] = []
  const keep = (name: string, bytes: Buffer) => {
    if (parts.length >= MOST_PARTS) throw new MailFault(`holds more than ${MOST_PARTS} files`)
    // A name from a stranger is never used as a path.
    const file = join(folder, `part-${parts.length + 1}`)
    writeFileSync(file, bytes, { mode: 0o600 })
    parts.push({ name, path: file })
  }
  try {
    // Latin-1 gives one character for each byte.
    readEntity(readFileSync(path).toString('latin1'), { subject: '', depth: 0, keep })
    if (parts.length === 0) throw new MailFault('holds no file, and its text is no message')
    return { parts, fault: null }
  } catch (error) {
    if (error instanceof MailFault) return { parts: null, fault: error.message }
    throw error
  }
}

type Reading = {
  readonly subject: string
  readonly depth: number
  readonly keep: (name: string, bytes: Buffer) => void
}

/** Reads a mail, or a part of one: its header, and its body by its type. */
function readEntity(text: string, { subject, depth, keep }: Reading): void {
  if (depth > MOST_DEPTH) throw new MailFault(`has parts in parts, more than ${MOST_DEPTH} deep`)
  const { fields, body } = splitHead(text)
  const { value: type, parameters } = readParameters(fields.get('content-type')?.[0] ?? 'text/plain')
  const title = subject === '' ? nameFrom(decodeWords(fields.get('subject')?.[0] ?? '')) : subject
  const inner = { subject: title, depth: depth + 1, keep }
  if (type.startsWith('multipart/')) {
    for (const part of splitParts(body, parameters.get('boundary') ?? '')) readEntity(part, inner)
    return
  }
  const bytes = decodeBody(body, fields)
  if (type === 'message/rfc822') {
    readEntity(bytes.toString('latin1'), { ...inner, subject: '' })
    return
  }
  const disposition = readParameters(fields.get('content-disposition')?.[0] ?? '')
  const named = nameOf(disposition.parameters, 'filename') ?? nameOf(parameters, 'name')
  const label = named || title || 'mail'
  if (named === undefined && disposition.value !== 'attachment') {
    const found = type === 'text/plain' ? messageIn(utf8Of(bytes, parameters.get('charset'))) : undefined
    if (found !== undefined) keep(label, Buffer.from(found))
    else if (isFile(type)) keep(label, bytes)
    return
  }
  if (!isAside(type)) keep(label, bytes)
}

/** The types of parts that mail programs and people add to a mail; no partner sends messages in them. */
const ASIDE =
  /^(image|audio|video|font)\/|^text\/(html|calendar|x-vcard|vcard|rfc822-headers)$|^message\/|^application\/(pgp-|pkcs7-|x-pkcs7-)/
const isAside = (type: string) => ASIDE.test(type)
/** A part without a name may be a file by its type. */
const isFile = (type: string) => /^application\/|^text\/xml$/.test(type) && !isAside(type)

/** Splits a mail at its first empty line. */
function splitHead(text: string): { readonly fields: MailFields; readonly body: string } {
  const found = /^\r?\n/.test(text) ? 0 : text.slice(0, MOST_HEAD).search(/\n\r?\n/)
  if (found < 0 && text.length > MOST_HEAD) throw new MailFault('has no end of its header')
  const end = found < 0 ? text.length : found === 0 ? 0 : found + 1
  const body = text.slice(end).replace(/^\r?\n/, '')
  return { fields: readFields(linesOf(text.slice(0, end))), body }
}

/** Returns the parts between the lines of a boundary. */
function splitParts(body: string, boundary: string): string[] {
  if (boundary === '') throw new MailFault('has parts without a boundary')
  const delimiter = `--${boundary}`
  const parts: string[] = []
  let start: number | undefined
  for (let at = 0; ; ) {
    const found = body.indexOf(delimiter, at)
    if (found < 0) throw new MailFault('is cut off: its last part has no end')
    at = found + delimiter.length
    if (found > 0 && body.charAt(found - 1) !== '\n') continue
    const newline = body.indexOf('\n', at)
    const end = newline < 0 ? body.length : newline
    const rest = body.slice(at, Math.min(end, at + MOST_NAME)).trimEnd()
    if (rest !== '' && rest !== '--') continue
    if (start !== undefined) parts.push(body.slice(start, found).replace(/\r?\n$/, ''))
    if (parts.length > MOST_PARTS) throw new MailFault(`has more than ${MOST_PARTS} parts`)
    if (rest === '--') return parts
    start = end + 1
    at = start
  }
}

function decodeBody(body: string, fields: MailFields): Buffer {
  const encoding = (fields.get('content-transfer-encoding')?.[0] ?? '7bit').trim().toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return Buffer.from(unquote(body), 'latin1')
  if (['7bit', '8bit', 'binary', ''].includes(encoding)) return Buffer.from(body, 'latin1')
  throw new MailFault(`has a part in the unknown encoding ${encoding.slice(0, 40)}`)
}

/** Decodes quoted-printable (RFC 2045 §6.7). */
const unquote = (text: string) =>
  text
    .replace(/=[ \t]{0,80}\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Returns the text of bytes in a charset; an unknown charset is read as UTF-8. */
function utf8Of(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** Returns the message in the text of a mail, without greeting and signature; undefined if there is none. */
function messageIn(text: string): string | undefined {
  const head = /^(?:CCSDS_[A-Z]{3}_VERS|stk\.v\.|<\?xml)/m.exec(text)
  const isJson = /^[\s\ufeff]{0,100}[[{]/.test(text)
  if (head === null && !isJson) return undefined
  const message = text.slice(head?.index ?? 0)
  const signature = /^-- ?\r?$/m.exec(message)
  return signature === null ? message : message.slice(0, signature.index)
}

/** Returns the value of a parameter that is a name: plain, in encoded words, or in pieces and with a charset (RFC 2231). */
function nameOf(parameters: ReadonlyMap<string, string>, key: string): string | undefined {
  const whole = parameters.get(`${key}*`)
  if (whole !== undefined) return nameFrom(decodeExtended(whole))
  const pieces: string[] = []
  for (let n = 0; n < MOST_PARTS; n += 1) {
    const [plain, extended] = [parameters.get(`${key}*${n}`), parameters.get(`${key}*${n}*`)]
    if (plain === undefined && extended === undefined) break
    pieces.push(extended ?? plain ?? '')
  }
  if (pieces.length > 0) {
    const isExtended = parameters.has(`${key}*0*`)
    return nameFrom(isExtended ? decodeExtended(pieces.join('')) : pieces.join(''))
  }
  const plain = parameters.get(key)
  return plain === undefined ? undefined : nameFrom(decodeWords(plain))
}

/** Decodes `utf-8'en'caf%C3%A9.cdm`. */
function decodeExtended(text: string): string {
  const [charset = '', , ...rest] = text.split("'")
  const raw = rest.length === 0 ? text : rest.join("'")
  const bytes = raw.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return utf8Of(Buffer.from(bytes, 'latin1'), rest.length === 0 || charset === '' ? 'utf-8' : charset)
}

/** Decodes the encoded words of a header (RFC 2047); other characters beyond ASCII are UTF-8 (RFC 6532). */
function decodeWords(text: string): string {
  const words = /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,500})\?=(?:[ \t]{1,80}(?==\?))?/gi
  const raw = Buffer.from(text, 'latin1').toString('utf8')
  return raw.replace(words, (_, charset: string, kind: string, coded: string) => {
    const isBase64 = kind.toLowerCase() === 'b'
    const bytes = isBase64 ? Buffer.from(coded, 'base64') : Buffer.from(unquote(coded.replaceAll('_', ' ')), 'latin1')
    return utf8Of(bytes, charset)
  })
}

/** Returns a name from a stranger as a label: the last part of a path, without invisible characters, shortened. */
function nameFrom(text: string): string {
  const label = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\s]+/gu, ' ')
    .split(/[/\\]/)
    .at(-1)
  return Array.from(label ?? '')
    .slice(0, MOST_NAME)
    .join('')
    .trim()
}
