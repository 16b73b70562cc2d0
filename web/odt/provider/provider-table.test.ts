import {
  listProviderMessages,
  listProviders,
  type Provider,
  type ProviderMessage,
} from '@apsis/contract/odt/provider/provider.ts'
import { expect, test } from 'vitest'
import { messageTable, providerTable } from './provider-table.ts'

const exampleOf = (schema: { meta: () => unknown }): unknown => (schema.meta() as { examples: unknown[] }).examples[0]

test('a file of providers or of their messages has as many values in each row as columns', () => {
  const provider = exampleOf(listProviders.response.element) as Provider
  const message = exampleOf(listProviderMessages.response.element) as ProviderMessage
  for (const { columns, rows } of [providerTable([provider]), messageTable([message])])
    expect(rows[0]).toHaveLength(columns.length)
  const { columns, rows } = providerTable([{ ...provider, lastHeardAt: null }])
  const cell = (name: string) => rows[0]?.[columns.indexOf(name)]
  expect([cell('provider_id'), cell('waiting'), cell('last_heard'), cell('last_status')]).toEqual([
    'north-network',
    0,
    undefined,
    202,
  ])
})
