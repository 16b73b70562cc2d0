import { expect, test } from 'vitest'
import { booksCheck } from './books-status.service.ts'

const HOUR_MS = 3_600_000

test('booksCheck() reports books that were compared too long ago as late', () => {
  const now = Date.now()
  const books = (hours: number) => ({
    customers: 1,
    contradicting: 0,
    is_compared: true,
    oldest_at: new Date(now - hours * HOUR_MS),
  })
  expect(booksCheck(books(1.9), now)).toMatchObject({ level: 'ok', isLate: false })
  expect(booksCheck(books(2.1), now)).toMatchObject({ level: 'serious', isLate: true, finding: { code: 'books-late' } })
  // Books that can never be compared are not "pending" for ever.
  expect(booksCheck({ ...books(1.9), is_compared: false }, now)).toMatchObject({ level: 'pending' })
  expect(booksCheck({ ...books(2.1), is_compared: false }, now)).toMatchObject({ level: 'serious' })
  expect(booksCheck({ ...books(0), customers: 0, oldest_at: null }, now)).toMatchObject({
    level: 'inactive',
  })
})
