import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { typedInstant } from '../../../../clock/typed-instant.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import styles from '../../satellite.module.css'
import { propulsionWords } from './propulsion-words.data.ts'

type Window = SatelliteInput['configuration']['blackoutWindows'][number]
/** A time without manoeuvres, as typed. */
export type Draft = { readonly key: number; readonly from: string; readonly to: string; readonly reason: string }

/** Returns windows in the form in which they are typed. */
export function draftsOf(windows: readonly Window[]): readonly Draft[] {
  const short = (at: string) =>
    formatInstant(Date.parse(at))
      .replace(/:00 Z$/, '')
      .replace(/ Z$/, '')
  return windows.map(({ from, to, reason }, key) => ({ key, from: short(from), to: short(to), reason }))
}

/** Returns the typed windows; undefined if one of them cannot be read. */
export function windowsOf(drafts: readonly Draft[]): Window[] | undefined {
  const windows = drafts.map(({ from, to, reason }) => ({ from: typedInstant(from), to: typedInstant(to), reason }))
  const isGood = windows.every(({ from, to }) => from !== undefined && to !== undefined && to > from)
  return isGood ? (windows as Window[]) : undefined
}

type Props = {
  readonly drafts: readonly Draft[]
  /** True if errors are shown. */
  readonly isChecked: boolean
  readonly onChange: (drafts: readonly Draft[]) => void
}

/** Shows the fields for times in which no burn is planned. */
export function BlackoutFields({ drafts, isChecked, onChange }: Props) {
  const t = useWords(propulsionWords)
  const set = (key: number, part: Partial<Draft>) =>
    onChange(drafts.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const faultOf = (text: string) => (isChecked && typedInstant(text) === undefined ? t('noTime') : undefined)
  const add = () =>
    onChange([...drafts, { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, from: '', to: '', reason: '' }])
  return (
    <section className="stack gap-8 line-top ink pt-10" aria-label={t('blackouts')}>
      <h3>{t('blackouts')}</h3>
      <p className={`muted fs-12 ${styles.note}`}>{t('blackoutsText')}</p>
      {drafts.map(({ key, from, to, reason }) => {
        const [start, end] = [typedInstant(from), typedInstant(to)]
        const isBackward = isChecked && start !== undefined && end !== undefined && end <= start
        return (
          <div key={key} className={`grid gap-8 items-end ${styles.window}`}>
            <TextField
              label={t('from')}
              value={from}
              onChange={(text) => set(key, { from: text })}
              error={faultOf(from)}
            />
            <TextField
              label={t('to')}
              value={to}
              onChange={(text) => set(key, { to: text })}
              error={isBackward ? t('notAfter') : faultOf(to)}
            />
            <TextField
              label={t('reason')}
              value={reason}
              maxLength={200}
              onChange={(text) => set(key, { reason: text })}
            />
            <Button look="quiet" onClick={() => onChange(drafts.filter((one) => one.key !== key))}>
              {t('removeBlackout')}
            </Button>
          </div>
        )
      })}
      <p>
        <Button onClick={add}>{t('addBlackout')}</Button>
      </p>
    </section>
  )
}
