import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Notice, noticeOf } from './notice.ts'
import { ServiceFilter } from './service-filter.tsx'

const notice = (id: string, audience?: Notice['audience']): Notice => ({
  ...noticeOf({ code: 200, message: '' }, { id, at: 0 }),
  ...(audience === undefined ? {} : { audience }),
})
const shown = (notices: readonly Notice[], service?: Notice['audience']) =>
  [
    ...renderToStaticMarkup(<ServiceFilter notices={notices} service={service} onService={() => undefined} />).matchAll(
      /aria-label="([^"]+)"/g,
    ),
  ].map(([, label]) => label)

test('services with notifications are listed with their number; notices of the page itself belong to none', () => {
  expect(shown([notice('1', 'payments'), notice('2', 'ca'), notice('3', 'ca'), notice('4')])).toEqual([
    'Filter by service',
    'Collision avoidance, 2',
    'Balance, 1',
    'General, 1',
  ])
})

test('if all notices are of one service there is no choice, but an earlier choice can be removed', () => {
  expect(shown([notice('1', 'ca')])).toEqual([])
  expect(shown([notice('1', 'ca')], 'odt')).toEqual(['Filter by service', 'Collision avoidance, 1', 'Tracking, 0'])
})
