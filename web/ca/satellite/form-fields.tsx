import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Form, FormField } from './satellite-form.ts'
import { UNITS } from './units.data.ts'
import { satelliteWords } from './words.data.ts'

const TEXTS: readonly FormField[] = ['name', 'cosparId', 'group']

export type FormProps = {
  readonly form: Form
  readonly faults: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<Form>) => void
}

/** Shows fields of the form side by side, each with its unit and its purpose. */
export function Fields({
  fields,
  form,
  faults,
  onChange,
  help = {},
}: FormProps & { readonly fields: readonly FormField[]; readonly help?: Partial<Record<FormField, string>> }) {
  const t = useWords(satelliteWords)
  return (
    <div className="grid items-start gap-8-16 halves">
      {fields.map((field) =>
        field === 'shape' || field === 'strategy' ? null : (
          <TextField
            key={field}
            name={field}
            label={t(field)}
            unit={UNITS[field]}
            help={help[field] ?? helpOf(field)}
            error={faults.get(field)}
            value={form[field]}
            inputMode={TEXTS.includes(field) ? 'text' : 'decimal'}
            onChange={(text) => onChange({ [field]: text })}
          />
        ),
      )}
    </div>
  )
}

/** The fields whose name needs an explanation. */
const WITH_HELP = [
  'name',
  'cosparId',
  'shape',
  'dragArea',
  'solarRadiationPressureArea',
  'acceptedCollisionProbability',
  'highCollisionProbability',
  'mediumCollisionProbability',
  'acceptedMinimumDistanceM',
  'acceptedRadialDistanceM',
  'radialM',
  'alongTrackM',
] as const

function helpOf(field: FormField): string | undefined {
  const helped = WITH_HELP.find((one) => one === field)
  return helped && satelliteWords(`${helped}Help`)
}

type ChoiceProps = FormProps & { readonly field: 'shape' | 'strategy'; readonly options: readonly ChoiceWord[] }
type ChoiceWord =
  | 'CANNONBALL'
  | 'BOX'
  | 'BOX_WING'
  | 'WING_BOX_WING'
  | 'OTHER'
  | 'SHORT_TERM'
  | 'LONG_TERM'
  | 'SHORT_TERM_AND_LONG_TERM'

/** Shows a field with a few choices. */
export function ChoiceField({ field, options, form, faults, onChange }: ChoiceProps) {
  const t = useWords(satelliteWords)
  return (
    <Select
      label={t(field)}
      help={helpOf(field)}
      error={faults.get(field)}
      value={form[field]}
      options={options.map((value) => ({ value, label: t(value) }))}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
}
