import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { firstInside, lastInside } from './inside-span.ts'

const bothOf = (text: string) => {
  const epoch = parseTime(text)
  return [firstInside(epoch), lastInside(epoch)]
}

test('a span is stored as the whole milliseconds inside it', () => {
  expect(bothOf('2026-11-27T20:03:43.213685')).toEqual(['2026-11-27T20:03:43.214Z', '2026-11-27T20:03:43.213Z'])
  expect(bothOf('2026-11-27T20:03:43.213')).toEqual(['2026-11-27T20:03:43.213Z', '2026-11-27T20:03:43.213Z'])
  expect(bothOf('2026-12-31T23:59:59.999600')).toEqual(['2027-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'])
})
