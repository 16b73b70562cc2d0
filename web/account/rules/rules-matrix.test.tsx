import { type NoticeRules, NoticeRules as RulesSchema } from '@apsis/contract/notifications/rule.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { channelsQuery } from '../delivery/delivery-query.ts'
import { RulesMatrix } from './rules-matrix.tsx'

const { examples } = RulesSchema.meta() as { readonly examples: readonly NoticeRules[] }

function shown(client: QueryClient): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RulesMatrix rules={examples[0]!} />
    </QueryClientProvider>,
  )
}

test('channels that cannot be read are reported, and reading can be tried again', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const query = client
    .getQueryCache()
    .build(client, client.defaultQueryOptions(channelsQuery(false)) as object as never)
  query.setState({ status: 'error', fetchStatus: 'idle', error: new Error('no answer') as never })
  const page = shown(client)
  expect(page).toContain('Your channels could not be read: no table of rules.')
  expect(page).toContain('Try again')
})

test('a text below the table says that it does not show the quiet hours', () => {
  const client = new QueryClient()
  const mail = { channel: 'email', isConfirmed: true, suspendedAt: null }
  client.setQueryData(channelsQuery(false).queryKey, [mail] as never)
  const page = shown(client)
  expect(page).toMatch(/<\/table><p[^>]*>Without quiet hours: see below.<\/p>/)
})

test('notices by a channel that is not proven are not shown as arriving', () => {
  const client = new QueryClient()
  const saved = { isConfirmed: true, suspendedAt: null, failures: 0, lastResult: null }
  const works = { ...saved, channel: 'slack', lastResult: 'delivered' }
  client.setQueryData(channelsQuery(false).queryKey, [{ ...saved, channel: 'webhook' }, works] as never)
  const page = shown(client)
  const columns = [...page.matchAll(/<th scope="col".*?<\/th>/g)].map(([cell]) => cell)
  expect(columns.filter((cell) => cell.includes('not proven'))).toHaveLength(1)
  expect(columns.find((cell) => cell.includes('not proven'))).toContain('Webhook')
  const cells = [...page.matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell.replace(/<[^>]+>/g, ''))
  expect(cells.slice(0, 2)).toEqual(['now', 'now sent, though no such channel is proven'])
})
