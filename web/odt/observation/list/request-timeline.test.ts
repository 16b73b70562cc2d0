import { expect, test } from 'vitest'
import { timelineLegend } from './request-timeline.tsx'

test('the legend names each kind of drawn mark once', () => {
  const textsOf = (...statuses: readonly ('PENDING' | 'EXECUTING' | 'SUCCESSFUL' | 'UNSUCCESSFUL' | 'CANCELLED')[]) =>
    timelineLegend(statuses.map((status) => ({ status }))).map(({ text }) => text)
  expect(textsOf()).toEqual(['window of the request'])
  expect(textsOf('UNSUCCESSFUL', 'PENDING', 'EXECUTING')).toEqual([
    'window of the request',
    'pass to come',
    'without a result',
  ])
  expect(textsOf('CANCELLED', 'SUCCESSFUL')).toEqual(['window of the request', 'with a result', 'cancelled'])
})
