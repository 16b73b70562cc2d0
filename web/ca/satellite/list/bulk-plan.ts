import type { Satellite, SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { changedFields, FIELDS, type Form, formOf, readForm } from '../satellite-form.ts'

/** The fields that can be changed for several satellites at once. */
export const BULK_FIELDS = ['group', ...FIELDS.THRESHOLD_FIELDS] as const
export type BulkField = (typeof BULK_FIELDS)[number]

/** The new texts; a blank text keeps each satellite's value. */
export type BulkChange = Readonly<Record<BulkField, string>> & {
  /** True to remove the satellites from their groups, which a blank text cannot express. */
  readonly isUngrouped: boolean
}

export const NO_CHANGE: BulkChange = {
  ...(Object.fromEntries(BULK_FIELDS.map((field) => [field, ''])) as Record<BulkField, string>),
  isUngrouped: false,
}

/** One satellite to save over the version that was read, with its earlier values. */
export type BulkSave = {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly input: SatelliteInput
  readonly before: SatelliteInput
}
export type BulkPlan = {
  readonly saves: readonly BulkSave[]
  /** Satellites that already have these values. */
  readonly same: readonly Satellite[]
  /** The satellites that the contract would refuse after the change, with the field and the reason. */
  readonly faults: readonly { readonly satellite: Satellite; readonly field: string; readonly message: string }[]
}

/** Returns the effect of a change on each satellite, checked by the contract's rules before anything is sent. */
export function planOf(satellites: readonly Satellite[], change: BulkChange): BulkPlan {
  const plan: { -readonly [K in keyof BulkPlan]: BulkPlan[K][number][] } = { saves: [], same: [], faults: [] }
  for (const satellite of satellites) {
    const form = formOf(satellite)
    const after = changed(form, change)
    const [read, before] = [readForm(after), readForm(form)]
    if (changedFields(form, after).length === 0) plan.same.push(satellite)
    else if (!read.ok)
      for (const [field, message] of [...read.faults].slice(0, 1)) plan.faults.push({ satellite, field, message })
    else if (before.ok) {
      const { satelliteId: id, name, version } = satellite
      plan.saves.push({ id, name, version, input: read.body, before: before.body })
    }
  }
  return plan
}

function changed(form: Form, { isUngrouped, ...texts }: BulkChange): Form {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return { ...form, ...Object.fromEntries(given), ...(isUngrouped ? { group: '' } : {}) }
}

/** Returns the current values of a field in all satellites: one text, or the smallest and the largest; undefined if none has one. */
export function nowOf(satellites: readonly Satellite[], field: BulkField): readonly string[] {
  const texts = [...new Set(satellites.map((satellite) => formOf(satellite)[field]))].filter((text) => text !== '')
  const sorted = field === 'group' ? texts.toSorted() : texts.toSorted((a, b) => Number(a) - Number(b))
  const [first] = sorted
  const last = sorted.at(-1)
  return first === undefined || last === undefined ? [] : first === last ? [first] : [first, last]
}
