import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import button from '../../ui/button/button.module.css'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type Props = { readonly request: ObservationRequest; readonly onClose: () => void }

/** The request is with the server: what it holds, what was left out, and where it can be followed. */
export function Sent({ request, onClose }: Props) {
  const t = useWords(requestWords)
  const { observationRequestId, objectName, held, currency, ignored, numberOfPassesRequested: count } = request
  const said = [
    t('sentPasses', { count, name: objectName }),
    ...(currency === null || held === 0 ? [] : [t('sentHeld', { amount: formatMoney(held, currency) })]),
    ...(ignored.length > 0 ? [t('sentIgnored', { fields: ignored.join(', ') })] : []),
    t('sentNext'),
  ]
  return (
    <Dialog isOpen title={t('sentTitle')} onClose={onClose} close={t('done')}>
      <p className={styles.line} role="status">
        <StatusSymbol level="ok" />
        <span>{said.join(' ')}</span>
      </p>
      <p className={styles.ways}>
        <Link
          to={paths.observation}
          params={{ observation_request_id: observationRequestId, observation_file_id: undefined }}
          className={`${button.button} ${button.primary}`}
          data-primary
        >
          {t('openRequest')}
        </Link>
        {request.conjunctionId !== null ? (
          <Link
            to={paths.conjunction}
            params={{
              satellite_id: request.satelliteId ?? String(request.catalogueId),
              conjunction_id: request.conjunctionId,
            }}
            search={{ tab: 'tracking' }}
            className={`${button.button} ${button.plain}`}
          >
            {t('backToEvent')}
          </Link>
        ) : null}
      </p>
    </Dialog>
  )
}
