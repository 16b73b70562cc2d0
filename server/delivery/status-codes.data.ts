/** The subject of a status code of a mail. Only `receiver` means that the address accepts no mail. */
export type About =
  | 'receiver'
  | 'sender'
  /** The code is about an address or mailbox, but does not say which one or what is wrong with it. */
  | 'unclear'
  | 'message'
  | 'system'
  | 'way'
  | 'protocol'
  | 'policy'
  /** The code says only that the mail was refused. */
  | 'nothing'

/**
 * Every code of RFC 3463 §3, without its class, and the codes about addresses that were registered later
 * (iana.org/assignments/smtp-enhanced-status-codes). A code that is not listed here says nothing about the address.
 */
export const STATUS_CODES: ReadonlyMap<string, About> = new Map([
  // §3.1 Other or undefined status
  ['0.0', 'nothing'],
  // §3.2 Address status: of the sender's or the receiver's address
  ['1.0', 'unclear'], // Other address status
  ['1.1', 'receiver'], // Bad destination mailbox address
  ['1.2', 'receiver'], // Bad destination system address
  ['1.3', 'receiver'], // Bad destination mailbox address syntax
  ['1.4', 'receiver'], // Destination mailbox address ambiguous
  ['1.5', 'unclear'], // Destination address valid: used for delivered mails
  ['1.6', 'receiver'], // Destination mailbox has moved, no forwarding address
  ['1.7', 'sender'], // Bad sender's mailbox address syntax
  ['1.8', 'sender'], // Bad sender's system address
  ['1.9', 'system'], // Message relayed to non-compliant mailer (RFC 3886): used for mails that were passed on
  ['1.10', 'receiver'], // Recipient address has null MX (RFC 7505)
  // §3.3 Mailbox status
  ['2.0', 'unclear'], // Other or undefined mailbox status: the mailbox exists
  ['2.1', 'receiver'], // Mailbox disabled, not accepting messages
  ['2.2', 'receiver'], // Mailbox full
  ['2.3', 'message'], // Message length exceeds administrative limit
  ['2.4', 'system'], // Mailing list expansion problem
  // §3.4 Mail system status
  ['3.0', 'system'], // Other or undefined mail system status
  ['3.1', 'system'], // Mail system full
  ['3.2', 'system'], // System not accepting network messages
  ['3.3', 'system'], // System not capable of selected features
  ['3.4', 'message'], // Message too big for system
  ['3.5', 'system'], // System incorrectly configured
  // §3.5 Network and routing status
  ['4.0', 'way'], // Other or undefined network or routing status
  ['4.1', 'way'], // No answer from host
  ['4.2', 'way'], // Bad connection
  ['4.3', 'way'], // Directory server failure
  ['4.4', 'way'], // Unable to route
  ['4.5', 'way'], // Mail system congestion
  ['4.6', 'way'], // Routing loop detected
  ['4.7', 'way'], // Delivery time expired
  // §3.6 Mail delivery protocol status
  ['5.0', 'protocol'], // Other or undefined protocol status
  ['5.1', 'protocol'], // Invalid command
  ['5.2', 'protocol'], // Syntax error
  ['5.3', 'protocol'], // Too many recipients
  ['5.4', 'protocol'], // Invalid command arguments
  ['5.5', 'protocol'], // Wrong protocol version
  // §3.7 Message content or message media status
  ['6.0', 'message'], // Other or undefined media error
  ['6.1', 'message'], // Media not supported
  ['6.2', 'message'], // Conversion required and prohibited
  ['6.3', 'message'], // Conversion required but not supported
  ['6.4', 'message'], // Conversion with loss performed
  ['6.5', 'message'], // Conversion failed
  // §3.8 Security or policy status
  ['7.0', 'policy'], // Other or undefined security status
  ['7.1', 'policy'], // Delivery not authorized, message refused
  ['7.2', 'policy'], // Mailing list expansion prohibited
  ['7.3', 'policy'], // Security conversion required but not possible
  ['7.4', 'policy'], // Security features not supported
  ['7.5', 'policy'], // Cryptographic failure
  ['7.6', 'policy'], // Cryptographic algorithm not supported
  ['7.7', 'policy'], // Message integrity failure
])

/** SMTP replies that are about the receiver's address if no code is more precise (RFC 5321 §4.2.2, RFC 7504). */
export const RECEIVER_REPLIES: ReadonlySet<number> = new Set([
  550, // Mailbox unavailable
  551, // User not local
  553, // Mailbox name not allowed
  556, // Domain does not accept mail
])
