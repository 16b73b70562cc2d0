import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatBriefly, formatNumber, typedNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { type StatisticsSearch, WISH, wishedIn } from './question.ts'
import { annualWords } from './words.data.ts'

type ClosedForm = NonNullable<AnnualStatistics['closed']>

/** Shows the effect of a desired number of manoeuvres per year; nothing if there is none. */
export function WishedSentence({ wished }: Pick<ClosedForm, 'wished'>) {
  const t = useWords(annualWords)
  if (wished === undefined) return null
  const rate = formatNumber(wished.manoeuvresPerYear)
  if (wished.threshold === null || wished.rates === null) return t('wishedFewer', { rate })
  const { residualPerYear, riskPerYear } = wished.rates
  const share = formatBriefly((100 * residualPerYear) / riskPerYear, 2)
  return (
    <Said
      text={(marks) => t('wished', { ...marks, rate, share })}
      values={{ threshold: <Probability value={wished.threshold} approximate reason={t('notKnown')} /> }}
    />
  )
}

type Props = {
  readonly closed: ClosedForm
  readonly search: StatisticsSearch
  readonly onAsk: (part: StatisticsSearch) => void
}

/** Shows the field for a desired number of manoeuvres per year; the threshold for this number can be applied to the complete page. */
export function Wish({ closed, search, onAsk }: Props) {
  const t = useWords(annualWords)
  const [draft, setDraft] = useState(search.wish ?? '')
  const isEmpty = draft.trim() === ''
  const isWrong = !isEmpty && wishedIn(draft) === undefined
  const threshold = closed.wished?.threshold
  const range = { min: typedNumber(WISH.min), max: typedNumber(WISH.max) }
  return (
    <form
      className={`grid gap-8 pad-8 items-end ${styles.wish}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onAsk({ wish: isEmpty ? undefined : draft.trim() })
      }}
    >
      <TextField
        label={t('wish')}
        unit={t('perA')}
        inputMode="decimal"
        value={draft}
        onChange={setDraft}
        error={isWrong ? t('fieldWrong', range) : undefined}
      />
      <Button type="submit" disabled={isWrong}>
        {t('solve')}
      </Button>
      {threshold === undefined || threshold === null ? null : (
        <Button look="quiet" onClick={() => onAsk({ pacc: typedNumber(threshold, 4) })}>
          {t('lookAtIt')}
        </Button>
      )}
      <p className="span-all fs-13" role="status">
        <WishedSentence wished={closed.wished} />
      </p>
    </form>
  )
}
