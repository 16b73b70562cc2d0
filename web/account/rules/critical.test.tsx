import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { channelsQuery } = await import('../delivery/delivery-query.ts')
const { Critical } = await import('./critical.tsx')

afterEach(() => choose('language', 'en'))

function shown(...channels: readonly Partial<Channel>[]): string {
  const client = new QueryClient()
  const whole = channels.map((own) => ({ isConfirmed: true, suspendedAt: null, failures: 0, lastResult: null, ...own }))
  client.setQueryData(channelsQuery(false).queryKey, whole as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Critical />
    </QueryClientProvider>,
  )
}
const mail: Partial<Channel> = { channel: 'email', lastResult: 'delivered' }
const failing: Partial<Channel> = { channel: 'webhook', failures: 2, lastResult: 'http-status' }

test('a channel that works is named as that by which what is critical arrives', () => {
  const page = shown(mail)
  expect(page).toContain('What is critical reaches you at once, also in quiet hours, by: E-mail.')
  expect(page).not.toContain('failed')
})

test('a webhook that fails is no channel by which what is critical arrives', () => {
  const page = shown(failing)
  expect(page).not.toContain('reaches you at once')
  expect(page).toContain('The last try failed by: Webhook. Until a try arrives, count on this page alone.')
})

test('beside a channel that works, one that fails is named as such', () => {
  const page = shown(mail, failing)
  expect(page).toContain('by: E-mail. The last try failed by: Webhook.')
  expect(page).not.toContain('this page alone')
})

test('the symbol is that of all well only where no channel fails', () => {
  const symbolOf = (page: string) => /<svg.*?<\/svg>/.exec(page)?.[0]
  expect(symbolOf(shown(mail))).toBeDefined()
  const symbols = [shown(mail), shown(mail, failing), shown(failing)].map(symbolOf)
  expect(new Set(symbols).size).toBe(3)
})

test('without a channel that is confirmed, only the page is left; the telephone counts for nothing', () => {
  const page = shown({ ...mail, isConfirmed: false }, { channel: 'phone', lastResult: 'delivered' })
  expect(page).toContain('What is critical reaches you on this page alone')
})

test('the same is said in German', () => {
  choose('language', 'de')
  const page = shown(mail, failing)
  expect(page).toContain('über: E-Mail. Der letzte Versuch schlug fehl über: Webhook.')
})
