/**
 * npm run tool -- interop postfix: tests bounced mails. It runs a real Postfix as the operator's, connected as deploy/run-book.md says, and
 * another as that of a provider that refuses mails. It needs root, Postfix and curl; it does not touch the machine's own Postfix.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { account } from '@apsis/e2e/account.ts'
import { type Product, removeData, startProduct } from '@apsis/e2e/product.ts'
import { signIn } from '@apsis/server/platform/testing/sign-in.ts'
import { ROOT } from '../run/step.ts'
import { freePort } from './free-port.ts'
import { idOf, type PostfixServer, preparePostfix, run, setMore } from './postfix-server.ts'

const LIMIT_MS = 60_000
const POLL_MS = 500
/** The two people with mailboxes at the other provider. One leaves; for the other, the provider stops accepting the platform's sender address. */
const [LEAVES, REFUSES] = ['kim@elsewhere.example', 'ben@elsewhere.example']
const DOMAIN = 'operator.example'

/** Waits until a condition is true; `what` names it in the error. */
async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await pause(POLL_MS)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`)
}

/** Prepares the other provider, which has only two mailboxes. */
const prepareProvider = () =>
  preparePostfix('elsewhere.example', (folder) => {
    const nobody = idOf('nobody')
    mkdirSync(join(folder, 'boxes'))
    chownSync(join(folder, 'boxes'), nobody, nobody)
    writeFileSync(join(folder, 'people'), `${LEAVES} kim/\n${REFUSES} ben/\n`)
    return `
mydestination =
alias_maps =
virtual_mailbox_domains = elsewhere.example
virtual_mailbox_base = ${folder}/boxes
virtual_mailbox_maps = texthash:${folder}/people
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
`
  })

/** Prepares the operator's mail server, connected to Apsis with the text that the run-book prints. */
const prepareOperator = (provider: PostfixServer, apsis: string) =>
  preparePostfix(DOMAIN, (folder) => {
    const handOver = join(folder, 'hand-over')
    copyFileSync(join(ROOT, 'deploy', 'postfix', 'hand-over'), handOver)
    chmodSync(handOver, 0o755)
    writeFileSync(join(folder, 'aliases'), `bounces: "|${handOver} ${apsis}/api/v1/notifications/bounces"\n`)
    run('postalias', ['-c', provider.folder, `hash:${join(folder, 'aliases')}`])
    return `
mydestination = ${DOMAIN}
alias_maps = hash:${folder}/aliases
local_recipient_maps = $alias_maps
recipient_delimiter = +
transport_maps = inline:{ elsewhere.example=smtp:[127.0.0.1]:${provider.port} }
`
  })

type Caller = <T>(request: string, body?: unknown) => Promise<T>

async function callerOf(product: Product): Promise<Caller> {
  const { username, demoPassword } = account('demo')
  const token = await signIn(product.address, { username, password: demoPassword })
  return async (request, body) => {
    const [method = '', path = ''] = request.split(' ')
    const answer = await fetch(`${product.address}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${request} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
}

/** Saves both addresses, and confirms each by the link in the mail that its owner gets. */
async function confirmBoth(call: Caller, provider: PostfixServer): Promise<void> {
  const none = { url: [] }
  const notifications = {
    default: { email: { addresses: [LEAVES, REFUSES] }, msteams: none, slack: none, webhook: none, statuses: [] },
  }
  await call('PUT ca/userconfig', { notifications })
  for (const name of ['kim', 'ben']) {
    const box = join(provider.folder, 'boxes', name, 'new')
    const file = await until(`a mail for ${name}`, () => filesIn(box)[0])
    const text = readFileSync(join(box, file), 'utf8')
      .replace(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    const token = decodeURIComponent(/confirm=([\w%.-]+)/.exec(text)?.[1] ?? '')
    await call('POST notifications/channels/confirmations', { token })
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The first mail creates the mailbox.
    return []
  }
}

const channelOf = async (call: Caller, address: string): Promise<Channel> => {
  const channels = await call<Channel[]>('GET notifications/channels')
  const found = channels.find(({ target }) => target === address)
  if (!found) throw new Error(`${address} is no channel: ${JSON.stringify(channels)}`)
  return found
}

const sendTest = async (call: Caller, address: string): Promise<string> => {
  const { channelId } = await channelOf(call, address)
  return (await call<Delivery>(`POST notifications/channels/${channelId}/tests`)).deliveryId
}

const deadOf = (call: Caller, id: string): Promise<Delivery> =>
  until('a delivery that is given up', async () => {
    const all = await call<Delivery[]>('GET notifications/deliveries?limit=50')
    return all.find(({ deliveryId, state }) => deliveryId === id && state === 'dead')
  })

function expectSame(what: string, found: unknown, expected: unknown): void {
  const [is, ought] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== ought) throw new Error(`${what}: ${is} in place of ${ought}`)
  console.log(`  ${what}: ${is}`)
}

/**
 * Checks that an address that no longer exists is suspended and its owner is notified, and that one whose server refuses the platform's sender stays
 * in use.
 */
async function comesBack(call: Caller, provider: PostfixServer): Promise<void> {
  writeFileSync(join(provider.folder, 'people'), `${REFUSES} ben/\n`)
  setMore(
    provider,
    `
smtpd_restriction_classes = strict
strict = check_sender_access static:{550 5.1.8 Domain not found}
smtpd_recipient_restrictions = check_recipient_access inline:{ ${REFUSES}=strict }, permit
`,
  )
  provider.reload()
  const gone = await deadOf(call, await sendTest(call, LEAVES))
  expectSame('who has left', [gone.reason, gone.status], ['bounced', 550])
  console.log(`  the provider said: ${gone.answer}`)
  expectSame('its address is suspended', (await channelOf(call, LEAVES)).suspendedReason, 'bounced')
  const told = (await call<Notification[]>('GET notifications')).filter(
    ({ finding }) => finding?.code === 'channel-suspended',
  )
  expectSame(
    'its owner is told',
    told.map(({ finding }) => finding?.values?.target),
    [LEAVES],
  )
  const refused = await deadOf(call, await sendTest(call, REFUSES))
  expectSame('a refused sender', [refused.reason, refused.status], ['refused', 550])
  console.log(`  the provider said: ${refused.answer}`)
  expectSame('its address stays in use', (await channelOf(call, REFUSES)).suspendedReason, null)
}

const folder = mkdtempSync(join(tmpdir(), 'apsis-interop-'))
const dataDir = join(folder, 'data')
const port = await freePort()
const provider = await prepareProvider()
const operator = await prepareOperator(provider, `http://localhost:${port}`)
const settings = {
  port,
  dataDir,
  more: {
    APSIS_SMTP_URL: `smtp://localhost:${operator.port}`,
    APSIS_SMTP_CA_FILE: operator.caFile,
    APSIS_MAIL_FROM: `apsis@${DOMAIN}`,
    APSIS_BOUNCE_ADDRESS: `bounces@${DOMAIN}`,
  },
}
let product: Product | undefined
try {
  provider.start()
  operator.start()
  product = await startProduct(settings)
  const call = await callerOf(product)
  await confirmBoth(call, provider)
  console.log(`Postfix ${operator.version}`)
  await comesBack(call, provider)

  // Apsis is down when the mail comes back: Postfix keeps it and delivers it later.
  provider.stop()
  const late = await sendTest(call, REFUSES)
  await until('a mail that waits for the provider', () => (operator.queue().includes(REFUSES) ? true : undefined))
  await product.stop()
  provider.start()
  operator.flush()
  const kept = await until('a report that waits for Apsis', () => /bounces\+[0-9a-v]{48}@/.exec(operator.queue())?.[0])
  console.log(`  kept while Apsis is away: ${kept}`)
  product = await startProduct(settings)
  operator.flush()
  const again = await callerOf(product)
  expectSame('handed over later', (await deadOf(again, late)).reason, 'refused')
  await until('an empty queue', () => (operator.queue().includes('is empty') ? true : undefined))
  console.log('passed')
} catch (error) {
  console.error(error, `\nThe operator's Postfix said:\n${operator.log()}\nThe provider's:\n${provider.log()}`)
  process.exitCode = 1
} finally {
  await product?.stop()
  for (const server of [operator, provider]) {
    server.stop()
    server.remove()
  }
  removeData(dataDir)
}
