import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { readBounce } from './read-bounce.ts'

const TOKEN = '0123456789abcdefghijklmnopqrstuv0123456789abcdef'
const OTHER = 'v'.repeat(48)

/** Returns a report with these recipient fields; there are empty lines between recipients. */
function mail({
  to = `bounces+${TOKEN}@ops.example`,
  head = '',
  groups = [] as readonly string[],
  type = 'multipart/report',
}) {
  return [
    `To: ${to}\n${head}Content-Type: ${type}; report-type=delivery-status; boundary="=_a/b"\n`,
    '--=_a/b\nContent-Type: text/plain\n\nNot delivered.\n',
    `--=_a/b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${groups.join('\n\n')}\n`,
    '--=_a/b\nContent-Type: text/rfc822-headers\n\nAction: failed\nStatus: 5.9.9\n',
    '--=_a/b--\n',
  ].join('\n')
}
const FAILED = 'Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1'

test('the sample in the guide is a report of Postfix, with line ends of either kind and even after a mailbox’s From line', () => {
  const text = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'bounce.eml'), 'utf8')
  const expected = {
    tokens: [TOKEN],
    report: { kind: 'failed', code: '5.1.1', status: 550, words: '550 5.1.1 User unknown' },
  }
  expect(readBounce(text)).toEqual(expected)
  expect(readBounce(text.replaceAll('\n', '\r\n'))).toEqual(expected)
  expect(readBounce(`From MAILER-DAEMON Mon Nov 23 10:00:05 2026\n${text}`)).toEqual(expected)
  // The report is cut off within the returned mail, or before the last line.
  expect(readBounce(text.slice(0, text.lastIndexOf('\n--')))).toEqual(expected)
})

// These examples are from RFC 3464, appendix E; only the token was added.
test('the examples of the standard are read as the standard explains them', () => {
  const simple = mail({
    groups: [
      'Original-Recipient: rfc822;louisl@larry.slip.umd.edu\nFinal-Recipient: rfc822;louisl@larry.slip.umd.edu\nAction: failed\nStatus: 4.0.0\nDiagnostic-Code: smtp; 426 connection timed out\nLast-Attempt-Date: Thu, 7 Jul 1994 17:15:49 -0400',
    ],
  })
  expect(readBounce(simple).report).toEqual({
    kind: 'failed',
    code: '4.0.0',
    status: 426,
    words: '426 connection timed out',
  })
  const many = mail({
    groups: [
      "Original-Recipient: rfc822;arathib@vnet.ibm.com\nFinal-Recipient: rfc822;arathib@vnet.ibm.com\nAction: failed\nStatus: 5.0.0 (permanent failure)\nDiagnostic-Code: smtp; 550 'arathib@vnet.IBM.COM' is not a\n registered gateway user\nRemote-MTA: dns; vnet.ibm.com",
      'Original-Recipient: rfc822;johnh@hpnjld.njd.hp.com\nFinal-Recipient: rfc822;johnh@hpnjld.njd.hp.com\nAction: delayed\nStatus: 4.0.0 (hpnjld.njd.jp.com: host name lookup failure)',
      'Original-Recipient: rfc822;wsnell@sdcc13.ucsd.edu\nFinal-Recipient: rfc822;wsnell@sdcc13.ucsd.edu\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 user unknown\nRemote-MTA: dns; sdcc13.ucsd.edu',
    ],
  })
  expect(readBounce(many).report).toEqual({
    kind: 'failed',
    code: '5.0.0',
    status: 550,
    words: "550 'arathib@vnet.IBM.COM' is not a registered gateway user",
  })
  const delayed = mail({
    groups: [
      'Final-Recipient: rfc822;nair_s@myriad.ptc.com\nAction: delayed\nStatus: 4.0.0 (unknown temporary failure)',
    ],
  })
  expect(readBounce(delayed).report).toEqual({ kind: 'delayed', code: '4.0.0', status: null, words: '4.0.0' })
})

test('a permanent failure has priority over a temporary one, and a temporary one over a delivered mail', () => {
  const kindOf = (...groups: string[]) => {
    const { report } = readBounce(mail({ groups }))
    return report && [report.kind, report.code]
  }
  const [late, arrived, soft] = [
    'Action: delayed\nStatus: 4.4.1',
    'Action: relayed\nStatus: 2.0.0',
    'Action: failed\nStatus: 4.4.7',
  ]
  expect(kindOf(arrived, late, soft, FAILED)).toEqual(['failed', '5.1.1'])
  expect(kindOf(late, soft)).toEqual(['failed', '4.4.7'])
  expect(kindOf(arrived, late)).toEqual(['delayed', '4.4.1'])
  expect(kindOf('Action: expanded\nStatus: 2.0.0')).toEqual(['arrived', '2.0.0'])
  expect(kindOf('action:FAILED (no such user)\nstatus:\t5.1.1 (bad)')).toEqual(['failed', '5.1.1'])
  expect(kindOf('Action: constructor\nStatus: 5.1.1')).toBeUndefined()
})

test('tokens are read in upper and lower case from the headers in which mail servers write the recipient, and from the envelope id', () => {
  const tokens = (text: string) => readBounce(text).tokens
  expect(tokens(mail({ to: `"Mail, back" <BOUNCES+${TOKEN.toUpperCase()}@ops.example>` }))).toEqual([
    TOKEN.toUpperCase(),
  ])
  for (const name of ['Delivered-To', 'X-Original-To', 'Envelope-To', 'x-envelope-to'])
    expect(tokens(mail({ to: 'undisclosed-recipients:;', head: `${name}:\n bounces+${OTHER}@ops.example\n` }))).toEqual(
      [OTHER],
    )
  const inReport = mail({ to: 'a@b.example' }).replace('Reporting-MTA', `Original-Envelope-Id: ${OTHER}\nReporting-MTA`)
  expect(tokens(inReport)).toEqual([OTHER])
  expect(tokens(mail({ to: 'a@b.example', head: `Subject: bounces+${TOKEN}@ops.example\n` }))).toEqual([])
  expect(tokens(mail({ to: `bounces+${TOKEN}0@ops.example` }))).toEqual([])
})

test('a mail that is not a delivery report gives no report', () => {
  const answers = [
    '',
    '\n\n',
    'nothing',
    `To: bounces+${TOKEN}@ops.example\nAuto-Submitted: auto-replied\n\nI am away.`,
    mail({ type: 'multipart/mixed', groups: [FAILED] }),
    mail({ groups: [FAILED] }).replace('message/delivery-status', 'message/disposition-notification'),
    mail({ groups: [FAILED] }).replace('; boundary="=_a/b"', ''),
    mail({ groups: [FAILED] }).replace('boundary="=_a/b"', 'boundary=""'),
    mail({ groups: [FAILED] }).replaceAll('\n--=_a/b', '\n --=_a/b'),
    mail({ groups: ['Status: 5.1.1'] }),
  ]
  expect(answers.map((text) => readBounce(text).report)).toEqual(answers.map(() => undefined))
})

test('only a limited amount of a mail is read, however many parts it has', () => {
  const bounded = readBounce(
    mail({
      to: Array.from({ length: 60 }, (_, at) => `b+${at.toString(32).padStart(48, '0')}@x`).join(','),
      groups: Array.from({ length: 5_000 }, () => `${FAILED}\nDiagnostic-Code: smtp; 550 ${'x'.repeat(9_000)}`),
    }),
  )
  expect(bounded.tokens).toHaveLength(8)
  expect(bounded.report?.words).toHaveLength(200)
  expect(readBounce(mail({ groups: [FAILED.replace('5.1.1', '5.1.1111')] })).report?.code).toBeNull()
  expect(readBounce(mail({ groups: [`${FAILED}\nDiagnostic-Code: x-local; 550 no`] })).report).toMatchObject({
    status: null,
    words: '550 no',
  })
})
