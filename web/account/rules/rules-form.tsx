import {
  MOST_RULES,
  type NoticeRule,
  type NoticeRules,
  RECEIVER_LANGUAGES,
} from '@apsis/contract/notifications/rule.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Faults, type KeptDraft, useForm } from '../../form/use-form.ts'
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
import type { StoredAnswer } from '../form/save-stored.ts'
import { isTimeOfDay, TimeZoneField } from '../form/time-fields.tsx'
import { formWords } from '../form/words.data.ts'
import { Critical } from './critical.tsx'
import { QuietStrip } from './quiet-strip.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { NEW_RULE, useRuleWords } from './rule-words.ts'
import { RulesMatrix } from './rules-matrix.tsx'
import { rulesQuery, saveRules } from './rules-query.ts'
import { SituationReport } from './situation-report.tsx'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly stored: StoredAnswer<NoticeRules>
  readonly kept: KeptDraft<NoticeRules>
}

/** The quiet hours when a user switches them on for the first time. */
const USUAL_NIGHT = { from: '22:00', to: '06:00' }
/** The time of the digest when a user switches it on for the first time. */
const USUAL_MORNING = '07:00'

/** The form for the rules of one user in their order, the time zone of these rules, and the quiet hours. */
export function RulesForm({ who, stored, kept }: Props) {
  const t = useWords(rulesWords)
  const [edited, setEdited] = useState<number>()
  const form = useForm({
    initial: stored.answer,
    version: stored.version,
    kept,
    check: (values) => faultsOf(values),
    save: saveRules(who.subject),
    writes: [rulesQuery(who.subject).queryKey],
  })
  const { field, faults, set: change } = form
  const { rules, timeZone, quietHours, digestAt, situationReportAt } = form.values
  const hasCa = allows([CA_USER], who.roles)
  const fleet = useQuery({ ...satellitesQuery, enabled: hasCa })
  const satellites = (fleet.data ?? []).map(({ satelliteId, name }) => ({ value: satelliteId, label: name }))
  const zone = timeZone.replaceAll('_', ' ')

  return (
    <div className="stack gap-12 pad-body">
      <Critical who={who} rules={stored.answer.rules} />
      <ol className="faint-top bleed" aria-label={t('rules')}>
        {rules.map((rule, place) => (
          <RuleItem
            // The key is the place, because two rules may be equal.
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
        <li className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
          <span className={`muted ${styles.place}`}>{rules.length + 1}</span>
          <span>
            <b>{t('otherwise')}</b>
            <br />
            <span className="muted">{t('otherwiseRequests')}</span>
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
              error={faults.get('quietHours.from')}
            />
            <TextField
              label={t('to')}
              value={quietHours.to}
              onChange={(to) => change({ quietHours: { ...quietHours, to } })}
              maxLength={5}
              error={faults.get('quietHours.to')}
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
          faultOf={(place) => faults.get(`situationReportAt.${place}`)}
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
            error={faults.get('digestAt')}
          />
        )}
        {quietHours === null && digestAt === null && situationReportAt.length === 0 ? null : (
          <TimeZoneField {...field('timeZone')} />
        )}
        <Select
          label={t('language')}
          options={RECEIVER_LANGUAGES.map((value) => ({ value, label: t(value) }))}
          {...field('language')}
        />
      </div>
      <p className={`muted fs-12 ${styles.note}`}>
        {quietHours === null ? t('noQuiet') : t('quietSaid', { from: quietHours.from, to: quietHours.to, zone })}{' '}
        {t('dedupe')}
      </p>
      <FormFoot form={form} nameOf={nameOfField} />
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

/** Returns the errors in the times of the quiet hours, the digest and the situation reports. */
function faultsOf({ quietHours: hours, digestAt, situationReportAt: reports }: NoticeRules): Faults<NoticeRules> {
  const faultOf = (time: string | undefined) =>
    time === undefined || isTimeOfDay(time) ? undefined : formWords('notATime')
  const [from, to, digest] = [faultOf(hours?.from), faultOf(hours?.to), faultOf(digestAt ?? undefined)]
  const isNoSpan = hours !== null && hours.from === hours.to && (from ?? digest) === undefined
  return {
    'quietHours.from': from,
    'quietHours.to': isNoSpan ? rulesWords('sameTime') : to,
    digestAt: digest,
    ...Object.fromEntries(
      reports.map((time, place) => [
        `situationReportAt.${place}`,
        faultOf(time) ?? (reports.indexOf(time) < place ? rulesWords('reportTwice') : undefined),
      ]),
    ),
  }
}

function nameOfField(path: string): string {
  const [field, part] = path.split('.')
  if (field === 'situationReportAt') return rulesWords('reportAt', { place: Number(part) + 1 })
  return rulesWords(part === 'from' || part === 'to' ? part : 'digestAt')
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
    <li className={`grid items-baseline pad-6 faint-bottom fs-13 lh-20 ${styles.item}`}>
      <span className={`muted ${styles.place}`}>{place + 1}</span>
      <span>
        <b>{what}</b>
        <br />
        <span className="muted">{about}</span>
      </span>
      <span>{way}</span>
      <span className={`flex wrap justify-end gap-4 no-print ${styles.actions}`}>
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
