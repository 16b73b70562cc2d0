import { ASSOCIATION_METRICS, type Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant, formatInstant } from '../clock/format.ts'
import { useSession } from '../session/session.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { shellWords } from '../shell/words.data.ts'
import { OWN_TRACK, paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Button } from '../ui/button/button.tsx'
import { FileMarking, fileName, saveFile, useFileMarks } from '../ui/file/file.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { withEmptyFile } from './observation/empty-file.ts'
import { EventsPane } from './observation/events-pane.tsx'
import { exclusionOf } from './observation/exclusion.ts'
import styles from './observation/observation.module.css'
import { PositionPanes } from './observation/ranges/position-panes.tsx'
import { RangePanes } from './observation/ranges/range-panes.tsx'
import { ReportPanes } from './observation/report-panes.tsx'
import { FilePane, RequestSide } from './observation/side.tsx'
import { observationWords } from './observation/words.data.ts'
import { CancelRequest } from './request/state/cancel.tsx'
import { DownloadFile } from './request/state/download.tsx'
import { ManoeuvreBanner } from './request/state/manoeuvre-banner.tsx'
import { filesQuery, reportQuery, requestQuery } from './request/state/queries.ts'
import { Withdraw, WithdrawnBanner } from './request/state/withdraw.tsx'
import { TrackHistoryPlot } from './tracking/track-history-plot.tsx'

const ROUTE = `/protected${paths.observation}` as const

/** Shows a request, or a track of the organisation's own, with the report of one of its files. */
export function ObservationPage() {
  const { observation_request_id: requestId, observation_file_id: fileId } = useParams({ from: ROUTE })
  useEffect(() => {
    const address = withEmptyFile(location, fileId)
    if (address) history.replaceState(history.state, '', address)
  }, [fileId])
  return requestId === OWN_TRACK ? <OwnTrack /> : <OfRequest requestId={requestId} />
}

function OfRequest({ requestId }: { readonly requestId: string }) {
  const t = useWords(observationWords)
  const shell = useWords(shellWords)
  const { observation_file_id: asked } = useParams({ from: ROUTE })
  const query = useQuery(requestQuery(requestId))
  const files = useQuery(filesQuery())
  const request = query.data
  if (!request)
    return (
      <>
        <title>{`${shell('observation')} · Apsis`}</title>
        <PageHead />
        <QueryPane title={shell('observation')} query={query} skeletonRows={10} failed={t('failed')}>
          {() => <Unknown title={t('unknown')} />}
        </QueryPane>
      </>
    )
  const own = files.data?.filter((file) => file.observationRequestId === requestId) ?? []
  // An empty id opens the newest file (spec §2).
  const fileId = asked || request.observationFileId || undefined
  return (
    <Frame
      name={request.objectName}
      title={t('title', { name: request.objectName })}
      isSimulated={request.isSimulated}
      file={own.find((file) => file.observationFileId === fileId)}
      request={request}
    >
      <div className={`grid grow stack-phone block-paper ${styles.columns}`}>
        <div className={styles.requestSide}>
          <RequestSide request={request} files={own} shown={fileId} />
        </div>
        {fileId === undefined ? <Empty title={t('noFile')} /> : <Report fileId={fileId} files={own} />}
      </div>
    </Frame>
  )
}

function OwnTrack() {
  const t = useWords(observationWords)
  const shell = useWords(shellWords)
  const { observation_file_id: fileId } = useParams({ from: ROUTE })
  const files = useQuery(filesQuery())
  const file = files.data?.find((one) => one.observationFileId === fileId && one.observationRequestId === null)
  if (!file)
    return (
      <>
        <title>{`${shell('observation')} · Apsis`}</title>
        <PageHead />
        <QueryPane title={shell('observation')} query={files} skeletonRows={10} failed={t('filesFailed')}>
          {() => <Unknown title={t('unknownFile')} />}
        </QueryPane>
      </>
    )
  const title = t('ownTitle', { sensor: file.sensorCode })
  const { observationFileId, catalogueIdBestAssociation: object } = file
  const alike = (files.data ?? []).filter(
    (one) =>
      one.observationFileId !== observationFileId &&
      one.observationRequestId === null &&
      object !== null &&
      one.catalogueIdBestAssociation === object,
  )
  return (
    <Frame name={title} title={title} isSimulated={file.isSimulated} file={file}>
      <div className={`grid grow stack-phone block-paper one-column-desk ${styles.columns} ${styles.own}`}>
        <Report fileId={file.observationFileId} files={[file, ...alike]} />
      </div>
    </Frame>
  )
}

function Unknown({ title }: { readonly title: string }) {
  const t = useWords(observationWords)
  return (
    <Empty level="inactive" title={title} actions={<Link to={paths.observations}>{t('toList')}</Link>}>
      {t('unknownHelp')}
    </Empty>
  )
}

type FrameProps = React.PropsWithChildren<{
  readonly name: string
  readonly title: string
  readonly isSimulated: boolean
  readonly file: Observation | undefined
  readonly request?: ObservationRequest | undefined
}>

/** Shows the head of the page with its actions, and below it the part that scrolls. */
function Frame({ name, title, isSimulated, file, request, children }: FrameProps) {
  const t = useWords(observationWords)
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(now()) }}>
      <title>{`${title} · Apsis`}</title>
      <PageHead
        names={{ observation: file ? `${name}, ${formatInstant(Date.parse(file.start))}` : name }}
        number={request ? String(request.catalogueId) : undefined}
        main={file ? <DownloadFile file={file} /> : null}
      >
        <span className="row flex-none gap-6 no-print">
          {request ? <CancelRequest request={request} /> : null}
          {file ? <Withdraw file={file} /> : null}
          <ToEvent request={request} file={file} />
          <Button onClick={() => print()}>{t('print')}</Button>
          {file ? <SaveReport file={file} /> : null}
        </span>
      </PageHead>
      {file ? <WithdrawnBanner file={file} /> : null}
      {file ? <ManoeuvreBanner file={file} /> : null}
      <div className="stack grow min-h-0 scroll visible-paper">{children}</div>
    </FileMarking>
  )
}

type ToEventProps = Pick<FrameProps, 'request' | 'file'>

/** Shows a link to the event for which the request was made, else to the event that the track changed last, if the user may see it. */
function ToEvent({ request, file }: ToEventProps) {
  const t = useWords(observationWords)
  const session = useSession()
  const maySee = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  const changed = file?.events.find(({ outcome }) => outcome === 'FUSED')
  const conjunctionId = request?.conjunctionId ?? changed?.conjunctionId
  const object = request?.satelliteId ?? request?.catalogueId ?? file?.catalogueIdBestAssociation
  if (conjunctionId === undefined || object == null || !maySee) return null
  return (
    <Link
      to={paths.conjunction}
      // If the tracked object is the other one, the page of the event replaces it in the address by its own satellite.
      params={{ satellite_id: String(object), conjunction_id: conjunctionId }}
      className={`plain-link ${button.button}`}
    >
      {t('openEvent')}
    </Link>
  )
}

/** Saves the report exactly as the API returns it (spec §3); it names the measurements left out. */
function SaveReport({ file }: { readonly file: Observation }) {
  const t = useWords(observationWords)
  const marks = useFileMarks()
  const metric = useMetric()
  const [search] = useSearchState(ROUTE)
  const { data } = useQuery(reportQuery(file.observationFileId, metric, exclusionOf(search.exclude)))
  if (!data) return null
  const save = () => {
    const text = `${JSON.stringify(data, null, 2)}\n`
    saveFile(fileName(`report-${file.sensorCode}`, 'json', marks), new Blob([text], { type: 'application/json' }))
  }
  return <Button onClick={save}>{`${t('report')} (JSON)`}</Button>
}

function useMetric() {
  const [search] = useSearchState(ROUTE)
  return ASSOCIATION_METRICS.find((one) => one === search.metric) ?? 'ANGULAR_DISTANCE'
}

/** Shows a file, and the files with which it can be compared: of the same request, or own tracks of the same object. */
function Report({ fileId, files }: { readonly fileId: string; readonly files: readonly Observation[] }) {
  const file = files.find((one) => one.observationFileId === fileId)
  const t = useWords(observationWords)
  const [, change] = useSearchState(ROUTE)
  const metric = useMetric()
  const query = useQuery({ ...reportQuery(fileId, metric), placeholderData: (before) => before })
  const report = query.data
  if (!report || report['file-id'] !== fileId)
    return (
      <QueryPane title={t('report')} query={query} skeletonRows={12} failed={t('reportFailed')}>
        {() => null}
      </QueryPane>
    )
  const ofFile = (
    <>
      {file ? <EventsPane file={file} /> : null}
      {file ? <FilePane file={file} /> : null}
      {file ? (
        <TrackHistoryPlot
          object={file.catalogueIdBestAssociation ?? file.catalogueId}
          fileId={file.observationFileId}
        />
      ) : null}
    </>
  )
  // A track with ranges only has no directions to draw.
  if (report.ranges)
    return (
      <RangePanes report={report} ranges={report.ranges}>
        {ofFile}
      </RangePanes>
    )
  if (report.positions)
    return (
      <PositionPanes report={report} positions={report.positions}>
        {ofFile}
      </PositionPanes>
    )
  return (
    <ReportPanes
      report={report}
      asked={file?.catalogueId ?? null}
      place={file?.sensorPlace ?? null}
      isWithdrawn={file?.withdrawn != null}
      others={files.filter((one) => one !== file)}
      onMetric={(next) => change({ metric: next === 'ANGULAR_DISTANCE' ? undefined : next })}
    >
      {ofFile}
    </ReportPanes>
  )
}
