import { DAY_MS } from '@apsis/astro/constants.ts'
import { now } from '../../clock/clock.ts'
import { formatDate } from '../../clock/format.ts'
import { NumberField } from '../../ui/field/number-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import { serviceAccountWords } from './words.data.ts'

export const STANDARD_DAYS = 90
const MOST_DAYS = 366

export const isGoodLife = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= MOST_DAYS

type Props = { readonly value: number; readonly onChange: (days: number) => void }

/** Asks for the number of days for which a secret is valid, and shows its last day. */
export function DaysField({ value, onChange }: Props) {
  const t = useWords(serviceAccountWords)
  const isGood = isGoodLife(value)
  return (
    <NumberField
      label={t('days')}
      unit={t('daysUnit')}
      value={value}
      onChange={onChange}
      minValue={1}
      maxValue={MOST_DAYS}
      help={isGood ? t('daysHelp', { date: formatDate(now() + value * DAY_MS) }) : undefined}
      error={isGood ? undefined : t('daysWrong')}
    />
  )
}
