import { type EphemerisFile, getEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { PaneMenu } from '../../ui/page/pane-menu.tsx'
import { Banner, NotComputed } from '../../ui/page/pane-states.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { RawText } from '../message/raw-text.tsx'
import type { TextFormat } from '../message/syntax.ts'
import { CheckList } from './check-list.tsx'
import { Difference } from './difference.tsx'
import { FileActions } from './file-actions.tsx'
import { fileBytesQuery, inspectionQuery, SHOWN_BYTES } from './file-query.ts'
import { sizeText, stateOf } from './file-state.ts'
import { kindWords } from './kind-words.ts'
import styles from './oems.module.css'
import { SigmaPlot } from './sigma-plot.tsx'
import { oemWords } from './words.data.ts'

type View = { readonly tab?: string | undefined; readonly at?: string | undefined }
type Props = {
  readonly file: EphemerisFile
  readonly satellite: string
  readonly view: View
  readonly onView: (view: View) => void
  readonly onClose: () => void
}

/** Shows one file: its checks, its content, its text, and its actions. */
export function FileView({ file, satellite, view, onView, onClose }: Props) {
  const t = useWords(oemWords)
  const tabs = [
    {
      id: 'checks',
      title: t('checks'),
      content: <Checks file={file} onLine={(line) => onView({ tab: 'text', at: String(line) })} />,
    },
    { id: 'text', title: t('text'), content: <Text file={file} at={view.at} onAt={(at) => onView({ ...view, at })} /> },
    { id: 'sigma', title: t('sigma'), content: <Sigma file={file} /> },
    { id: 'difference', title: t('difference'), content: <Difference file={file} /> },
  ]
  return (
    <section className={`stack grow min-h-0 line-top ${styles.view}`} aria-label={file.name}>
      <header className={`row wrap flex-none pad-6 line-bottom gap-8-16 ${styles.viewHead}`}>
        <Button look="quiet" onClick={onClose}>
          ← {t('back')}
        </Button>
        <h2>{file.name}</h2>
        <span className="soft fs-13">{satellite}</span>
        <StatusWord {...stateOf(file)} />
        <span className="grow" />
        <FileActions file={file} onClose={onClose} />
        <PaneMenu
          of={file.name}
          call={{ method: 'GET', path: getEphemerisFile.path.replace('{oem-id}', file.oemFileId) }}
        />
      </header>
      <Tabs label={t('views')} tabs={tabs} value={view.tab} onChange={(tab) => onView({ ...view, tab })} />
    </section>
  )
}

function Checks({ file, onLine }: { readonly file: EphemerisFile; readonly onLine: (line: number) => void }) {
  const t = useWords(oemWords)
  const { nameOfSubject } = useNaming()
  const instant = (time: string | null) => (time === null ? '–' : formatInstant(Date.parse(time)))
  const span = (from: string | null, to: string | null) => (from && to ? `${instant(from)} – ${instant(to)}` : null)
  // A person who no longer has a role in collision avoidance is shown only by the subject.
  const by = nameOfSubject(file.uploadedBy)
  const gaps = file.gaps.map(({ from, to }) => `${instant(from)} – ${instant(to)}`)
  return (
    <div className={`grid one-column-tablet ${styles.two}`}>
      <Pane title={t('checks')} note={t('serverFound')} id="checks">
        <CheckList found={{ ...file, hasCovariance: file.covariance === 'given' }} onLine={onLine} />
      </Pane>
      <Pane title={t('metadata')} id="metadata" className="line-left under-tablet">
        <KeyValues
          rows={[
            [t('kind'), kindWords(file)],
            [t('version'), String(file.version)],
            [t('format'), file.format],
            [t('object'), [file.objectName, file.objectId].filter(Boolean).join(', ')],
            [t('originator'), file.originator],
            [t('frame'), file.referenceFrame],
            [t('span'), span(file.startTime, file.stopTime)],
            [t('usable'), span(file.usableStartTime, file.usableStopTime)],
            [t('points'), formatNumber(file.points, { decimals: 0 })],
            [
              t('density'),
              file.statesPerRevolution === null ? null : formatNumber(file.statesPerRevolution, { decimals: 1 }),
            ],
            [t('segments'), String(file.segments)],
            [t('gaps'), gaps.join(', ') || t('none')],
            [t('covariance'), [t(file.covariance), file.covarianceFrame].filter(Boolean).join(', ')],
            [t('screenings'), <UsedIn key="screenings" ids={file.screeningIds} />],
            [t('size'), sizeText(file.bytes)],
            [
              t('sha'),
              <span key="sha" className="mono fs-12">
                {file.sha256}
              </span>,
            ],
            [t('uploadedBy'), `${by}, ${instant(file.uploadedAt)}`],
          ]}
        />
      </Pane>
    </div>
  )
}

/** This pane lists at most so many screenings; the page of screenings has all of them. */
const SCREENINGS_SHOWN = 6

/** Lists the screenings that use a file, the newest first. */
function UsedIn({ ids }: { readonly ids: readonly string[] }) {
  const t = useWords(oemWords)
  if (ids.length === 0) return t('none')
  return (
    <span className="flex wrap justify-end gap-4-16">
      {ids.slice(0, SCREENINGS_SHOWN).map((id) => (
        <Link key={id} to={paths.screening} search={{ screening: id }} className="mono">
          {id.slice(0, 8)}
        </Link>
      ))}
      {ids.length > SCREENINGS_SHOWN ? <span>{t('usedMore', { count: ids.length - SCREENINGS_SHOWN })}</span> : null}
    </span>
  )
}

type TextProps = {
  readonly file: EphemerisFile
  readonly at: string | undefined
  readonly onAt: (at: string | undefined) => void
}

function Text({ file, at, onAt }: TextProps) {
  const t = useWords(oemWords)
  const isShown = file.bytes <= SHOWN_BYTES
  const bytes = useQuery({ ...fileBytesQuery(file.oemFileId), enabled: isShown })
  const text = useQuery({
    queryKey: ['ephemeris-text', file.oemFileId],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled: bytes.data !== undefined,
    queryFn: () => bytes.data?.text() ?? '',
  })
  if (!isShown) return <NotComputed>{t('tooLarge')}</NotComputed>
  const faults = [...file.warnings, ...file.errors].flatMap(({ line, message }) =>
    line === undefined ? [] : [[line, message] as const],
  )
  return (
    <QueryPane title={file.format} id="text" query={bytes} skeletonRows={14} failed={t('textFailed')}>
      {() =>
        text.data === undefined ? null : (
          <RawText
            text={text.data}
            format={formatOf(file.format)}
            name={file.name}
            at={at}
            onAt={onAt}
            faults={new Map(faults)}
            maxHeightPx={560}
          />
        )
      }
    </QueryPane>
  )
}

function formatOf(format: string): TextFormat {
  if (format.endsWith('XML')) return 'xml'
  return format.endsWith('KVN') ? 'kvn' : 'text'
}

function Sigma({ file }: { readonly file: EphemerisFile }) {
  const t = useWords(oemWords)
  const bytes = useQuery(fileBytesQuery(file.oemFileId))
  const inspection = useQuery(inspectionQuery(file.oemFileId, bytes.data))
  const problem = bytes.error ?? inspection.error
  if (problem) return <Banner level="serious">{`${t('textFailed')}: ${problem.message}`}</Banner>
  if (!inspection.data) return <p className="pad-10 soft">{t('sigmaReading')}</p>
  return <SigmaPlot inspection={inspection.data} name={file.name} />
}
