import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { SignedInPerson } from '../../session/who.ts'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { channelsQuery, deliveriesQuery } = await import('../delivery/delivery-query.ts')
const { ReachLead } = await import('../delivery/reach-lead.tsx')
const { Critical } = await import('./critical.tsx')

afterEach(() => choose('language', 'en'))

const BOTH: SignedInPerson = { subject: 'ada', roles: new Set(['ca:user', 'odt:user']) } as never
const UNTOLD = { isConfirmed: true, suspendedAt: null, failures: 0, lastResult: null, services: ['ca'] } as const

type Reader = {
  readonly who?: SignedInPerson
  readonly rules?: readonly NoticeRule[]
  /** The channel to which a test is being sent. */
  readonly underTest?: string
}

function pageOf(channels: readonly Partial<Channel>[], { who = BOTH, rules = [], underTest }: Reader = {}) {
  const client = new QueryClient()
  client.setQueryData(channelsQuery(false).queryKey, channels.map((own) => ({ ...UNTOLD, ...own })) as never)
  const waiting = { channelId: underTest, kind: 'test', state: 'waiting', reason: null, tries: 0 }
  client.setQueryData(deliveriesQuery().queryKey, (underTest === undefined ? [] : [waiting]) as never)
  const written = (part: React.ReactNode) =>
    renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
  return {
    head: written(<ReachLead who={who} rules={rules} />),
    pane: written(<Critical who={who} rules={rules} />),
  }
}
const shown = (...channels: readonly Partial<Channel>[]): string => pageOf(channels).pane
const mail: Partial<Channel> = { channel: 'email', lastResult: 'delivered' }
const failing: Partial<Channel> = { channel: 'webhook', failures: 2, lastResult: 'http-status' }

test('a working channel is named as the one by which critical notices arrive', () => {
  const page = shown(mail)
  expect(page).toContain('Critical notices reach you at once, also in quiet hours, by: E-mail.')
  expect(page).not.toContain('failed')
})

test('channels that were saved and never answered are not promised, in the pane or the head, until one has answered', () => {
  const [teams, webhook]: Partial<Channel>[] = [
    { channel: 'msteams', channelId: 'a' },
    { channel: 'webhook', channelId: 'b' },
  ]
  const saved = [teams!, webhook!]
  const page = pageOf(saved)
  expect(page.head).toContain('No channel is proven; send a test.')
  expect(page.head).toContain(
    'A critical notice is sent by Microsoft Teams and Webhook, where nothing has arrived yet.',
  )
  expect(page.pane).toContain('where nothing has arrived yet: Microsoft Teams, Webhook. No channel is proven')
  expect(page.head + page.pane).not.toMatch(/reach(es)? you/)
  const half = pageOf([teams!, { ...webhook, lastResult: 'delivered' }])
  expect(half.head).toContain('A critical notice reaches you by Webhook. Also sent by Microsoft Teams')
  expect(half.pane).toContain('by: Webhook. Sent too, where nothing has arrived yet: Microsoft Teams.')
  expect(pageOf(saved, { underTest: 'a' }).head).toContain('No channel is proven yet; a test is on its way.')
})

test('a failing webhook is not named as a channel for critical notices', () => {
  const page = shown(failing)
  expect(page).not.toContain('reach you at once')
  expect(page).toContain('The last try failed by: Webhook. No channel is proven: count on this page alone.')
})

test('beside a working channel, a failing one is named as failing', () => {
  const page = shown(mail, failing)
  expect(page).toContain('by: E-mail. The last try failed by: Webhook.')
  expect(page).not.toContain('this page alone')
})

test('the symbol for "ok" is shown only if no channel fails', () => {
  const symbolOf = (page: string) => /<svg.*?<\/svg>/.exec(page)?.[0]
  expect(symbolOf(shown(mail))).toBeDefined()
  const symbols = [shown(mail), shown(mail, failing), shown(failing)].map(symbolOf)
  expect(new Set(symbols).size).toBe(3)
})

test('without a confirmed channel only the page is left; the telephone does not count', () => {
  const page = shown({ ...mail, isConfirmed: false }, { channel: 'phone', lastResult: 'delivered' })
  expect(page).toContain('Critical notices reach you on this page alone')
})

test('a channel for tracking only is not named for critical notices of collision avoidance, in the pane and in the head', () => {
  const slack: Partial<Channel> = { channel: 'slack', lastResult: 'delivered', services: ['odt'] }
  const page = pageOf([mail, slack])
  expect(page.head).toContain('A critical notice reaches you by E-mail.')
  expect(page.pane).toContain('in quiet hours, by: E-mail.')
  const alone = pageOf([slack])
  expect(alone.pane).toContain('Critical notices reach you on this page alone')
  const tracking: SignedInPerson = { subject: 'ada', roles: new Set(['odt:user']) } as never
  expect(pageOf([slack], { who: tracking }).pane).toContain('by: Slack.')
})

test('a channel that a rule excludes is excluded in the pane and in the head', () => {
  const rule: NoticeRule = {
    types: [],
    leastLevel: 'ok',
    satellites: [],
    statuses: [],
    way: 'now',
    channels: ['slack'],
  }
  const page = pageOf([mail, { channel: 'slack', lastResult: 'delivered' }], { rules: [rule] })
  expect(page.head).toContain('A critical notice reaches you by Slack.')
  expect(page.pane).toContain('in quiet hours, by: Slack.')
})

test('the German text has the same meaning', () => {
  choose('language', 'de')
  const page = shown(mail, failing)
  expect(page).toContain('über: E-Mail. Der letzte Versuch schlug fehl über: Webhook.')
})
