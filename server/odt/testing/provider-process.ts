import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { signatureOf } from './network.ts'

/** The messages that a provider still has to send, in order, and the file in which it notes the accepted ones. */
export type Telling = {
  readonly url: string
  readonly secret: string
  readonly journal: string
  readonly messages: readonly { readonly id: string; readonly body: string }[]
}

// A provider as a separate process: it sends message after message, notes each accepted one, and continues after a restart. A message
// during which it was killed is sent again, under the same id.
process.on('message', async ({ url, secret, journal, messages }: Telling) => {
  const noted = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
  for (const { id, body } of messages.filter((one) => !noted.includes(one.id))) {
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secret, id, timestamp, body),
    }
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    appendFileSync(journal, `${id}\n`)
  }
  process.send?.('told')
})
