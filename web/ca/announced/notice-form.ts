import { NewBurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import { bodyOf, textsOf } from '../../form/contract-texts.ts'
import type { FormRules } from '../../form/read-by-contract.ts'
import { readNumber } from '../../ui/format/number.ts'
import { noticeWords } from './notice-words.data.ts'

export const AXES = ['axis1', 'axis2', 'axis3'] as const

/** Returns an empty form for a new burn. */
export function blankNotice() {
  const { ignition, durationS, announcedBy, note } = textsOf(NewBurnNotice)
  return { ignition, durationS, announcedBy, note, frame: 'RTN', axis1: '', axis2: '', axis3: '' }
}

export type NoticeForm = ReturnType<typeof blankNotice>

const FAULTS = {
  ignition: 'noTime',
  durationS: 'noDuration',
  axis1: 'noNumber',
  axis2: 'noNumber',
  axis3: 'noNumber',
} as const

/** The rules of the form for a burn of an object. A Δv without any typed component is omitted. */
export const noticeRules = (noradId: number): FormRules<NoticeForm, typeof NewBurnNotice> => ({
  schema: NewBurnNotice,
  body: (form) => {
    const isTold = AXES.some((axis) => form[axis].trim() !== '')
    return {
      ...bodyOf(NewBurnNotice, form),
      noradId,
      ignition: typedInstant(form.ignition),
      deltaV: isTold ? { frame: form.frame, vector: AXES.map((axis) => readNumber(form[axis])) } : null,
    }
  },
  fieldsOf: ([field, part]) => (field !== 'deltaV' ? undefined : part === 'frame' ? ['frame'] : AXES),
  faultOf: (field) => noticeWords(field in FAULTS ? FAULTS[field as keyof typeof FAULTS] : 'noName'),
})
