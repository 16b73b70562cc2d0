import { RECEIVER_REPLIES, STATUS_CODES } from './status-codes.data.ts'

/** The data about a mail that was permanently refused. */
export type Refusal = {
  /** Three numbers (RFC 3463), for example `5.1.1`; null if a report has no code, or if our own mail server refused. */
  readonly code: string | null
  /** The SMTP reply; null if there was none. */
  readonly status: number | null
  /** The text of the server, after its reply code. */
  readonly words: string | null
}

/**
 * Returns true if a refusal means that the receiver's address accepts no mail. All other refusals are about the sender, the mail, the route to the
 * other server, or that server's opinion of ours. Such faults can be repaired, so they must not suspend a person's address.
 */
export function takesNoMail({ code, status, words }: Refusal): boolean {
  // Some mail servers write 5.0.0 into every report: the real code of the other server is in its text.
  const isNamed = code !== null && aboutOf(code) !== 'nothing'
  const said = isNamed
    ? code
    : (CODE_IN_WORDS.exec(words ?? '')
        ?.slice(1)
        .find(Boolean) ?? code)
  const about = said === null ? 'nothing' : aboutOf(said)
  if (about !== 'nothing') return about === 'receiver'
  return status !== null && RECEIVER_REPLIES.has(status) && !ABOUT_OURS.test(words ?? '')
}

/** The code follows the reply directly, or is in brackets as from qmail: `(#5.7.1)`. */
const CODE_IN_WORDS = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\d)|[([]#?(5\.\d{1,3}\.\d{1,3})[)\]]/

/** Texts of a reply without a code that are about the sender, or about the other server's opinion of ours. */
const ABOUT_OURS = /relay|rcpthosts|sender|\b(?:spf|dmarc|dkim)\b|blocked|black-?list|policy/i

/** Undefined for a code that is not in the table. */
const aboutOf = (code: string) => STATUS_CODES.get(code.slice(code.indexOf('.') + 1))
