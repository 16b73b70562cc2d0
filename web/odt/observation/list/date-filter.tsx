import { use, useState } from 'react'
import { DialogTrigger, OverlayTriggerStateContext, Popover, Button as Pressable } from 'react-aria-components'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import pop from '../../../ui/button/popover.module.css'
import { Segments } from '../../../ui/button/segments.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { DATE_KINDS, type DatesSearch, dateKindOf, datesText, faultsOf } from './dates.ts'
import styles from './observations.module.css'
import { observationsWords } from './words.data.ts'

type Props = { readonly search: DatesSearch; readonly onDates: (dates: DatesSearch) => void }

/** Shows the filter for the dates when requests were made, or when they have a pass. */
export function DateFilter({ search, onDates }: Props) {
  const t = useWords(observationsWords)
  const text = datesText(search)
  const name = t(text !== undefined && dateKindOf(search) === 'pass' ? 'passDates' : 'dates')
  const shown = text ?? t('allDates')
  return (
    <DialogTrigger>
      <Pressable aria-label={`${name} ${shown}`} className={button.button ?? ''}>
        <span className="muted">{name}</span> {shown}
      </Pressable>
      {/* The popover is itself the dialog; around another dialog it would have a name but no role. */}
      <Popover aria-label={t('dates')} className={`scroll raised ${pop.popover}`} offset={2} placement="bottom start">
        <div className={`no-outline ${styles.dates}`}>
          <DateForm search={search} onDates={onDates} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}

const FIELDS = ['from', 'to'] as const

/** Shows each error at its field, and moves the focus to the first (spec §5). */
function DateForm({ search, onDates }: Props) {
  const t = useWords(observationsWords)
  const [kind, setKind] = useState(dateKindOf(search))
  const [from, setFrom] = useState(search.from ?? '')
  const [to, setTo] = useState(search.to ?? '')
  const [isSent, setSent] = useState(false)
  const popover = use(OverlayTriggerStateContext)
  const choose = (dates: DatesSearch) => {
    onDates(dates)
    popover?.close()
  }
  const faults = faultsOf({ from, to })
  const errorOf = (field: 'from' | 'to') => {
    const fault = faults[field]
    return isSent && fault ? t(fault) : undefined
  }
  const written = (text: string) => text.trim() || undefined
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        const wrong = FIELDS.find((field) => faults[field] !== undefined)
        if (wrong !== undefined) {
          const input = event.currentTarget.elements.namedItem(wrong)
          if (input instanceof HTMLElement) input.focus()
          return
        }
        const hasDates = from.trim() !== '' || to.trim() !== ''
        const dates = kind === 'pass' && hasDates ? kind : undefined
        choose({ dates, from: written(from), to: written(to) })
      }}
    >
      <Segments
        label={t('dateOf')}
        value={kind}
        options={DATE_KINDS.map((value) => ({ value, label: t(value === 'pass' ? 'ofPass' : 'ofRequest') }))}
        onChange={setKind}
      />
      <TextField
        name="from"
        label={t('from')}
        value={from}
        onChange={setFrom}
        help={t('dateHelp')}
        error={errorOf('from')}
      />
      <TextField name="to" label={t('to')} value={to} onChange={setTo} help={t('dayHelp')} error={errorOf('to')} />
      <span className="flex gap-8">
        <Button type="submit" look="primary">
          {t('apply')}
        </Button>
        <Button look="quiet" onClick={() => choose({ dates: undefined, from: undefined, to: undefined })}>
          {t('anyDate')}
        </Button>
      </span>
    </form>
  )
}
