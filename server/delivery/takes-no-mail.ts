import { RECEIVER_REPLIES, STATUS_CODES } from './status-codes.data.ts'

/** What is known of a mail that was refused for good. */
export type Refusal = {
  /** Three numbers (RFC 3463), as `5.1.1`; null: a report names none, or it was our own mail server that refused. */
  readonly code: string | null
  /** The reply of SMTP; null: there was none. */
  readonly status: number | null
  /** What the server said, with its reply in front. */
  readonly words: string | null
}

/**
 * Whether a refusal says that the receiver's address takes no mail. Everything else is about the sender, the mail, the way to the
 * other server or what that server makes of ours, and may be mended there: nobody may stop hearing for it.
 */
export function takesNoMail({ code, status, words }: Refusal): boolean {
  // Some mail servers write 5.0.0 into every report: what the other server said stands in its words.
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

/** Directly behind the reply, or in brackets as qmail has it: `(#5.7.1)`. */
const CODE_IN_WORDS = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\d)|[([]#?(5\.\d{1,3}\.\d{1,3})[)\]]/

/** Words of a reply without a code that are about the sender, or about what the other server makes of ours. */
const ABOUT_OURS = /relay|rcpthosts|sender|\b(?:spf|dmarc|dkim)\b|blocked|black-?list|policy/i

/** Undefined: a code that nobody has defined, or only since. */
const aboutOf = (code: string) => STATUS_CODES.get(code.slice(code.indexOf('.') + 1))
