import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Instant } from '../../../clock/instant.tsx'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { OWN_TRACK, paths } from '../../../site/paths.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { fileTable } from '../../../ui/table/column.ts'
import { useWords } from '../../../ui/text/language.ts'
import { filesQuery } from '../../request/state/queries.ts'
import { AddTrack } from './add-track.tsx'
import styles from './observations.module.css'
import { observationsWords } from './words.data.ts'

/** Lists files that nobody ordered: measurements of the organisation's own sensors. */
export function OwnTracks() {
  const t = useWords(observationsWords)
  const query = useQuery(filesQuery())
  return (
    <QueryPane
      id="own-tracks"
      title={t('ownTracks')}
      note={t('ownNote')}
      query={query}
      skeletonRows={2}
      failed={t('ownFailed')}
      exports={{
        csv: { name: 'own-tracks', table: () => tableOf(ownOf(query.data ?? [])) },
        call: { method: 'GET', path: '/api/v1/odt/observations' },
      }}
      className={`flex-none scroll line-top ${styles.own}`}
    >
      {(files) => (
        <>
          <AddTrack />
          <Tracks files={ownOf(files)} />
        </>
      )}
    </QueryPane>
  )
}

const ownOf = (files: readonly Observation[]) => files.filter((file) => file.observationRequestId === null)

function Tracks({ files }: { readonly files: readonly Observation[] }) {
  const t = useWords(observationsWords)
  if (files.length === 0) return <Empty title={t('ownNone')}>{t('ownNoneHelp')}</Empty>
  return (
    <ul>
      {files.map((file) => (
        <li className="flex wrap gap-4-16 pad-6 faint-top fs-13" key={file.observationFileId}>
          <Link
            to={paths.observation}
            params={{ observation_request_id: OWN_TRACK, observation_file_id: file.observationFileId }}
          >
            <Instant at={Date.parse(file.start)} isStop={false} /> {file.sensorCode}
          </Link>
          <span>
            {t('measurements', {
              count: file.numberOfMeasurements,
              number: formatNumber(file.numberOfMeasurements, { decimals: 0 }),
            })}
          </span>
          <span>
            {file.isUncorrelated
              ? t('uncorrelated')
              : t(file.isAmbiguous ? 'fitsAmbiguous' : 'fits', { id: file.catalogueIdBestAssociation ?? '' })}
          </span>
          {file.withdrawn ? <StatusWord level="serious" word={t('withdrawn')} /> : null}
        </li>
      ))}
    </ul>
  )
}

const tableOf = (files: readonly Observation[]) =>
  fileTable(files, {
    observationFileId: 'observationFileId',
    sensorCode: 'sensorCode',
    start: 'start',
    end: 'end',
    numberOfMeasurements: 'numberOfMeasurements',
    catalogueIdBestAssociation: 'catalogueIdBestAssociation',
    rmsArcsec: 'rmsArcsec',
    originator: 'originator',
    withdrawn: ({ withdrawn }) => withdrawn?.at,
    withdrawnWhy: ({ withdrawn }) => withdrawn?.reason,
  })
