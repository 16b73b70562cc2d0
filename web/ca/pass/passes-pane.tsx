import { listRequests } from '@apsis/contract/odt/request.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { paths } from '../../paths.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../plan/plan.module.css'
import { Scroll } from '../plan/scroll.tsx'
import { type PassAhead, passesAhead, usePassesAhead } from './passes-ahead.ts'
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
        csv: { name: 'passes-ahead', table: () => tableOf(passesAhead(query.data ?? [])) },
        call: { method: listRequests.method, path: listRequests.path },
      }}
    >
      {(requests) => <Passes passes={passesAhead(requests)} />}
    </QueryPane>
  )
}

function Passes({ passes }: { readonly passes: readonly PassAhead[] }) {
  const t = useWords(aheadWords)
  if (passes.length === 0) return <p className={styles.note}>{t('none')}</p>
  return (
    <>
      <Scroll>
        <table className={styles.table} aria-label={t('passes')}>
          <thead>
            <tr>
              <th scope="col">{t('pass')}</th>
              <th scope="col">{t('object')}</th>
              <th scope="col">{t('sensor')}</th>
              <th scope="col">{t('status')}</th>
              <th scope="col">{t('request')}</th>
            </tr>
          </thead>
          <tbody>
            {passes.slice(0, MOST_PASSES_SHOWN).map((pass) => (
              <tr key={pass.id}>
                <td>
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
                  <Link
                    to={paths.observation}
                    params={{ observation_request_id: pass.requestId, observation_file_id: undefined }}
                  >
                    {t('open')}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {passes.length > MOST_PASSES_SHOWN ? (
        <p className={styles.note}>{t('more', { count: passes.length - MOST_PASSES_SHOWN })}</p>
      ) : null}
    </>
  )
}

const tableOf = (passes: readonly PassAhead[]) => ({
  columns: ['start', 'object', 'sensor', 'status', 'request_id', 'conjunction_id'],
  rows: passes.map((pass) => [
    ...[new Date(pass.atMs).toISOString(), pass.name, pass.sensorCode, pass.status],
    ...[pass.requestId, pass.conjunctionId ?? undefined],
  ]),
})
