import { REQUEST_STATUSES } from '@apsis/contract/odt/request/request-status.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/button/menu.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { DateFilter } from './date-filter.tsx'
import styles from './observations.module.css'
import { countsOf, type Filter, type Row, WHENS, whenOf } from './rows.ts'
import { observationsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly Row[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}

/** Shows the filters of the list: by status, object and sensor of the request. */
export function ListFilters({ rows, filter, onFilter }: Props) {
  const t = useWords(observationsWords)
  const sensors = [...new Set(rows.flatMap((row) => row.sensors))].toSorted()
  const shown = filter.sensor ?? t('allSensors')
  const entry = (sensor: string | undefined) => ({
    id: sensor ?? '',
    label: sensor ?? t('allSensors'),
    onAction: () => onFilter({ sensor }),
  })
  return (
    <>
      <Segments
        label={t('when')}
        value={whenOf(filter)}
        options={WHENS.map((value) => ({ value, label: t(value) }))}
        onChange={(when) => onFilter({ when: when === 'all' ? undefined : when })}
      />
      <label className={`row gap-6 muted fs-13 nowrap ${styles.search}`}>
        {t('search')}
        <input
          className="h-24 pad-x-8 control-frame round inset ink"
          type="search"
          aria-keyshortcuts="/"
          value={filter.q ?? ''}
          onChange={({ target }) => onFilter({ q: target.value || undefined })}
        />
      </label>
      <DateFilter search={filter} onDates={onFilter} />
      {sensors.length > 0 || filter.sensor ? (
        <Menu
          label={`${t('sensor')} ${shown}`}
          trigger={
            <>
              <span className="muted">{t('sensor')}</span> {shown}
            </>
          }
          parts={[{ title: t('sensor'), entries: [entry(undefined), ...sensors.map(entry)] }]}
        />
      ) : null}
    </>
  )
}

/** Shows the number of requests of each status; each number is a filter. */
export function StatusCounts({ rows, filter, onFilter }: Props) {
  const t = useWords(observationsWords)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data.
    <div role="group" aria-label={t('counts')} className={`flex wrap gap-4 no-print ${styles.counts}`}>
      {countsOf(rows, REQUEST_STATUSES).map(({ status, count }) => {
        const { level, word } = meaningOf('request', status)
        const isOn = filter.status === status
        return (
          <button
            className="row min-h-24 gap-8 pad-x-6 no-frame round no-ground soft fs-13 pointer"
            key={status}
            type="button"
            aria-pressed={isOn}
            onClick={() => onFilter({ status: isOn ? undefined : status })}
          >
            <StatusSymbol level={level} />
            {word} <b>{count}</b>
          </button>
        )
      })}
    </div>
  )
}

/** Shows that no request matches: the filters stay, and can be removed. */
export function NoMatch({ all, onFilter }: { readonly all: number; readonly onFilter: Props['onFilter'] }) {
  const t = useWords(observationsWords)
  const clear = {
    q: undefined,
    status: undefined,
    sensor: undefined,
    when: undefined,
    dates: undefined,
    from: undefined,
    to: undefined,
  }
  return <Empty title={t('noMatch', { all })} actions={<Button onClick={() => onFilter(clear)}>{t('clear')}</Button>} />
}
