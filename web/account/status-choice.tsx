import { NOTIFY_STATUSES, type NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import { CheckboxGroup } from '../ui/field/checkbox-group.tsx'
import { useWords } from '../ui/text/language.ts'
import { accountWords } from './words.data.ts'

type Props = {
  readonly value: readonly NotifyStatus[]
  readonly onChange: (statuses: NotifyStatus[]) => void
}

/** Of which statuses somebody is told, by the labels of decisions.md 7. */
export function StatusChoice({ value, onChange }: Props) {
  const t = useWords(accountWords)
  return (
    <CheckboxGroup
      label={t('statuses')}
      options={NOTIFY_STATUSES.map((status) => ({ value: status, label: t(status) }))}
      value={value}
      onChange={(chosen) => onChange(NOTIFY_STATUSES.filter((status) => chosen.includes(status)))}
    />
  )
}
