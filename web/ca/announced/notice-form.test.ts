import { expect, test } from 'vitest'
import { readByContract } from '../../form/read-by-contract.ts'
import { blankNotice, type NoticeForm, noticeRules } from './notice-form.ts'

const TYPED = { ...blankNotice(), ignition: '2026-11-21 08:30', announcedBy: ' Example Orbital ' }

const readNoticeForm = (form: NoticeForm, noradId: number) => readByContract(noticeRules(noradId), form)
/** Returns the fields that have an error. */
const faultsOf = (form: NoticeForm) => {
  const read = readNoticeForm(form, 1)
  return read.ok ? [] : [...read.faults.keys()]
}

test('a burn with only a time has no Δv', () => {
  expect(readNoticeForm(TYPED, 43_617)).toEqual({
    ok: true,
    body: {
      noradId: 43_617,
      ignition: '2026-11-21T08:30:00.000Z',
      durationS: 0,
      deltaV: null,
      announcedBy: 'Example Orbital',
      note: '',
    },
  })
})

test('a Δv without all three components is an error of the missing ones', () => {
  const whole = { ...TYPED, axis1: '0', axis2: '0.045', axis3: '-0.001', durationS: '42' }
  expect(readNoticeForm(whole, 1)).toMatchObject({
    ok: true,
    body: { durationS: 42, deltaV: { frame: 'RTN', vector: [0, 0.045, -0.001] } },
  })
  expect(faultsOf({ ...whole, axis3: '' })).toEqual(['axis1', 'axis2', 'axis3'])
})

test.each([
  [{ ignition: '2026-02-30 08:30' }, 'ignition'],
  [{ announcedBy: ' ' }, 'announcedBy'],
  [{ durationS: '' }, 'durationS'],
  [{ durationS: '-1' }, 'durationS'],
  [{ axis1: '0', axis2: '0', axis3: '1', frame: '' }, 'frame'],
] as const)('%j is an error of its field', (part, field) => {
  expect(faultsOf({ ...TYPED, ...part })).toEqual([field])
})
