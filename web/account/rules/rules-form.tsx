import { LETTER_LANGUAGES, MOST_RULES, type NoticeRule, type NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignedInPerson } from '../../session/who.ts'
import { satellitesQuery } from '../../shell/named-objects.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { FormFoot } from '../form/form-foot.tsx'
import { movedUp } from '../form/pick-list.tsx'
import { isTimeOfDay, TimeZoneField } from '../form/time-fields.tsx'
import { type FormDraft, type OnEntered, type StoredAnswer, useVersionedForm } from '../form/use-versioned-form.ts'
import { formWords } from '../form/words.data.ts'
import { Critical } from './critical.tsx'
import { QuietStrip } from './quiet-strip.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { NEW_RULE, useRuleWords } from './rule-words.ts'
import { RulesMatrix } from './rules-matrix.tsx'
import { putRules, readRules, rulesQuery } from './rules-query.ts'
import { SituationReport } from './situation-report.tsx'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly stored: StoredAnswer<NoticeRules>
  readonly entered: FormDraft<NoticeRules> | undefined
  readonly onEntered: OnEntered<NoticeRules>
}

/** Quiet hours as they begin where somebody wants them for the first time. */
const USUAL_NIGHT = { from: '22:00', to: '06:00' }
/** So does the digest. */
const USUAL_MORNING = '07:00'

/** The rules of one person in their order, the clock they are meant by, and their quiet hours. */
export function RulesForm({ who, stored, entered, onEntered }: Props) {
  const t = useWords(rulesWords)
  const common = useWords(formWords)
  const [edited, setEdited] = useState<number>()
  const [isChecked, setChecked] = useState(false)
  const form = useVersionedForm({
    queryKey: rulesQuery(who.subject).queryKey,
    stored,
    valuesOf: (rules) => rules,
    entered,
    onEntered,
    read: () => readRules(who.subject),
    put: putRules,
  })
  const { rules, timeZone, quietHours, digestAt, situationReportAt, language } = form.values
  const change = (part: Partial<NoticeRules>) => form.change({ ...form.values, ...part })
  const hasCa = allows([CA_USER], who.roles)
  const fleet = useQuery({ ...satellitesQuery, enabled: hasCa })
  const satellites = (fleet.data ?? []).map(({ satelliteId, name }) => ({ value: satelliteId, label: name }))
  const faults = faultsOf({ quietHours, digestAt }, { notATime: common('notATime'), sameTime: t('sameTime') })
  const zone = timeZone.replaceAll('_', ' ')
  const faultOf = (field: Fault['field']) =>
    isChecked ? faults.find((one) => one.field === field)?.message : undefined
  const reportFaults = faultsOfReports(situationReportAt, {
    notATime: common('notATime'),
    twice: t('reportTwice'),
  })

  return (
    <div className={`stack gap-12 ${styles.body}`}>
      <Critical who={who} rules={stored.answer.rules} />
      <ol className={`faint-top ${styles.list}`} aria-label={t('rules')}>
        {rules.map((rule, place) => (
          <RuleItem
            // Their places are what tells them apart: two rules may be the same.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={place}
            rule={rule}
            place={place}
            satellites={satellites}
            onUp={() => change({ rules: [...movedUp(rules, place)] })}
            onEdit={() => setEdited(place)}
            onRemove={() => change({ rules: rules.filter((_, other) => other !== place) })}
          />
        ))}
        <li className={`grid items-baseline pad-6 faint-bottom fs-13 ${styles.item}`}>
          <span className={`muted ${styles.place}`}>{rules.length + 1}</span>
          <span>
            <b>{t('otherwise')}</b>
            <br />
            <span className={styles.soft}>{t('otherwiseRequests')}</span>
          </span>
          <span>{t('byAllNow')}</span>
        </li>
      </ol>
      <div>
        <Button
          disabledReason={rules.length >= MOST_RULES ? t('mostRules', { count: MOST_RULES }) : undefined}
          onClick={() => setEdited(rules.length)}
        >
          {t('add')}
        </Button>
      </div>
      <RulesMatrix rules={form.values} />
      <h3 className={`fs-13 medium ${styles.title}`}>{t('quiet')}</h3>
      <div className={`grid items-start ${styles.fields}`}>
        <CheckboxGroup
          label={t('quietLabel')}
          options={[{ value: 'on', label: t('quietOn') }]}
          value={quietHours === null ? [] : ['on']}
          onChange={(chosen) => change({ quietHours: chosen.length === 0 ? null : USUAL_NIGHT })}
        />
        {quietHours === null ? null : (
          <>
            <TextField
              label={t('from')}
              value={quietHours.from}
              onChange={(from) => change({ quietHours: { ...quietHours, from } })}
              maxLength={5}
              error={faultOf('from')}
            />
            <TextField
              label={t('to')}
              value={quietHours.to}
              onChange={(to) => change({ quietHours: { ...quietHours, to } })}
              maxLength={5}
              error={faultOf('to')}
            />
          </>
        )}
      </div>
      <QuietStrip quietHours={quietHours} digestAt={digestAt} rules={rules} />
      {hasCa ? (
        <SituationReport
          times={situationReportAt}
          zone={zone}
          onChange={(times) => change({ situationReportAt: times })}
          faultOf={(place) => (isChecked ? reportFaults[place] : undefined)}
        />
      ) : null}
      <h3 className={`fs-13 medium ${styles.title}`}>{t('digestTitle')}</h3>
      <div className={`grid items-start ${styles.fields}`}>
        <CheckboxGroup
          label={t('digestLabel')}
          options={[{ value: 'on', label: t('digestOn') }]}
          value={digestAt === null ? [] : ['on']}
          onChange={(chosen) => change({ digestAt: chosen.length === 0 ? null : USUAL_MORNING })}
        />
        {digestAt === null ? null : (
          <TextField
            label={t('digestAt')}
            value={digestAt}
            onChange={(at) => change({ digestAt: at })}
            maxLength={5}
            error={faultOf('digestAt')}
          />
        )}
        {quietHours === null && digestAt === null && situationReportAt.length === 0 ? null : (
          <TimeZoneField value={timeZone} onChange={(chosen) => change({ timeZone: chosen })} />
        )}
        <Select
          label={t('language')}
          options={LETTER_LANGUAGES.map((value) => ({ value, label: t(value) }))}
          value={language}
          onChange={(value) => change({ language: LETTER_LANGUAGES.find((one) => one === value) ?? 'en' })}
        />
      </div>
      <p className={`muted fs-12 ${styles.note}`}>
        {quietHours === null ? t('noQuiet') : t('quietSaid', { from: quietHours.from, to: quietHours.to, zone })}{' '}
        {t('dedupe')}
      </p>
      <FormFoot
        form={form}
        faults={[
          ...faults.map(({ field, message }) => common('fault', { field: t(field), message })),
          ...reportFaults.flatMap((message, place) =>
            message === undefined ? [] : [common('fault', { field: t('reportAt', { place: place + 1 }), message })],
          ),
        ]}
        onCheck={() => setChecked(true)}
      />
      {edited === undefined ? null : (
        <RuleDialog
          rule={rules[edited] ?? NEW_RULE}
          isNew={edited >= rules.length}
          satellites={satellites}
          onClose={() => setEdited(undefined)}
          onApply={(rule) => {
            change({ rules: [...rules.slice(0, edited), rule, ...rules.slice(edited + 1)] })
            setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}

type Fault = { readonly field: 'from' | 'to' | 'digestAt'; readonly message: string }

/** What is wrong with quiet hours and the time of the digest, by field. */
function faultsOf(
  { quietHours: hours, digestAt }: Pick<NoticeRules, 'quietHours' | 'digestAt'>,
  words: { readonly notATime: string; readonly sameTime: string },
): readonly Fault[] {
  const times = [
    ...(hours === null ? [] : (['from', 'to'] as const).map((field) => ({ field, time: hours[field] }))),
    ...(digestAt === null ? [] : [{ field: 'digestAt', time: digestAt } as const]),
  ]
  const wrong = times.filter(({ time }) => !isTimeOfDay(time))
  if (wrong.length > 0) return wrong.map(({ field }) => ({ field, message: words.notATime }))
  return hours !== null && hours.from === hours.to ? [{ field: 'to', message: words.sameTime }] : []
}

/** What is wrong with the times of the situation report, each at its place. */
function faultsOfReports(
  times: readonly string[],
  words: { readonly notATime: string; readonly twice: string },
): readonly (string | undefined)[] {
  return times.map((time, place) =>
    !isTimeOfDay(time) ? words.notATime : times.indexOf(time) < place ? words.twice : undefined,
  )
}

type ItemProps = {
  readonly rule: NoticeRule
  readonly place: number
  readonly satellites: readonly { readonly value: string; readonly label: string }[]
  readonly onUp: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function RuleItem({ rule, place, satellites, onUp, onEdit, onRemove }: ItemProps) {
  const common = useWords(formWords)
  const t = useWords(rulesWords)
  const { what, about, way } = useRuleWords()(rule, satellites)
  const name = t('ruleName', { place: place + 1 })
  return (
    <li className={`grid items-baseline pad-6 faint-bottom fs-13 ${styles.item}`}>
      <span className={`muted ${styles.place}`}>{place + 1}</span>
      <span>
        <b>{what}</b>
        <br />
        <span className={styles.soft}>{about}</span>
      </span>
      <span>{way}</span>
      <span className={`flex wrap justify-end gap-4 ${styles.actions}`}>
        {place === 0 ? null : (
          <Button look="quiet" aria-label={common('upOf', { name })} onClick={onUp}>
            {common('up')}
          </Button>
        )}
        <Button look="quiet" aria-label={common('editOf', { name })} onClick={onEdit}>
          {common('edit')}
        </Button>
        <Button look="quiet" aria-label={common('removeOf', { name })} onClick={onRemove}>
          {common('remove')}
        </Button>
      </span>
    </li>
  )
}
