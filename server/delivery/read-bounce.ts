import { closeSync, openSync, readSync } from 'node:fs'
import { linesOf, type MailFields, type MailLines, readFields, readParameters } from '../platform/mail-fields.ts'

/** The meaning of a report: the mail is given up, delayed, or delivered. */
export type Report = {
  readonly kind: 'failed' | 'delayed' | 'arrived'
  /** Three numbers (RFC 3463), for example `5.1.1`; null if the report has no code. */
  readonly code: string | null
  /** The SMTP code with which the mail was refused; null if there is none. */
  readonly status: number | null
  readonly words: string | null
}

export type Bounce = {
  /** Texts that may be tokens, from the addresses to which the mail was sent. */
  readonly tokens: readonly string[]
  /** Undefined if the mail is not a delivery report, for example an out-of-office answer. */
  readonly report: Report | undefined
}

/** At most this many bytes are read: the report precedes the returned mail. */
export const MOST_BOUNCE_BYTES = 1_048_576
const MOST_GROUPS = 100
const MOST_TOKENS = 8
const MOST_WORDS = 200

/** Headers in which mail servers write the recipient address of a mail. */
const RECIPIENTS = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'])
const TOKEN = /(?<![0-9a-z])[0-9a-v]{48}(?![0-9a-z])/gi

/** Reads a returned mail from a file, in the process pool. */
export function readBounceFile(path: string): Bounce {
  const bytes = Buffer.alloc(MOST_BOUNCE_BYTES)
  const file = openSync(path, 'r')
  try {
    return readBounce(bytes.toString('utf8', 0, readSync(file, bytes)))
  } finally {
    closeSync(file)
  }
}

/** Reads a returned mail in one pass: its recipients and its report (RFC 3464). */
export function readBounce(text: string): Bounce {
  const lines = linesOf(text)
  const first = lines.next()
  // A mail that is passed to a program may begin with the From line of a mailbox.
  const head = readFields(lines, first.done !== true && first.value.startsWith('From ') ? undefined : first.value)
  const boundary = boundaryOf(head.get('content-type')?.[0] ?? '')
  const groups = boundary === undefined ? [] : readReport(lines, `--${boundary}`)
  const addresses = [...head].flatMap(([name, values]) => (RECIPIENTS.has(name) ? values : []))
  const envelopes = groups[0]?.get('original-envelope-id') ?? []
  const tokens = [...addresses, ...envelopes].flatMap((value) => value.match(TOKEN) ?? [])
  return { tokens: [...new Set(tokens)].slice(0, MOST_TOKENS), report: judge(groups) }
}

/** Returns the separator of the parts of a report; undefined if the mail is not a report. */
function boundaryOf(contentType: string): string | undefined {
  const { value, parameters } = readParameters(contentType)
  const boundary = parameters.get('boundary')
  return value === 'multipart/report' && boundary !== '' ? boundary : undefined
}

/** Returns the groups of fields of the report: the first group is about the mail, each other one about a recipient. */
function readReport(lines: MailLines, delimiter: string): readonly MailFields[] {
  const isDelimiter = (line: string) => line.startsWith(delimiter) && /^(--)?[ \t]*$/.test(line.slice(delimiter.length))
  for (let line = lines.next().value; line !== undefined; line = lines.next().value) {
    if (!isDelimiter(line)) continue
    const type = readFields(lines).get('content-type')?.[0] ?? ''
    if (/^\s*message\/(global-)?delivery-status\s*(;|$)/i.test(type.slice(0, MOST_WORDS)))
      return readGroups(lines, isDelimiter)
  }
  return []
}

function readGroups(lines: MailLines, isDelimiter: (line: string) => boolean): readonly MailFields[] {
  const groups: MailFields[] = []
  let isOver = false
  const isEnd = (line: string) => {
    isOver = isDelimiter(line)
    return isOver
  }
  while (!isOver && groups.length <= MOST_GROUPS) {
    // Between two groups there may be more than one empty line.
    let first = lines.next().value
    while (first === '') first = lines.next().value
    if (first === undefined) break
    groups.push(readFields(lines, first, isEnd))
  }
  return groups
}

/** Returns the result of a report: given up has priority over delayed, and a permanent failure over a temporary one. */
function judge(recipients: readonly MailFields[]): Report | undefined {
  const reports = recipients.flatMap((fields): Report[] => {
    const [action = ''] = fields.get('action')?.[0]?.trim().toLowerCase().split(/[\s(]/) ?? []
    const kind = ACTIONS.get(action)
    return kind === undefined ? [] : [{ kind, ...saidIn(fields) }]
  })
  return reports.toSorted((one, other) => weightOf(other) - weightOf(one))[0]
}

const ACTIONS: ReadonlyMap<string, Report['kind']> = new Map([
  ['failed', 'failed'],
  ['delayed', 'delayed'],
  ['delivered', 'arrived'],
  ['relayed', 'arrived'],
  ['expanded', 'arrived'],
])

function weightOf({ kind, code }: Report): number {
  if (kind === 'failed') return code?.startsWith('5.') === true ? 3 : 2
  return kind === 'delayed' ? 1 : 0
}

/** Returns the code and the text for a recipient; the text is from the refusing server, if it gave one. */
function saidIn(fields: MailFields): Omit<Report, 'kind'> {
  const code = /^([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(fields.get('status')?.[0]?.trim() ?? '')?.[1] ?? null
  const diagnostic = fields.get('diagnostic-code')?.[0] ?? ''
  const semicolon = diagnostic.indexOf(';')
  const isSmtp = diagnostic.slice(0, Math.max(0, semicolon)).trim().toLowerCase() === 'smtp'
  const said = diagnostic
    .slice(semicolon + 1)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_WORDS)
  const status = isSmtp ? /^[45]\d\d(?=[ -]|$)/.exec(said)?.[0] : undefined
  return { code, status: status === undefined ? null : Number(status), words: said === '' ? code : said }
}
