import type { TakenMail } from './smtp-server.ts'

/** Returns the sender address in the envelope of a mail. */
export const senderOf = (mail: TakenMail | undefined) => /^MAIL FROM:<([^>]*)>/.exec(mail?.from ?? '')?.[1] ?? ''

/** Returns a report as Postfix writes it. */
export const report = (
  to: string,
  fields = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user',
) =>
  [
    'Return-Path: <>',
    `Delivered-To: ${to}`,
    'From: MAILER-DAEMON@mail.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"\n',
    '--b1\nContent-Type: text/plain\n\nSorry.\n',
    `--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example\n\nFinal-Recipient: rfc822; a@b.example\n${fields}\n`,
    '--b1--\n',
  ].join('\n')
