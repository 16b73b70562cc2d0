import { expect, test } from 'vitest'
import { repostGate } from './repost.ts'

test('repostGate allows the same notice again after 1000 ms and not before', () => {
  const may = repostGate()
  const notice = { code: 404, title: 'No connection', message: 'm' }
  expect([0, 999, 1_000, 1_500, 2_000].map((at) => may(notice, at))).toEqual([true, false, true, false, true])
})

test('repostGate ignores a title that equals the code, and treats another text as another notice', () => {
  const may = repostGate()
  expect(may({ code: 404, message: 'm' }, 0)).toBe(true)
  expect(may({ code: 404, title: '404', message: 'm' }, 1)).toBe(false)
  expect(may({ code: 404, message: 'n' }, 2)).toBe(true)
  expect(may({ code: 503, message: 'm' }, 3)).toBe(true)
})
