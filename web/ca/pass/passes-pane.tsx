import { listRequests, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { MISSING } from '../../ui/format/number.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../plan/plan.module.css'
import { type PassAhead, passesAhead, type RequestWithoutPass, unplanned, usePassesAhead } from './passes-ahead.ts'
import { aheadWords } from './words.data.ts'

/** As many as a shift looks at; the others are in the list of requests. */
const MOST_PASSES_SHOWN = 8

/** The passes that are ordered, the next one first; nothing for whoever has no role in tracking. */
export function PassesPane({ className }: { readonly className?: string | undefined }) {
  const t = useWords(aheadWords)
  const { isAllowed, query } = usePassesAhead()
  if (!isAllowed) return null
  return (
    <QueryPane
      id="passes-ahead"
      className={className}
      title={t('passes')}
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      exits={{
        csv: { name: 'passes-ahead', table: () => tableOf(query.data ?? []) },
        call: { method: listRequests.method, path: listRequests.path },
      }}
    >
      {(requests) => <Passes passes={passesAhead(requests)} waiting={unplanned(requests)} />}
    </QueryPane>
  )
}

type Props = { readonly passes: readonly PassAhead[]; readonly waiting: readonly RequestWithoutPass[] }

function Passes({ passes, waiting }: Props) {
  const t = useWords(aheadWords)
  if (passes.length === 0 && waiting.length === 0) return <p className="soft fs-13 pad-8">{t('none')}</p>
  const rest = Math.max(0, passes.length - MOST_PASSES_SHOWN) + Math.max(0, waiting.length - MOST_PASSES_SHOWN)
  return (
    <>
      <Scroll>
        <table className={`${styles.table} ${styles.stacked} ${styles.fourBelow}`} aria-label={t('passes')}>
          <thead>
            <tr>
              <th scope="col" className={styles.leading}>
                {t('pass')}
              </th>
              <th scope="col">{t('object')}</th>
              <th scope="col">{t('sensor')}</th>
              <th scope="col">{t('status')}</th>
              <th scope="col">{t('request')}</th>
            </tr>
          </thead>
          <tbody>
            {passes.slice(0, MOST_PASSES_SHOWN).map((pass) => (
              <tr key={pass.id}>
                <td className={styles.leading}>
                  <span className={styles.nowrap}>{formatInstant(pass.atMs)}</span>,{' '}
                  <span className={styles.nowrap}>
                    <Until at={pass.atMs} />
                  </span>
                </td>
                <td>{pass.name}</td>
                <td>{pass.sensorCode}</td>
                <td>
                  <StatusWord {...meaningOf('request', pass.status)} />
                  {pass.isOverdue ? `, ${t('overdue')}` : ''}
                </td>
                <td>
                  <Open requestId={pass.requestId} />
                </td>
              </tr>
            ))}
            {waiting.slice(0, MOST_PASSES_SHOWN).map((one) => (
              <tr key={one.requestId}>
                <td className={styles.leading}>{t('notPlanned', { time: formatInstant(one.untilMs) })}</td>
                <td>{one.name}</td>
                <td>{MISSING}</td>
                <td>
                  <StatusWord {...meaningOf('request', one.status)} />
                </td>
                <td>
                  <Open requestId={one.requestId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rest > 0 ? <p className="soft fs-13 pad-8">{t('more', { count: rest })}</p> : null}
    </>
  )
}

function Open({ requestId }: { readonly requestId: string }) {
  const t = useWords(aheadWords)
  return (
    <Link to={paths.observation} params={{ observation_request_id: requestId, observation_file_id: undefined }}>
      {t('open')}
    </Link>
  )
}

/** As files have it; a request without a plan has no start and no sensor. */
export const tableOf = (requests: readonly ObservationRequest[]) => ({
  columns: ['start', 'object', 'sensor', 'status', 'request_id', 'conjunction_id', 'until'],
  rows: [
    ...passesAhead(requests).map((pass) => [
      ...[new Date(pass.atMs).toISOString(), pass.name, pass.sensorCode, pass.status],
      ...[pass.requestId, pass.conjunctionId ?? undefined, undefined],
    ]),
    ...unplanned(requests).map((one) => [
      ...[undefined, one.name, undefined, one.status],
      ...[one.requestId, one.conjunctionId ?? undefined, new Date(one.untilMs).toISOString()],
    ]),
  ],
})
