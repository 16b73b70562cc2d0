import { DAY_MS } from '@apsis/astro/constants.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { useState } from 'react'
import { now } from '../../clock/clock.ts'
import { formatMinute } from '../../clock/format.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { formWords } from '../form/words.data.ts'
import type { Rota } from './duty-query.ts'
import { minuteText } from './minute-text.ts'
import { dutyWords } from './words.data.ts'

type Props = {
  readonly rota: Rota
  readonly members: DutyPlan['members']
  readonly onChange: (part: Partial<Rota>) => void
}
type Kind = 'override' | 'absence'

/** Lists the people who take a step temporarily, and those who are away. */
export function ExceptionsList({ rota: { chain, overrides, absences }, members, onChange }: Props) {
  const t = useWords(dutyWords)
  const { nameOfSubject } = useNaming()
  const common = useWords(formWords)
  const [added, setAdded] = useState<Kind>()
  const span = ({ from, until }: { readonly from: string; readonly until: string }) =>
    t('span', { from: formatMinute(Date.parse(from)), until: formatMinute(Date.parse(until)) })
  const rows = [
    ...overrides.map((one) => ({
      what: t('takes', { who: nameOfSubject(one.person), step: one.step }),
      when: span(one),
      remove: () => onChange({ overrides: overrides.filter((other) => other !== one) }),
    })),
    ...absences.map((one) => ({
      what: t('isAway', { who: nameOfSubject(one.person) }),
      when: span(one),
      remove: () => onChange({ absences: absences.filter((other) => other !== one) }),
    })),
  ]
  return (
    <>
      <h3 className={`fs-13 medium ${styles.title}`}>{t('exceptions')}</h3>
      {rows.length === 0 ? (
        <p className={`muted fs-12 ${styles.note}`}>{t('noException')}</p>
      ) : (
        <ul className="faint-top bleed" aria-label={t('exceptions')}>
          {rows.map(({ what, when, remove }) => (
            <li key={`${what} ${when}`} className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
              <span className={`muted ${styles.place}`} />
              <b>{what}</b>
              <span>{when}</span>
              <span className={`flex wrap justify-end gap-4 no-print ${styles.actions}`}>
                <Button look="quiet" aria-label={common('removeOf', { name: `${what}, ${when}` })} onClick={remove}>
                  {common('remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={`flex wrap items-baseline ${styles.head}`}>
        <Button onClick={() => setAdded('override')}>{t('addOverride')}</Button>
        <Button onClick={() => setAdded('absence')}>{t('addAbsence')}</Button>
      </div>
      {added === undefined ? null : (
        <ExceptionDialog
          kind={added}
          steps={chain.length}
          members={members}
          onClose={() => setAdded(undefined)}
          onApply={({ step, ...one }) => {
            onChange(
              added === 'override' ? { overrides: [...overrides, { step, ...one }] } : { absences: [...absences, one] },
            )
            setAdded(undefined)
          }}
        />
      )}
    </>
  )
}

type Exception = Rota['overrides'][number]
type DialogProps = {
  readonly kind: Kind
  readonly steps: number
  readonly members: DutyPlan['members']
  readonly onClose: () => void
  readonly onApply: (exception: Exception) => void
}

function ExceptionDialog({ kind, steps, members, onClose, onApply }: DialogProps) {
  const t = useWords(dutyWords)
  const common = useWords(formWords)
  const { nameOf } = useNaming()
  const form = useForm({
    initial: () => ({
      step: '1',
      person: members[0]?.subject ?? '',
      from: minuteText(new Date(now()).toISOString()),
      until: minuteText(new Date(now() + DAY_MS).toISOString()),
    }),
    check: ({ from, until }) => {
      const [begin, end] = [typedInstant(from), typedInstant(until)]
      const isBackward = begin !== undefined && end !== undefined && end <= begin
      return {
        from: begin === undefined ? t('notAnInstant') : undefined,
        until: end === undefined ? t('notAnInstant') : isBackward ? t('endsBefore') : undefined,
      }
    },
    apply: ({ step, person, from, until }) =>
      onApply({ step: Number(step), person, from: typedInstant(from) ?? '', until: typedInstant(until) ?? '' }),
  })
  const { field } = form
  return (
    <FormDialog
      form={form}
      title={t(kind === 'override' ? 'addOverride' : 'addAbsence')}
      onClose={onClose}
      close={common('cancel')}
      confirm={common('apply')}
    >
      <p className={`muted fs-12 ${styles.note}`}>{t(kind === 'override' ? 'overrideHelp' : 'absenceHelp')}</p>
      {kind === 'override' && steps > 1 ? (
        <Select
          label={t('stepLabel')}
          options={Array.from({ length: steps }, (_, place) => ({
            value: String(place + 1),
            label: t('step', { step: place + 1 }),
          }))}
          {...field('step')}
        />
      ) : null}
      <Select
        label={t('person')}
        options={members.map((one) => ({ value: one.subject, label: nameOf(one.name) }))}
        {...field('person')}
      />
      <TextField label={t('from')} unit="UTC" {...field('from')} />
      <TextField label={t('untilLabel')} unit="UTC" {...field('until')} />
    </FormDialog>
  )
}
