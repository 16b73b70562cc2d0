import { ATTITUDE_FRAMES } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { Select } from '../../../../ui/field/select.tsx'
import { TextArea } from '../../../../ui/field/text-area.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import styles from '../../satellite.module.css'
import { propulsionWords } from './propulsion-words.data.ts'
import { DIRECTION_CHOICES, type DirectionsDraft, directionsOf } from './thrust-directions.ts'

type Props = {
  readonly draft: DirectionsDraft
  readonly isChecked: boolean
  readonly onChange: (draft: DirectionsDraft) => void
}

/** Shows the fields for the directions in which the satellite can burn: any, a cone of directions, or fixed thrusters. */
export function ThrustDirectionsFields({ draft, isChecked, onChange }: Props) {
  const t = useWords(propulsionWords)
  const found = directionsOf(draft)
  const set = (part: Partial<DirectionsDraft>) => onChange({ ...draft, ...part })
  const isWrong = (what: 'vectors' | 'angle') => isChecked && found === what
  const { kind, frame, vectors, halfAngleDeg } = draft
  return (
    <section className="stack gap-8 line-top ink pt-10" aria-label={t('burnDirections')}>
      <h3>{t('burnDirections')}</h3>
      <p className={`muted fs-12 ${styles.note}`}>{t('burnDirectionsText')}</p>
      <div className={`grid items-start gap-8-16 ${styles.numbers}`}>
        <Select
          label={t('canBurn')}
          value={kind}
          options={DIRECTION_CHOICES.map((value) => ({ value, label: t(`burn_${value}`) }))}
          onChange={(value) => set({ kind: DIRECTION_CHOICES.find((one) => one === value) ?? 'ANY' })}
        />
        {kind === 'ANY' ? null : (
          <Select
            label={t('attitudeFrame')}
            value={frame}
            options={ATTITUDE_FRAMES.map((value) => ({ value, label: value }))}
            onChange={(value) => set({ frame: ATTITUDE_FRAMES.find((one) => one === value) ?? 'RTN' })}
          />
        )}
        {kind === 'CONE' ? (
          <>
            <TextField
              label={t('coneAxis')}
              help={t('coneAxisHelp')}
              error={isWrong('vectors') ? t('noVector') : undefined}
              value={vectors}
              onChange={(text) => set({ vectors: text })}
            />
            <TextField
              label={t('halfAngle')}
              unit="°"
              inputMode="decimal"
              error={isWrong('angle') ? t('noHalfAngle') : undefined}
              value={halfAngleDeg}
              onChange={(text) => set({ halfAngleDeg: text })}
            />
          </>
        ) : null}
      </div>
      {kind === 'THRUSTERS' ? (
        <TextArea
          label={t('thrusters')}
          help={t('thrustersHelp')}
          error={isWrong('vectors') ? t('noVector') : undefined}
          value={vectors}
          onChange={(text) => set({ vectors: text })}
        />
      ) : null}
    </section>
  )
}
