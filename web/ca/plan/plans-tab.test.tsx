import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plansQuery } from './plan-query.ts'
import { PlansTab } from './plans-tab.tsx'

const conjunction = {
  conjunctionId: 'c0a80121-7ac0-4e1c-9a1c-1f0f3f2f7a11',
  satelliteId: null,
  object1: { designator: '90002', name: 'SAT-1' },
  object2: { designator: '90001', name: 'DEB' },
} as Conjunction

test('a burn that the other object has announced can be entered before anybody has made a plan', () => {
  const client = new QueryClient()
  client.setQueryData(plansQuery(conjunction.conjunctionId).queryKey, [])
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlansTab conjunction={conjunction} messages={[]} planId={undefined} onPlan={() => {}} />
    </QueryClientProvider>,
  )
  expect(page).toContain('Enter a notice')
})
