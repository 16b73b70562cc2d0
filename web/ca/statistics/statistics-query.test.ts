import { expect, test } from 'vitest'
import { readChange } from '../../api/changes.ts'
import { queryClient } from '../../api/queries.ts'
import { annualQuery, complianceQuery, realismQuery } from './statistics-query.ts'

test('a table of past events that is loaded in another tab or by another person makes the statistics of a satellite stale', async () => {
  const about = { 'satellite-id': 'c56a4180-65aa-42ec-a945-5fd21dec0538' }
  const keys = [annualQuery(about), realismQuery(about), complianceQuery(about)].map(({ queryKey }) => queryKey)
  for (const key of keys) queryClient.setQueryData<unknown>(key, {})
  await readChange({ type: 'satellite', data: { id: about['satellite-id'], change: 'history' } })
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
})
