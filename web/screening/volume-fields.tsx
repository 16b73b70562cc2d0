import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { Select } from '../ui/field/select.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { readNumber, typedNumber } from '../ui/format/number.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './screening.module.css'
import { screeningWords } from './words.data.ts'

/** The requested volume, as typed. */
export type VolumeDraft = {
  readonly kind: 'standard' | 'distance' | 'box'
  readonly km: string
  readonly boxKm: readonly [r: string, t: string, n: string]
}

const KINDS = ['standard', 'distance', 'box'] as const
const AXES = ['R', 'T', 'N'] as const
const STANDARD: VolumeDraft = { kind: 'standard', km: '5', boxKm: ['2', '25', '25'] }

/** Returns the volume of a screening for editing; without a screening, the standard volume of the regime. */
export function volumeDraft(one: Screening | undefined): VolumeDraft {
  if (!one) return STANDARD
  const km = (metres: number) => typedNumber(metres / 1_000)
  if (one.box !== null) {
    const { radialM, alongTrackM, crossTrackM } = one.box
    return { ...STANDARD, kind: 'box', boxKm: [km(radialM), km(alongTrackM), km(crossTrackM)] }
  }
  return one.thresholdM ? { ...STANDARD, kind: 'distance', km: km(one.thresholdM) } : STANDARD
}

const isLength = (text: string) => readNumber(text) >= 0.001 && readNumber(text) <= 1_000

/** True if the typed text is a valid volume. */
export function isVolume({ kind, km, boxKm }: VolumeDraft): boolean {
  return kind === 'standard' || (kind === 'distance' ? isLength(km) : boxKm.every(isLength))
}

/** Returns the volume for the request. */
export function volumeOf({ kind, km, boxKm: [r, t, n] }: VolumeDraft) {
  const metres = (text: string) => readNumber(text) * 1_000
  if (kind === 'distance') return { thresholdM: metres(km) }
  if (kind === 'box') return { box: { radialM: metres(r), alongTrackM: metres(t), crossTrackM: metres(n) } }
  return {}
}

type Props = {
  readonly draft: VolumeDraft
  readonly onDraft: (draft: VolumeDraft) => void
  /** True if the errors are shown, after the first attempt. */
  readonly isChecked: boolean
}

/** Shows the fields for the volume: the standard of the regime, a distance, or a box. */
export function VolumeFields({ draft, onDraft, isChecked }: Props) {
  const t = useWords(screeningWords)
  const faultOf = (text: string) => (isChecked && !isLength(text) ? t('badKm') : undefined)
  return (
    <>
      <Select
        label={t('volume')}
        value={draft.kind}
        onChange={(value) => onDraft({ ...draft, kind: KINDS.find((one) => one === value) ?? 'standard' })}
        options={KINDS.map((value) => ({ value, label: t(`volume_${value}`) }))}
      />
      {draft.kind === 'distance' ? (
        <TextField
          label={t('within')}
          inputMode="decimal"
          value={draft.km}
          onChange={(km) => onDraft({ ...draft, km })}
          error={faultOf(draft.km)}
        />
      ) : null}
      {draft.kind === 'box' ? (
        <div className={`grid gap-8 ${styles.box}`}>
          {AXES.map((axis, place) => {
            const value = draft.boxKm[place] ?? ''
            return (
              <TextField
                key={axis}
                label={t('boxSide', { axis })}
                inputMode="decimal"
                value={value}
                onChange={(text) => {
                  const [r, along, n] = draft.boxKm
                  const sides = { R: [text, along, n], T: [r, text, n], N: [r, along, text] } as const
                  onDraft({ ...draft, boxKm: sides[axis] })
                }}
                error={faultOf(value)}
              />
            )
          })}
        </div>
      ) : null}
    </>
  )
}
