import { NewBurnNotice } from '@apsis/contract/ca/burn-notice.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import { readNumber } from '../../ui/format/number.ts'

export type NoticeForm = Readonly<
  Record<'ignition' | 'duration' | 'by' | 'frame' | 'axis1' | 'axis2' | 'axis3' | 'remark', string>
>
export const AXES = ['axis1', 'axis2', 'axis3'] as const

export const BLANK_NOTICE: NoticeForm = {
  ignition: '',
  duration: '0',
  by: '',
  frame: 'RTN',
  remark: '',
  axis1: '',
  axis2: '',
  axis3: '',
}

type NoticeReading =
  | { readonly ok: true; readonly notice: NewBurnNotice }
  | { readonly ok: false; readonly faults: ReadonlySet<keyof NoticeForm> }

/** Fields of the contract by which fields of the form they are made of. */
const FIELDS: Readonly<Record<string, readonly (keyof NoticeForm)[]>> = {
  ignition: ['ignition'],
  durationS: ['duration'],
  announcedBy: ['by'],
  deltaV: AXES,
  note: ['remark'],
}

/** Reads the form by the rules of the contract. A Δv of which nothing is typed is not told. */
export function readNoticeForm(form: NoticeForm, noradId: number): NoticeReading {
  const typed = AXES.map((axis) => form[axis].trim())
  const isTold = typed.some((text) => text !== '')
  const vector = typed.map((text) => readNumber(text) ?? Number.NaN)
  const parsed = NewBurnNotice.safeParse({
    noradId,
    ignition: typedInstant(form.ignition),
    announcedBy: form.by,
    note: form.remark,
    durationS: readNumber(form.duration) ?? Number.NaN,
    deltaV: isTold ? { frame: form.frame, vector } : null,
  })
  if (parsed.success) return { ok: true, notice: parsed.data }
  const faults = parsed.error.issues.flatMap(({ path: [field, part] }) =>
    part === 'frame' ? (['frame'] as const) : (FIELDS[String(field)] ?? []),
  )
  return { ok: false, faults: new Set(faults) }
}
