import type { Satellite, SatelliteStep } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { Instant } from '../../../clock/instant.tsx'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { type Naming, useNaming } from '../../../shell/status/people.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { useWords } from '../../../ui/text/language.ts'
import styles from '../satellite.module.css'
import { changeText, historyQuery } from './history.ts'
import { historyWords } from './history-words.data.ts'

/** Lists the changes of the satellite, with person and time. */
export function HistoryPane({ satellite: { satelliteId, name } }: { readonly satellite: Satellite }) {
  const t = useWords(historyWords)
  const { signed } = useNaming()
  const query = useQuery(historyQuery(satelliteId))
  const call = { method: 'GET', path: `/api/v1/ca/satellites/${satelliteId}/history` }
  return (
    <QueryPane
      title={t('history')}
      note={t('historyNote')}
      id="history"
      query={query}
      skeletonRows={3}
      failed={t('historyFailed')}
      exports={{ csv: { name: `history-${name}`, table: () => tableOf(query.data ?? [], signed) }, call }}
    >
      {(steps) => (
        <ol className={`pad-end fs-13 ${styles.history}`}>
          {steps.map((step) => (
            <li className="grid gap-12 pad-y-6 faint-top" key={step.version}>
              <Instant at={Date.parse(step.at)} />
              <span>
                <b>{t(step.change)}</b> {t('byWhom', { who: signed(step.by) })}
                <span className="block soft break-anywhere">{step.fields.map(changeText).join(', ')}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </QueryPane>
  )
}

function tableOf(steps: readonly SatelliteStep[], signed: Naming['signed']): PlotTable {
  const said = (value: SatelliteStep['fields'][number]['from']) => (value === null ? undefined : String(value))
  return {
    columns: ['at_utc', 'by', 'change', 'version', 'field', 'from', 'to'],
    rows: steps.flatMap(({ at, by, change, version, fields }) =>
      fields.length === 0
        ? [[at, signed(by), change, version, undefined, undefined, undefined]]
        : fields.map(({ field, from, to }) => [at, signed(by), change, version, field, said(from), said(to)]),
    ),
  }
}
