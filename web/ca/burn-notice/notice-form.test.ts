import { expect, test } from 'vitest'
import { BLANK_NOTICE, readNoticeForm } from './notice-form.ts'

const TYPED = { ...BLANK_NOTICE, ignition: '2026-11-21 08:30', by: ' Example Orbital ' }

test('a burn of which only the time is known has no Δv', () => {
  expect(readNoticeForm(TYPED, 43_617)).toEqual({
    ok: true,
    notice: {
      noradId: 43_617,
      ignition: '2026-11-21T08:30:00.000Z',
      durationS: 0,
      deltaV: null,
      announcedBy: 'Example Orbital',
      note: '',
    },
  })
})

test('a Δv has three components, or it is a fault of those', () => {
  const whole = { ...TYPED, axis1: '0', axis2: '0.045', axis3: '-0.001', duration: '42' }
  expect(readNoticeForm(whole, 1)).toMatchObject({
    ok: true,
    notice: { durationS: 42, deltaV: { frame: 'RTN', vector: [0, 0.045, -0.001] } },
  })
  expect(readNoticeForm({ ...whole, axis3: '' }, 1)).toMatchObject({
    ok: false,
    faults: new Set(['axis1', 'axis2', 'axis3']),
  })
})

test.each([
  [{ ignition: '2026-02-30 08:30' }, 'ignition'],
  [{ by: ' ' }, 'by'],
  [{ duration: '' }, 'duration'],
  [{ duration: '-1' }, 'duration'],
  [{ axis1: '0', axis2: '0', axis3: '1', frame: '' }, 'frame'],
] as const)('%j is a fault of its field', (part, field) => {
  expect(readNoticeForm({ ...TYPED, ...part }, 1)).toEqual({ ok: false, faults: new Set([field]) })
})
