import { expect, test } from 'vitest'
import { takesNoMail } from './takes-no-mail.ts'

/** For each subject of RFC 3463 §3: the details that are about the receiver's address, and the highest defined detail. */
const SUBJECTS = [
  { subject: 1, name: 'addresses', last: 8, receiver: [1, 2, 3, 4, 6, 10] },
  { subject: 2, name: 'mailboxes', last: 4, receiver: [1, 2] },
  { subject: 3, name: 'mail systems', last: 5, receiver: [] },
  { subject: 4, name: 'networks and routing', last: 7, receiver: [] },
  { subject: 5, name: 'the protocol', last: 5, receiver: [] },
  { subject: 6, name: 'contents', last: 5, receiver: [] },
  { subject: 7, name: 'security and policy', last: 7, receiver: [] },
]
/** For each subject, this many details beyond those of RFC 3463 are tried: 5.7.27 is in use. */
const MORE = 30

test.each(SUBJECTS)('only the codes of $name that are about the receiver count', ({ subject, last, receiver }) => {
  const details = Array.from({ length: last + MORE }, (_, detail) => detail)
  const counted = (status: number | null) =>
    details.filter((detail) => takesNoMail({ code: `5.${subject}.${detail}`, status, words: null }))
  expect(counted(null)).toEqual(receiver)
  // The code is more precise than the reply, which is often 550 for everything.
  expect(counted(550)).toEqual(receiver)
})

test('a bad address of the sender is not a fault of the receiver', () => {
  const of = (code: string, words: string) => takesNoMail({ code, status: 550, words })
  // The texts are those of Postfix and Exchange.
  expect(of('5.1.8', '550 5.1.8 <bounces+x@ops.example>: Sender address rejected: Domain not found')).toBe(false)
  expect(of('5.1.7', '550 5.1.7 <bounces+x@ops.example>: Sender address rejected: User unknown')).toBe(false)
  expect(of('5.1.0', '550 5.1.0 Sender denied')).toBe(false)
})

test('if the code is undefined, the text of the other server decides, then its reply', () => {
  const of = (code: string | null, words: string | null) =>
    takesNoMail({ code, status: words === null ? null : Number(words.slice(0, 3)), words })
  for (const code of ['5.0.0', null]) {
    // Exim writes 5.0.0 into every report.
    expect(of(code, '550-5.1.1 The email account does not exist.')).toBe(true)
    expect(of(code, '550 5.7.26 This mail is unauthenticated')).toBe(false)
    expect(of(code, '550 5.1.8 Bad sender')).toBe(false)
    expect(of(code, '554 5.2.1 This mailbox is disabled')).toBe(true)
    const replies = [450, 500, 501, 503, 550, 551, 552, 553, 554, 555, 556]
    expect(replies.filter((reply) => of(code, `${reply} no`))).toEqual([550, 551, 553, 556])
    expect(of(code, null)).toBe(false)
  }
})

test('a reply that does not begin with a code does not suspend an address because of the sender’s fault', () => {
  const of = (words: string) => takesNoMail({ code: null, status: Number(words.slice(0, 3)), words })
  const oursAtFault = [
    // The texts are those of Exim and qmail.
    '550 relay not permitted',
    '550 Sender verify failed',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    "553 sorry, that domain isn't in my list of allowed rcpthosts",
    '550 message refused [5.7.1]',
    '550 SPF check failed',
    '550 rejected by DMARC',
    '550 bad DKIM signature',
    '550 your address is blocked',
    '550 203.0.113.7 is on a blacklist',
    '550 refused by local policy',
  ]
  expect(oursAtFault.filter(of)).toEqual([])
  const receiver = ['550 no such user', '550 sorry, no mailbox here by that name. (#5.1.1)', '551 user not local']
  expect(receiver.filter(of)).toEqual(receiver)
})
