import type { SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../api/problem.ts'
import { SilentBanners, silentQuery } from './silent-banners.tsx'

const UNREAD = new ApiProblem({ code: 503, title: 'Service Unavailable', message: 'The database is away.' })
const conjunction = {
  object1: { designator: '43617', name: 'SAT-3' },
  object2: { designator: '90001', name: 'DEB' },
  conjunctionData: { tca: '2026-11-20T12:00:00.000Z' },
} as Conjunction

const burn = (more: Partial<SilentBurn> = {}): SilentBurn => ({
  noradId: 90_001,
  satelliteId: null,
  from: '2026-11-17T03:12:00.000Z',
  to: '2026-11-17T15:20:00.000Z',
  deltaVMps: 0.0213,
  direction: 'along-track',
  confidence: 0.78,
  source: 'ELEMENT_SETS',
  observationFileId: null,
  isSimulated: false,
  foundAt: '2026-11-18T20:00:00.000Z',
  ...more,
})

/** Returns the banners of an event as markup. The burns belong to its other object; null means that they could not be read. */
function strips(burns: readonly SilentBurn[] | null): string {
  // The component shows the data that is set here, and makes no request.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  client.setQueryData(silentQuery(43_617).queryKey, [])
  const { queryKey } = silentQuery(90_001)
  if (burns === null) client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error: UNREAD })
  else client.setQueryData(queryKey, [...burns])
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SilentBanners conjunction={conjunction} />
    </QueryClientProvider>,
  )
  return drawn.replace(/<[^>]+>/g, '')
}

test('a burn that nobody has announced is shown with object, size, time and confidence, and a simulated one is marked', () => {
  expect(strips([])).toBe('')
  const one = strips([burn()])
  expect(one).toContain('Element sets of DEB show an unannounced burn: at least 0.021 m/s along the track')
  expect(one).toContain('between 2026-11-17 03:12 Z and 2026-11-17 15:20 Z (confidence 0.78)')
  expect(one).not.toContain('SIMULATED')
  const two = strips([burn({ isSimulated: true }), burn({ direction: 'cross-track' })])
  expect(two).toContain('SIMULATED. Element sets of DEB show 2 unannounced burns')
})

test('burns seen in tracks and burns seen in element sets are listed separately', () => {
  const both = strips([burn({ source: 'TRACKS', deltaVMps: 0.05 }), burn()])
  expect(both).toContain('Element sets of DEB show an unannounced burn: at least 0.021 m/s')
  expect(both).toContain('Possible manoeuvre: your tracks of DEB leave its orbit as after a burn of about 0.050 m/s')
})

test('a burn after the closest approach is not shown with the event; one that may lie before it is', () => {
  const [from, to] = ['2026-11-20T12:00:00.000Z', '2026-11-20T23:00:00.000Z']
  expect(strips([burn({ from, to })])).toBe('')
  expect(strips([burn({ from: '2026-11-20T11:59:00.000Z', to })])).toContain('show an unannounced burn')
})

test('burns that could not be read are not shown as "no burns"', () => {
  expect(strips(null)).toContain('Unannounced burns of DEB could not be read')
})
