import { expect, test } from 'vitest'
import { checkOf } from './fleet-screening.service.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2030-01-01T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const EPOCH = ago(3)

const run = (given: object = {}) => ({
  line: 'CAT' as const,
  asked_at: ago(1),
  screening_id: '1',
  catalogue_epoch: EPOCH,
  error: null,
  state: 'done',
  ended_at: ago(0.99),
  ...given,
})

test('checkOf() returns last, next and late; a fleet that was never screened is not reported as ok', () => {
  expect(checkOf('CAT', undefined, NOW.getTime())).toMatchObject({ level: 'pending', isLate: false })
  expect(checkOf('CAT', run(), NOW.getTime())).toMatchObject({
    level: 'ok',
    isLate: false,
    lastAt: ago(0.99).toISOString(),
    nextAt: ago(-7).toISOString(),
  })
  // A screening normally starts within a minute and takes another minute: five minutes after its due time it is not late.
  expect(checkOf('CAT', run({ asked_at: ago(8 + 5 / 60) }), NOW.getTime())).toMatchObject({
    level: 'ok',
    isLate: false,
  })
  const late = checkOf('CAT', run({ asked_at: ago(8.5), ended_at: ago(8.4) }), NOW.getTime())
  expect(late).toMatchObject({ level: 'serious', isLate: true })
  expect(late.message).toContain('Late: it was due 2030-01-01 11:30 Z')
  expect(checkOf('CAT', run({ screening_id: null, error: 'no orbit' }), NOW.getTime())).toMatchObject({
    level: 'caution',
  })
  expect(checkOf('CDM', run({ screening_id: null, error: 'nothing' }), NOW.getTime())).toMatchObject({ level: 'ok' })
})
