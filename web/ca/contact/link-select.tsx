import { Select } from '../../ui/field/select.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'

type Props = { readonly value: boolean; readonly onChange: (canCommand: boolean) => void }

/** Chooses whether a contact or a station can send commands. */
export function LinkSelect({ value, onChange }: Props) {
  const t = useWords(contactWords)
  const options = [
    { value: 'yes', label: t('canCommandYes') },
    { value: 'no', label: t('canCommandNo') },
  ]
  return (
    <Select
      label={t('canCommand')}
      options={options}
      value={value ? 'yes' : 'no'}
      onChange={(link) => onChange(link === 'yes')}
    />
  )
}
