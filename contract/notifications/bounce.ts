import { endpoint } from '../endpoint.ts'

export const takeBounce = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/bounces',
  summary: 'Hand over a mail that came back',
  description:
    'Called by the mail server that receives for APSIS_BOUNCE_ADDRESS, with the whole mail as it came. The token in its recipient (To, Delivered-To, X-Original-To, Envelope-To) or in Original-Envelope-Id is the authority, and names one try of one delivery. Of a report (RFC 3464) Action failed gives the delivery up, and with a Status that says that the address of the receiver takes no mail (5.1.1 to 5.1.4, 5.1.6, 5.1.10, 5.2.1, 5.2.2; with 5.0.0 what the other server said) suspends the address; what is about the sender, the mail, the way there or a policy does not; delayed is noted, and a CRITICAL goes to the other addresses. The answer is 204 whatever the mail is, so that it tells nothing: also for a token that is not ours or is older than 14 days, for a mail that was handed over before, and for a mail that is no report.',
  tags: ['notifications'],
  access: 'anyone',
  rate: 'write',
  upload: {
    media: ['message/rfc822', 'text/plain', 'application/octet-stream'],
    maxBytes: 1_048_576,
    sample: { file: 'bounce.eml' },
  },
  errors: ['unprocessable'],
})
