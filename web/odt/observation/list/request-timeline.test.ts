import { expect, test } from 'vitest'
import { timelineLegend } from './request-timeline.tsx'

test('the legend names each kind of drawn mark once', () => {
  const textsOf = (...statuses: readonly ('PENDING' | 'EXECUTING' | 'SUCCESSFUL' | 'UNSUCCESSFUL' | 'CANCELLED')[]) =>
    timelineLegend(statuses.map((status) => ({ status }))).map(({ text }) => text)
  expect(textsOf()).toEqual(['window'])
  expect(textsOf('UNSUCCESSFUL', 'PENDING', 'EXECUTING')).toEqual(['window', 'pass to come', 'without a result'])
  expect(textsOf('CANCELLED', 'SUCCESSFUL')).toEqual(['window', 'with a result', 'cancelled'])
})
