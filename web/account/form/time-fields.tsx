import { Select } from '../../ui/field/select.tsx'
import { useWords } from '../../ui/text/language.ts'
import { formWords } from './words.data.ts'

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

export const isTimeOfDay = (text: string): boolean => TIME_OF_DAY.test(text)

type Props = { readonly value: string; readonly onChange: (zone: string) => void }

/** Shows the choice of a zone of the IANA time zone database, in which times of day are entered. */
export function TimeZoneField({ value, onChange }: Props) {
  const t = useWords(formWords)
  return (
    <Select
      label={t('timeZone')}
      options={zonesWith(value).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Returns every zone that this browser knows, and the given zone if it is not among them. */
function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])].sort()
}
