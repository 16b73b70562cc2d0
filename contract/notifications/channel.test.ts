import { expect, test } from 'vitest'
import { emailChannel, OLD_SECRET_HOURS, OldSecret, urlChannel } from './channel.ts'

const hoursOf = (query: Record<string, unknown>) => OldSecret.safeParse(query).data?.['old-secret-hours']

test('the hours of an old secret are digits from 0 to 168, and 24 by default', () => {
  expect(['0', '48', '168', '007', 48].map((hours) => hoursOf({ 'old-secret-hours': hours }))).toEqual([
    0, 48, 168, 7, 48,
  ])
  expect(hoursOf({})).toBe(OLD_SECRET_HOURS)
})

test.each(['', ' ', '0x10', '1e1', '-0', '+5', '2.0', ' 5', '169', '１', ['', ''], ['5'], null, true, 1.5])(
  'hours that are %j are refused, and end no secret',
  (hours) => expect(hoursOf({ 'old-secret-hours': hours })).toBeUndefined(),
)

test('a channel is enabled exactly when it has a target; a target without text does not count (spec §5)', () => {
  expect(emailChannel([' ', 'ada@operator.example '])).toEqual({ enabled: true, addresses: ['ada@operator.example'] })
  expect(emailChannel([''])).toEqual({ enabled: false, addresses: [] })
  expect(urlChannel(['', ' https://hooks.operator.example/a'])).toEqual({
    enabled: true,
    url: ['https://hooks.operator.example/a'],
  })
  expect(urlChannel([])).toEqual({ enabled: false, url: [] })
})
