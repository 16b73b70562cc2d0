/** A part of a mail in addition to its text. */
export type MailPart = {
  readonly type?: string
  /** The name is written unchanged, so that tests can write hostile names; null: the part has no name. */
  readonly name: string | null
  readonly bytes: string | Buffer
  readonly encoding?: 'base64' | 'quoted-printable' | '8bit'
}

export type MailContent = {
  readonly from?: string
  readonly subject?: string
  /** The text of the mail; absent if it has none. */
  readonly text?: string
  readonly parts?: readonly MailPart[]
  /** Additional header fields, each a complete line; they precede all others, like the fields that a receiving server adds. */
  readonly received?: readonly string[]
}

/** Writes a mail (RFC 5322, RFC 2045) that consists of one text part, or is multipart/mixed. */
export function mailText({ from, subject, text, parts = [], received = [] }: MailContent): Buffer {
  const head = [
    ...received,
    `From: ${from ?? 'Simulated partner <flight@partner.example>'}`,
    'To: messages@operator.example',
    `Subject: ${subject ?? 'SIMULATED messages'}`,
    'MIME-Version: 1.0',
  ]
  const all = [...(text === undefined ? [] : [textPart(text)]), ...parts.map(partText)]
  const [only] = all
  if (all.length === 1 && parts.length === 0) return latin([...head, only ?? ''].join('\r\n'))
  const boundary = boundaryFor(all.join('\r\n'))
  const pieces = all.map((part) => `--${boundary}\r\n${part}`)
  const type = `Content-Type: multipart/mixed; boundary="${boundary}"`
  return latin([...head, type, '', ...pieces, `--${boundary}--`, ''].join('\r\n'))
}

/** Returns a boundary that no part contains. */
function boundaryFor(text: string): string {
  let count = 1
  while (text.includes(`=_simulated-${count}_=`)) count += 1
  return `=_simulated-${count}_=`
}

const latin = (text: string) => Buffer.from(text, 'latin1')
/** Returns bytes as a text with one character for each byte. */
const raw = (bytes: string | Buffer) => Buffer.from(bytes).toString('latin1')

function textPart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted(raw(text))}`
}

function partText({ type = 'application/octet-stream', name, bytes, encoding = 'base64' }: MailPart): string {
  const disposition = name === null ? [] : [`Content-Disposition: attachment; filename="${raw(name)}"`]
  const head = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...disposition, '', '']
  return `${head.join('\r\n')}${encoded(bytes, encoding)}`
}

function encoded(bytes: string | Buffer, encoding: MailPart['encoding']): string {
  if (encoding === 'quoted-printable') return quoted(raw(bytes))
  if (encoding === '8bit') return raw(bytes)
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/.{76}(?!$)/g, '$&\r\n')
}

/** Writes quoted-printable (RFC 2045 §6.7), with lines of at most 76 characters. */
function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/[^ -<>-~]| $/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
        .replace(/(?:[^=]|=[0-9A-F]{2}){72}(?!$)/g, '$&=\r\n'),
    )
    .join('\r\n')
}
