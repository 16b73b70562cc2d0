import { CHANNEL_NAMES } from '@apsis/contract/notifications/channel-names.ts'
import { NOTICE_TYPES } from '@apsis/contract/notifications/notice-type.ts'
import { NOTIFY_STATUSES } from '@apsis/contract/notifications/notify-status.ts'
import { type NoticeRule, RULE_LEVELS, RULE_WAYS } from '@apsis/contract/notifications/rule.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { LEVEL_WORDS } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { accountWords } from '../form/account-words.data.ts'
import { PickList } from '../form/pick-list.tsx'
import { formWords } from '../form/words.data.ts'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly rule: NoticeRule
  readonly isNew: boolean
  readonly satellites: readonly { readonly value: string; readonly label: string }[]
  readonly onClose: () => void
  readonly onApply: (rule: NoticeRule) => void
}

/** Asks what a rule is about, and for its channels; it takes effect when the form is saved. */
export function RuleDialog({ rule, isNew, satellites, onClose, onApply }: Props) {
  const t = useWords(rulesWords)
  const common = useWords(formWords)
  const account = useWords(accountWords)
  const form = useForm({
    initial: { ...rule, isAbout: rule.statuses.length > 0 ? 'requests' : 'alerts' },
    check: ({ isAbout, statuses }) => ({
      statuses: isAbout === 'requests' && statuses.length === 0 ? t('statusMissing') : undefined,
    }),
    apply: ({ isAbout, ...draft }) =>
      onApply({
        ...draft,
        ...(isAbout === 'requests' ? { types: [] } : { statuses: [] }),
        ...(draft.way === 'now' ? {} : { channels: [] }),
      }),
  })
  const { field, values: draft } = form
  return (
    <FormDialog
      form={form}
      title={t(isNew ? 'add' : 'editRule')}
      onClose={onClose}
      close={common('cancel')}
      confirm={common('apply')}
    >
      <Select
        label={t('isAbout')}
        options={(['alerts', 'requests'] as const).map((value) => ({ value, label: t(value) }))}
        {...field('isAbout')}
      />
      {draft.isAbout === 'requests' ? (
        <CheckboxGroup
          label={account('statuses')}
          options={NOTIFY_STATUSES.map((value) => ({ value, label: account(value) }))}
          {...field('statuses')}
        />
      ) : (
        <CheckboxGroup
          label={t('types')}
          help={t('noTypeIsAll')}
          options={NOTICE_TYPES.map((value) => ({ value, label: t(value) }))}
          {...field('types')}
        />
      )}
      <Select
        label={t('leastLevel')}
        options={RULE_LEVELS.map((value) => ({ value, label: value === 'ok' ? t('anyLevel') : LEVEL_WORDS[value] }))}
        {...field('leastLevel')}
      />
      {satellites.length > 0 || draft.satellites.length > 0 ? (
        <PickList
          label={t('satellites')}
          addLabel={t('addSatellite')}
          none={t('allSatellites')}
          options={satellites}
          {...field('satellites')}
        />
      ) : null}
      <Select
        label={t('way')}
        options={RULE_WAYS.map((value) => ({ value, label: t(value) }))}
        help={draft.way === 'now' ? undefined : t(draft.way === 'never' ? 'neverSent' : 'digestHelp')}
        {...field('way')}
      />
      {draft.way === 'now' ? (
        <CheckboxGroup
          label={t('channels')}
          help={t('noChannelIsAll')}
          options={CHANNEL_NAMES.map((value) => ({ value, label: t(value) }))}
          {...field('channels')}
        />
      ) : null}
    </FormDialog>
  )
}
