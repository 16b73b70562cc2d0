import { linesOf, readFields, splitOutsideQuotes } from '../platform/mail-fields.ts'

/** The sender of a mail, according to its header. */
export type MailSender = {
  /** The only address in From, in lower case; null if there is none, if there are several, or if it cannot be read. */
  readonly address: string | null
  /** `failed`: the receiving server has checked the sender and does not confirm the address; `unchecked`: it says nothing. */
  readonly check: 'passed' | 'failed' | 'unchecked'
  readonly subject: string
}

/** The fields of a header that say who sent a mail. */
export const SENDER_FIELDS = ['FROM', 'SUBJECT', 'AUTHENTICATION-RESULTS'] as const
/** The maximum number of bytes that are read of these fields. */
export const MOST_SENDER_BYTES = 65_536
const MOST_SUBJECT = 200
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]{1,253}$/

/** Reads who sent a mail from its header. */
export function readSender(head: Buffer): MailSender {
  const fields = readFields(linesOf(head.toString('utf8', 0, MOST_SENDER_BYTES)))
  const address = addressOf(fields.get('from') ?? [])
  // A receiving server puts its field above all others; the fields below may come from anybody.
  const results = fields.get('authentication-results')?.[0]
  const check = results === undefined ? 'unchecked' : confirms(results, domainOf(address ?? '')) ? 'passed' : 'failed'
  return { address, check, subject: plain(fields.get('subject')?.[0] ?? '') }
}

/** Returns whether a connection names the sender: by its address, or by the domain of the address. */
export function isNamed(address: string, senders: readonly string[]): boolean {
  return senders.some((sender) => sender === address || (!sender.includes('@') && sender === domainOf(address)))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Returns the address of the field From, if it is one address and there is one field. */
function addressOf(from: readonly string[]): string | null {
  const [only = '', ...others] = from
  const [entry = '', ...more] = splitOutsideQuotes(only, ',').filter((text) => text.trim() !== '')
  if (others.length > 0 || more.length > 0) return null
  const [before = '', angle, ...further] = splitOutsideQuotes(entry, '<')
  if (further.length > 0) return null
  const text = (angle === undefined ? before : angle).trim().toLowerCase()
  const address = angle === undefined ? text : text.endsWith('>') ? text.slice(0, -1) : ''
  return ADDRESS.test(address) ? address : null
}

/** Returns whether the results of a receiving server (RFC 8601) confirm the domain of a sender: by DMARC, DKIM or SPF. */
function confirms(results: string, domain: string): boolean {
  return splitOutsideQuotes(results, ';').some((text) => {
    const [method = '', ...properties] = text
      .trim()
      .toLowerCase()
      .split(/[ \t]+/)
    const value = (name: string) => properties.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    if (method === 'dmarc=pass') return value('header.from') === domain
    if (method === 'dkim=pass') return isAligned(domainOf(value('header.d') || value('header.i')), domain)
    return method === 'spf=pass' && isAligned(domainOf(value('smtp.mailfrom')), domain)
  })
}

/** Returns true if a checked domain is the sender's domain, or a parent domain of it. */
const isAligned = (checked: string, domain: string) =>
  checked.includes('.') && (domain === checked || domain.endsWith(`.${checked}`))

/** Returns a text from a stranger on one line, shortened. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SUBJECT)
