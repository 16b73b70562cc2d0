import { expect, test } from 'vitest'
import { OLD_SECRET_HOURS, OldSecret } from './channel.ts'

const hoursOf = (query: Record<string, unknown>) => OldSecret.safeParse(query).data?.['old-secret-hours']

test('the hours of an old secret are digits from 0 to 168, and 24 where nothing is asked for', () => {
  expect(['0', '48', '168', '007', 48].map((hours) => hoursOf({ 'old-secret-hours': hours }))).toEqual([
    0, 48, 168, 7, 48,
  ])
  expect(hoursOf({})).toBe(OLD_SECRET_HOURS)
})

test.each(['', ' ', '0x10', '1e1', '-0', '+5', '2.0', ' 5', '169', '１', ['', ''], ['5'], null, true, 1.5])(
  'hours that are %j end no secret: they are refused',
  (hours) => expect(hoursOf({ 'old-secret-hours': hours })).toBeUndefined(),
)
