import { DAY_MS } from '@apsis/astro/constants.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { useState } from 'react'
import { formatDate } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatNumber, typedNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { PHONE, useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './annual.module.css'
import { FIELD_NAMES, FIELDS, type FieldName, numberIn, type StatisticsSearch } from './question.ts'
import { annualWords } from './words.data.ts'

type Props = {
  readonly found: AnnualStatistics
  readonly search: StatisticsSearch
  /** Changes a part of the address. */
  readonly onAsk: (part: StatisticsSearch) => void
}

/** Shows the assumptions behind the numbers, with a mark for changed ones; all can be changed, and the address stores the changes. */
export function Assumptions({ found, search, onAsk }: Props) {
  const t = useWords(annualWords)
  const [isOpen, setIsOpen] = useState(false)
  const isPhone = useMedia(PHONE)
  return (
    <>
      <section className={`row wrap line-bottom fs-13 gap-4-8 pad-8 ${styles.bar}`} aria-label={t('assumptions')}>
        {/* On a phone the list scrolls, so users without a pointer must be able to focus it. */}
        <dl className="contents" tabIndex={isPhone ? 0 : undefined}>
          {shownOf(found).map(([name, value]) => (
            <div
              className="inline-row min-h-24 gap-6 pad-x-8 framed round nowrap"
              key={name}
              data-changed={search[name] === undefined ? undefined : ''}
            >
              <dt>{t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className="inline-row min-h-24 gap-6 pad-x-8 framed round nowrap">
            <dt>{t('afterBurn')}</dt>
            <dd>3 %</dd>
          </div>
        </dl>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'close' : 'change')}
        </Button>
        <span className="no-phone ml-auto muted">
          {t('counted', { messages: formatNumber(found.counts.messages), events: formatNumber(found.counts.events) })}
        </span>
      </section>
      {isOpen ? (
        <Form
          found={found}
          search={search}
          onAsk={(next) => {
            setIsOpen(false)
            onAsk(next)
          }}
        />
      ) : null}
    </>
  )
}

/** Returns the assumptions in the order of importance. */
export function shownOf({ assumptions: one }: AnnualStatistics): readonly (readonly [FieldName, string])[] {
  const t = annualWords
  const factor = (value: number) => (value === 1 ? t('asReceived') : `×${formatNumber(value)}`)
  return [
    ['pacc', formatProbabilityLine(one.threshold)],
    ['commit', t('hoursBefore', { hours: formatNumber(one.commitHours) })],
    ['radius', factor(one.radiusFactor)],
    ['sigma', factor(one.sigmaFactor)],
    ['error', `×${formatNumber(one.errorFactor)}`],
    ['growth', `×${formatNumber(one.growth)}`],
    ['years', `${formatNumber(one.years)} a`],
    ['limit', formatProbabilityLine(one.limit)],
    ['dv', `${formatNumber(one.deltaVMps)} m/s`],
    ['outage', `${formatNumber(one.outageHours)} h`],
    ['days', t('daysValue', { from: formatDate(Date.parse(one.from)), to: formatDate(Date.parse(one.to)) })],
  ]
}

/** Returns the number behind each assumption, for the help of its field. */
function presentOf({ assumptions: one }: AnnualStatistics): Readonly<Record<FieldName, number>> {
  return {
    pacc: one.threshold,
    commit: one.commitHours,
    years: one.years,
    limit: one.limit,
    radius: one.radiusFactor,
    sigma: one.sigmaFactor,
    error: one.errorFactor,
    growth: one.growth,
    dv: one.deltaVMps,
    outage: one.outageHours,
    days: (Date.parse(one.to) - Date.parse(one.from)) / DAY_MS,
  }
}

/** Removes every assumption from the address, so that the defaults of the server apply. */
const NO_ASSUMPTIONS: StatisticsSearch = Object.fromEntries(FIELD_NAMES.map((name) => [name, undefined]))

function Form({ found, search, onAsk }: Props) {
  const t = useWords(annualWords)
  const [draft, setDraft] = useState<StatisticsSearch>(search)
  const present = presentOf(found)
  const isWrong = (name: FieldName) => {
    const text = draft[name]
    return text !== undefined && text.trim() !== '' && numberIn(name, text) === undefined
  }
  const wrong = FIELD_NAMES.filter(isWrong)
  return (
    <form
      className={`grid line-bottom gap-8-16 raised pad-10 ${styles.form}`}
      aria-label={t('assumptions')}
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong.length === 0) onAsk(draft)
      }}
    >
      {FIELD_NAMES.map((name) => {
        const field: { readonly min: number; readonly max: number; readonly unit?: string } = FIELDS[name]
        const [min, max] = [typedNumber(field.min), typedNumber(field.max)]
        const error = isWrong(name) ? t('fieldWrong', { min, max }) : undefined
        return (
          <TextField
            key={name}
            label={t(name)}
            {...(field.unit === undefined ? {} : { unit: field.unit })}
            inputMode="decimal"
            value={draft[name] ?? ''}
            onChange={(value) => setDraft({ ...draft, [name]: value })}
            help={t('fieldHelp', { min, max, now: typedNumber(present[name], 4) })}
            error={error}
          />
        )
      })}
      <div className="flex wrap gap-8 span-all">
        <Button type="submit" disabled={wrong.length > 0}>
          {t('apply')}
        </Button>
        <Button look="quiet" onClick={() => onAsk(NO_ASSUMPTIONS)}>
          {t('back')}
        </Button>
      </div>
    </form>
  )
}
