import { DAY_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { postSigned } from '../../delivery/signed-post.service.ts'
import type { SecretBox } from '../../platform/auth/secret-box.ts'
import { deleteRecurringWorkUnless } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import type { OutboundProxy } from '../../platform/outbound-settings.ts'
import * as messages from './message.repository.ts'
import { PROVIDERS } from './outbox.service.ts'
import { findProviderByKey, type ProviderRow, setTried } from './provider.repository.ts'
import { callbackUrl, pairsOf } from './provider-keys.ts'

/** The waits after a failed attempt, s; the last one is repeated until the message expires. */
const WAITS_S = [5, 15, 60, 300, 600] as const
/** Messages are kept for this long. */
const KEPT_MS = 30 * DAY_MS
/** The most messages that one run sends to one provider. */
const MOST_AT_ONCE = 50

export type ProvidersSettings = {
  readonly box: SecretBox
  readonly publicUrl: string
  readonly allowLoopback: boolean
  readonly proxy: OutboundProxy | undefined
}

/**
 * Sends the due messages to providers, each provider separately and its messages in order: a provider that does not answer delays no other. A lost
 * run leaves attempts without a result; the messages are sent again under the same id.
 */
export function providersWork(settings: ProvidersSettings): RecurringWork {
  return {
    ...PROVIDERS,
    async turn(platform, tenantId) {
      const now = new Date(platform.now())
      const { keys, isAnyWaiting } = await platform.db.tenant(tenantId, async (tx) => {
        await messages.clearEnded(tx, new Date(now.getTime() - KEPT_MS))
        return messages.listDue(tx, now)
      })
      await Promise.all(keys.map((key) => workOff({ platform, tenantId, settings }, key)))
      if (!isAnyWaiting) await leave(platform, tenantId)
    },
  }
}

const leave = ({ db, now }: WorkPlatform, tenantId: string) =>
  db.tenant(tenantId, (tx) =>
    deleteRecurringWorkUnless(
      tx,
      { name: PROVIDERS.name, tenantId },
      async () => (await messages.listDue(tx, new Date(now()))).isAnyWaiting,
    ),
  )

type Turn = { readonly platform: WorkPlatform; readonly tenantId: string; readonly settings: ProvidersSettings }

const nextAfter = (now: Date) => (tries: number) =>
  new Date(now.getTime() + (WAITS_S[Math.min(tries, WAITS_S.length) - 1] ?? missing()) * 1000)

async function workOff(turn: Turn, key: string): Promise<void> {
  for (let sent = 0; sent < MOST_AT_ONCE && !turn.platform.signal.aborted; sent += 1)
    if (!(await sendNext(turn, key))) return
}

/** Sends the next message; returns false if none is due, or if it was not accepted: its successors then wait, to keep their order. */
async function sendNext({ platform, tenantId, settings }: Turn, key: string): Promise<boolean> {
  const now = new Date(platform.now())
  const found = await platform.db.tenant(tenantId, async (tx) => {
    const provider = await findProviderByKey(tx, key)
    if (provider === undefined) return undefined
    const message = await messages.claimNext(tx, { key, now, nextOf: nextAfter(now), isEnabled: provider.is_enabled })
    return message && { provider, message }
  })
  if (found === undefined) return false
  const { provider, message } = found
  const end = {
    ...TOO_LATE,
    ...(isLate(message, now) ? {} : await send(settings, { log: platform.log, tenantId, provider, message, now })),
  }
  const ended = new Date(platform.now())
  // An order that cannot be sent in time ends: the pass is planned again.
  const isOver = end.state === 'waiting' && message.expires_at !== null && ended >= message.expires_at
  await platform.db.tenant(tenantId, async (tx) => {
    const row = { provider_key: key, id: message.id, status: end.status, now: ended }
    await messages.endTry(tx, { ...row, state: isOver ? 'failed' : end.state, result: end.result })
    if (end.result !== TOO_LATE.result) await setTried(tx, { key, at: ended, result: end.result, status: end.status })
  })
  return end.state !== 'waiting'
}

const isLate = ({ expires_at }: messages.MessageRow, now: Date) => expires_at !== null && now >= expires_at

type TryEnd = { readonly state: 'done' | 'failed' | 'waiting'; readonly result: string; readonly status: number | null }
const TOO_LATE: TryEnd = { state: 'failed', result: 'too-late', status: null }

type Sending = {
  readonly log: WorkPlatform['log']
  readonly tenantId: string
  readonly provider: ProviderRow
  readonly message: messages.MessageRow
  readonly now: Date
}

async function send(
  { box, publicUrl, allowLoopback, proxy }: ProvidersSettings,
  { log, tenantId, provider, message, now }: Sending,
): Promise<TryEnd> {
  const address = { callbackUrl: callbackUrl(publicUrl, box, { tenantId, key: provider.key }) }
  const said = JSON.parse(message.body ?? '{}') as object
  const body = JSON.stringify(message.type === 'pass.order' ? { ...said, ...address } : said)
  const signed = { id: message.id, timestampS: Math.floor(now.getTime() / 1000), body }
  const url = new URL(box.open(provider.url))
  const answer = await postSigned(url, { signed, pairs: pairsOf(box, provider, now), allowLoopback, proxy })
  if (!('noAnswer' in answer)) return judged(answer.status)
  if (answer.proxyFault !== undefined)
    log.warn({ messageId: message.id, why: answer.proxyFault }, 'an order did not leave the installation')
  // An address inside the network stays inside, so further attempts are useless.
  const state = answer.noAnswer === 'address-not-public' ? 'failed' : 'waiting'
  return { state, result: answer.noAnswer, status: null }
}

/** 2xx: the provider has accepted the message. 4xx: it refuses it, except for codes that ask for a retry. Redirects are not followed. */
function judged(status: number): TryEnd {
  if (status >= 200 && status < 300) return { state: 'done', result: 'delivered', status }
  const isFinal = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  return { state: isFinal ? 'failed' : 'waiting', result: isFinal ? 'refused' : 'status', status }
}
