import { CHANNEL_NAMES } from '@apsis/contract/notifications/channel-names.ts'
import { NOTICE_TYPES } from '@apsis/contract/notifications/notice-type.ts'
import { NOTIFY_STATUSES } from '@apsis/contract/notifications/notify-status.ts'
import { type NoticeRule, RULE_LEVELS, RULE_WAYS } from '@apsis/contract/notifications/rule.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { LEVEL_WORDS } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../form/form.module.css'
import { PickList } from '../form/pick-list.tsx'
import { formWords } from '../form/words.data.ts'
import { accountWords } from '../words.data.ts'
import { rulesWords } from './words.data.ts'

type Props = {
  readonly rule: NoticeRule
  readonly isNew: boolean
  readonly satellites: readonly { readonly value: string; readonly label: string }[]
  readonly onClose: () => void
  readonly onApply: (rule: NoticeRule) => void
}

/** Asks of what a rule is and by which way it sends; it takes effect when the form is saved. */
export function RuleDialog({ rule, isNew, satellites, onClose, onApply }: Props) {
  const t = useWords(rulesWords)
  const common = useWords(formWords)
  const account = useWords(accountWords)
  const [draft, setDraft] = useState(rule)
  const [isOfRequests, setOfRequests] = useState(rule.statuses.length > 0)
  const [wasAsked, setWasAsked] = useState(false)
  const change = (part: Partial<NoticeRule>) => setDraft((all) => ({ ...all, ...part }))
  const apply = () => {
    setWasAsked(true)
    if (isOfRequests && draft.statuses.length === 0) return
    onApply({
      ...draft,
      ...(isOfRequests ? { types: [] } : { statuses: [] }),
      ...(draft.way === 'now' ? {} : { channels: [] }),
    })
  }
  const kept = <T extends string>(all: readonly T[], chosen: readonly string[]) =>
    all.filter((one) => chosen.includes(one))
  return (
    <Dialog
      isOpen
      title={t(isNew ? 'add' : 'editRule')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: common('apply'), onConfirm: apply }}
    >
      <div className={`stack gap-12 ${styles.dialog}`}>
        <Select
          label={t('isAbout')}
          options={[
            { value: 'alerts', label: t('alerts') },
            { value: 'requests', label: t('requests') },
          ]}
          value={isOfRequests ? 'requests' : 'alerts'}
          onChange={(value) => setOfRequests(value === 'requests')}
        />
        {isOfRequests ? (
          <CheckboxGroup
            label={account('statuses')}
            options={NOTIFY_STATUSES.map((value) => ({ value, label: account(value) }))}
            value={draft.statuses}
            onChange={(chosen) => change({ statuses: kept(NOTIFY_STATUSES, chosen) })}
            error={wasAsked && draft.statuses.length === 0 ? t('statusMissing') : undefined}
          />
        ) : (
          <CheckboxGroup
            label={t('types')}
            help={t('noTypeIsAll')}
            options={NOTICE_TYPES.map((value) => ({ value, label: t(value) }))}
            value={draft.types}
            onChange={(chosen) => change({ types: kept(NOTICE_TYPES, chosen) })}
          />
        )}
        <Select
          label={t('leastLevel')}
          options={RULE_LEVELS.map((value) => ({ value, label: value === 'ok' ? t('anyLevel') : LEVEL_WORDS[value] }))}
          value={draft.leastLevel}
          onChange={(value) => change({ leastLevel: RULE_LEVELS.find((one) => one === value) ?? 'ok' })}
        />
        {satellites.length > 0 || draft.satellites.length > 0 ? (
          <PickList
            label={t('satellites')}
            addLabel={t('addSatellite')}
            none={t('allSatellites')}
            options={satellites}
            value={draft.satellites}
            onChange={(chosen) => change({ satellites: [...chosen] })}
          />
        ) : null}
        <Select
          label={t('way')}
          options={RULE_WAYS.map((value) => ({ value, label: t(value) }))}
          value={draft.way}
          onChange={(value) => change({ way: RULE_WAYS.find((one) => one === value) ?? 'now' })}
          help={draft.way === 'now' ? undefined : t(draft.way === 'never' ? 'neverHelp' : 'digestHelp')}
        />
        {draft.way === 'now' ? (
          <CheckboxGroup
            label={t('channels')}
            help={t('noChannelIsAll')}
            options={CHANNEL_NAMES.map((value) => ({ value, label: t(value) }))}
            value={draft.channels}
            onChange={(chosen) => change({ channels: kept(CHANNEL_NAMES, chosen) })}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
