import { SHAPE_FIELDS } from '@apsis/contract/ca/satellite/configuration.ts'
import { type Satellite, SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { type FormRules, readByContract } from '../../form/read-by-contract.ts'
import { readNumber, typedNumber } from '../../ui/format/number.ts'
import { faultInWords } from './fault-in-words.ts'

const IDENTITY_FIELDS = ['name', 'noradId', 'cosparId', 'group'] as const
const SIZE_FIELDS = ['hardBodyRadius', 'boxWidth', 'boxHeight', 'boxLength', 'wingLength', 'wingWidth'] as const
const FORCE_FIELDS = [
  'wetMass',
  'dragArea',
  'dragCoefficient',
  'solarRadiationPressureArea',
  'reflectivityCoefficient',
] as const
const THRESHOLD_FIELDS = [
  'acceptedCollisionProbability',
  'highCollisionProbability',
  'mediumCollisionProbability',
  'acceptedMinimumDistanceM',
  'acceptedRadialDistanceM',
  'commitHours',
  'considerHours',
] as const
const BOX_FIELDS = ['radialM', 'alongTrackM', 'crossTrackM'] as const
const CHOICES = ['shape', 'strategy'] as const

export const FIELDS = { IDENTITY_FIELDS, SIZE_FIELDS, FORCE_FIELDS, THRESHOLD_FIELDS, BOX_FIELDS } as const
const ALL = [...IDENTITY_FIELDS, ...SIZE_FIELDS, ...FORCE_FIELDS, ...THRESHOLD_FIELDS, ...BOX_FIELDS, ...CHOICES]
export type FormField = (typeof ALL)[number]
/** Parts that are edited in a separate dialog count as one field each. */
const DIALOG_PARTS = ['propulsion', 'blackoutWindows', 'blackoutInContacts', 'blackoutInEclipse'] as const
export type DialogPart = (typeof DIALOG_PARTS)[number]
export type FormPart = FormField | DialogPart

/** A satellite in the form: texts, also invalid numbers, and its propulsion. */
export type Form = Readonly<Record<FormField, string>> & {
  readonly [K in DialogPart]: SatelliteInput['configuration'][K]
}

/** Returns the form of a stored satellite. */
export function formOf({ name, noradId, cosparId, group, configuration }: SatelliteInput | Satellite): Form {
  const { thresholds, screeningBox, propulsion, shape, strategy, ...others } = configuration
  const { blackoutWindows, blackoutInContacts, blackoutInEclipse, ...numbers } = others
  const given: Readonly<Record<string, string | number | undefined>> = {
    name,
    noradId,
    cosparId,
    group,
    shape,
    strategy,
    ...numbers,
    ...thresholds,
    ...screeningBox,
  }
  const entries = ALL.map((field) => [field, textOf(given[field])])
  const texts = Object.fromEntries(entries) as Record<FormField, string>
  return { ...texts, propulsion, blackoutWindows, blackoutInContacts, blackoutInEclipse }
}

function textOf(value: string | number | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? typedNumber(value) : value
}

/** Returns the fields of a shape: the others are not shown, and not sent. */
export function sizesOf(shape: string): readonly (typeof SIZE_FIELDS)[number][] {
  const own: readonly string[] = Object.entries(SHAPE_FIELDS).find(([name]) => name === shape)?.[1] ?? []
  return SIZE_FIELDS.filter((field) => field === 'hardBodyRadius' || own.includes(field))
}

/** A field of the contract that is missing in the form would be lost with every save, so the compiler reports it here. */
type WholeConfiguration = Readonly<Record<Exclude<keyof SatelliteInput['configuration'], 'screeningBox'>, unknown>>

/** The form uses the contract's rules; a text that is not a number is an error of its field. */
export const SATELLITE_RULES: FormRules<Form, typeof SatelliteInput> = {
  schema: SatelliteInput,
  body: inputOf,
  fieldsOf: (path) => {
    const field = fieldOf(path)
    return field === undefined ? [] : [field]
  },
  faultOf: (_, issue) => faultInWords(issue),
}

/** Returns the satellite to send, or the errors of the form by field. */
export const readForm = (form: Form) => readByContract(SATELLITE_RULES, form)

function inputOf(form: Form) {
  const number = (field: FormField) => {
    return form[field].trim() === '' ? undefined : readNumber(form[field])
  }
  const pick = <F extends FormField>(fields: readonly F[]) =>
    Object.fromEntries(
      fields.flatMap((field) => (form[field].trim() === '' ? [] : [[field, number(field)]])),
    ) as Readonly<Record<F, number | undefined>>
  const box = pick(BOX_FIELDS)
  return {
    name: form.name,
    noradId: number('noradId'),
    ...(form.cosparId.trim() === '' ? {} : { cosparId: form.cosparId.trim().toUpperCase() }),
    ...(form.group.trim() === '' ? {} : { group: form.group }),
    configuration: {
      shape: form.shape,
      strategy: form.strategy,
      ...pick([...sizesOf(form.shape), ...FORCE_FIELDS]),
      thresholds: pick(THRESHOLD_FIELDS),
      ...(Object.keys(box).length > 0 ? { screeningBox: box } : {}),
      propulsion: form.propulsion,
      blackoutWindows: form.blackoutWindows,
      blackoutInContacts: form.blackoutInContacts,
      blackoutInEclipse: form.blackoutInEclipse,
    } satisfies WholeConfiguration,
  }
}

/** Returns the field of the form to which a path of the contract refers. */
export function fieldOf(path: readonly PropertyKey[]): FormPart | undefined {
  if (path.includes('blackoutWindows')) return 'blackoutWindows'
  if (path.includes('propulsion')) return 'propulsion'
  return ALL.find((field) => field === path.at(-1))
}

/** Returns the fields with visible changes: sizes that a shape does not have are ignored. */
export function changedFields(before: Form, after: Form): readonly FormPart[] {
  const shown = (field: FormField) => {
    const isSize = SIZE_FIELDS.some((one) => one === field)
    return !isSize || [before, after].some(({ shape }) => sizesOf(shape).some((one) => one === field))
  }
  const fields = ALL.filter((field) => before[field].trim() !== after[field].trim() && shown(field))
  const parts = DIALOG_PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
  return [...fields, ...parts]
}
