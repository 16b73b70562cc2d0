import { listRequests, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { Link } from '@tanstack/react-router'
import { formatMinute } from '../../../clock/format.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Pane } from '../../../ui/page/pane.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { KeyValues } from '../../../ui/value/key-values.tsx'
import { CancelRequest } from '../../request/state/cancel.tsx'
import { PassList } from '../../request/state/pass-list.tsx'
import { passTable } from '../../request/state/pass-table.ts'
import { meaningOfStatus, moneyOf } from '../../request/state/status.ts'
import { lifeWords } from '../../request/state/words.data.ts'
import styles from './observations.module.css'
import type { Row } from './rows.ts'
import { observationsWords } from './words.data.ts'

/** Shows one request beside the list: the meaning of its status, its passes, and its actions. */
export function Inspector({ row }: { readonly row: Row | undefined }) {
  const t = useWords(observationsWords)
  const life = useWords(lifeWords)
  const { nameOf } = useNaming()
  if (!row) return <p className="pad-10 muted fs-13">{t('choose')}</p>
  const { request } = row
  return (
    <Pane
      title={t('inspector', { name: request.objectName })}
      id="request"
      className="flex-none"
      exports={{
        csv: { name: 'request-passes', table: () => passTable(request) },
        call: {
          method: listRequests.method,
          path: listRequests.path,
          query: { 'observation-request-id': request.observationRequestId },
        },
      }}
    >
      <div className={`fs-13 ${styles.facts}`}>
        <p>
          <StatusWord {...meaningOf('request', request.status)} />: {meaningOfStatus(request, life)}
        </p>
        {request.isSimulated ? <p className="soft fs-12">{t('simulated')}</p> : null}
        <KeyValues
          rows={[
            [t('window'), <Window key="window" request={request} />],
            [t('provider'), request.providerId],
            [t('priority'), t(request.priority)],
            [t('price'), moneyOf(request, life)],
            [t('by'), nameOf(request.createdBy)],
          ]}
        />
      </div>
      <h3 className="fs-13 medium pad-4">{t('passesOf')}</h3>
      {request.passes.length === 0 ? (
        <p className="pad-10 muted fs-13">{t('noPasses')}</p>
      ) : (
        <PassList request={request} shown={undefined} />
      )}
      <div className="flex wrap gap-6 pad-8 no-print">
        <Link
          to={paths.observation}
          params={{ observation_request_id: request.observationRequestId, observation_file_id: undefined }}
          className={`plain-link ${button.button}`}
        >
          {t('openPage')}
        </Link>
        <Link
          to={paths.observations}
          search={againOf(request)}
          className={`plain-link ${button.button} ${button.quiet}`}
        >
          {t(request.status === 'INFEASIBLE' ? 'tryOther' : request.isEnded ? 'another' : 'duplicate')}
        </Link>
        <CancelRequest request={request} />
      </div>
    </Pane>
  )
}

/** Shows both ends on one line if there is room, else on two. */
function Window({ request: { from, to } }: { readonly request: ObservationRequest }) {
  return (
    <>
      <span>{formatMinute(Date.parse(from))} –</span> <span>{formatMinute(Date.parse(to))}</span>
    </>
  )
}

/** Returns the parameters of the form for another request of the same object. */
const againOf = ({ satelliteId, catalogueId, measurementType }: ObservationRequest) => ({
  dialog: 'new-observation',
  satellite: satelliteId ?? String(catalogueId),
  type: measurementType,
})
