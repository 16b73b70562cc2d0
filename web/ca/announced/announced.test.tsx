import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import { AnnouncedBanners } from './announced.tsx'
import { noticesQuery } from './notices.ts'

const UNREAD = new ApiProblem({ code: 503, title: 'Service Unavailable', message: 'The database is away.' })
const conjunction = {
  object1: { designator: '43617', name: 'SAT-3' },
  object2: { designator: '90001', name: 'DEB' },
  conjunctionData: { tca: '2030-01-05T12:00:00.000Z' },
} as Conjunction

const burn = (ignition: string, announcedBy: string) =>
  ({ noticeId: ignition, ignition, announcedBy, deltaV: null, durationS: 0 }) as BurnNotice

/** Returns the banners of an event as markup. The burns belong to its other object; null means that they could not be read. */
function strips(burns: readonly BurnNotice[] | null): string {
  // The component shows the data that is set here, and makes no request.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  client.setQueryData(noticesQuery(43_617).queryKey, [])
  const { queryKey } = noticesQuery(90_001)
  if (burns === null) client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error: UNREAD })
  else client.setQueryData(queryKey, [...burns])
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AnnouncedBanners conjunction={conjunction} />
    </QueryClientProvider>,
  )
}

test('an object has one banner, whatever number of burns it has announced before the event', () => {
  const [early, late] = [burn('2030-01-05T06:12:00.000Z', 'Orbital'), burn('2030-01-05T08:00:00.000Z', 'Journey')]
  const after = burn('2030-01-05T12:00:00.001Z', 'Orbital')
  expect(strips([])).toBe('')
  expect(strips([after])).toBe('')
  expect(strips([early, after])).toContain('Orbital announced a burn of DEB at 2030-01-05 06:12:00 Z: ')
  const both = strips([early, late, after])
  expect(both).toContain('Orbital, Journey announced 2 burns of DEB before closest approach, ')
  expect(both.match(/DEB/g)).toHaveLength(1)
})

test('announced burns that could not be read are not shown as "no burns"', () => {
  expect(strips(null)).toContain('Announced burns of DEB could not be read')
})
