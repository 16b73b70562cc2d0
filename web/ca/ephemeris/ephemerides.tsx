import { DAY_MS } from '@apsis/astro/constants.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { PageHead } from '../../shell/page/page-head.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { countsOf } from '../satellite/coverage.ts'
import { CoveragePlot, type Row } from './coverage-plot.tsx'
import { FileView } from './file-view.tsx'
import { FilesPane } from './files-pane.tsx'
import styles from './oems.module.css'
import { keep, useRemovals } from './removals.ts'
import { UploadPane } from './upload-pane.tsx'
import { AHEAD_MS, useEphemerides } from './use-ephemerides.ts'
import { oemWords } from './words.data.ts'

/** The plot of coverage begins this long before now. */
const PAST_MS = 2 * DAY_MS

/** Shows the coverage of the satellites, file by file, and the future approaches inside and outside of it. */
export function Ephemerides() {
  const t = useWords(oemWords)
  const [search, change] = useSearchState(`/protected${paths.ephemerides}`)
  const data = useEphemerides(search.satellite)
  const file = data.all.find(({ oemFileId }) => oemFileId === search.file)
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead
        main={
          <Button look="primary" onClick={() => change(UPLOAD)}>
            {t('upload')}
          </Button>
        }
      />
      <div className="stack grow min-h-0 scroll">
        <Removals />
        {data.satellites.length > 0 ? <Coverage data={data} file={file} /> : null}
        <Below data={data} file={file} />
      </div>
    </>
  )
}

const UPLOAD = { dialog: 'upload', file: undefined } as const
const otherFile = (id: string | undefined) => ({ file: id, tab: undefined, at: undefined, dialog: undefined })

type PartProps = {
  readonly data: ReturnType<typeof useEphemerides>
  /** The file that the address names. */
  readonly file: EphemerisFile | undefined
}

/** Shows the coverage of the fleet, as a sentence and as a lane for each satellite. */
function Coverage({ data: { rows, all, nowMs }, file }: PartProps) {
  const t = useWords(oemWords)
  const [search, change] = useSearchState(`/protected${paths.ephemerides}`)
  // While a file or an upload is open below, only the lane of its satellite is shown.
  const about = file?.satelliteId ?? (search.dialog === 'upload' ? search.satellite : undefined)
  const covered = rows.filter(({ coverage }) => coverage.untilMs !== undefined).length
  const sentence =
    covered === 0
      ? t('sentenceNone')
      : covered === rows.length
        ? t('sentenceAll')
        : t('sentenceSome', { count: covered, all: rows.length })
  return (
    <>
      <Sentence sentence={sentence} rows={rows} files={all} nowMs={nowMs} level={levelOf(covered, rows.length)} />
      <CoveragePlot
        rows={about ? rows.filter(({ satellite }) => satellite.satelliteId === about) : rows}
        domain={{ fromMs: nowMs - PAST_MS, toMs: nowMs + AHEAD_MS }}
        nowMs={nowMs}
        sentence={sentence}
        selected={search.file}
        onPick={(id) => change(otherFile(id))}
      />
    </>
  )
}

/** Shows an upload, the open file, or the list of all files. */
function Below({ data, file }: PartProps) {
  const t = useWords(oemWords)
  const [search, change] = useSearchState(`/protected${paths.ephemerides}`)
  const open = (id: string | undefined) => change(otherFile(id))
  const { files, satellites, tcas, nameOf, query } = data
  if (search.dialog === 'upload' && satellites.length > 0)
    return (
      <UploadPane
        satellites={satellites}
        tcas={tcas}
        satelliteId={search.satellite}
        onSatellite={(satellite) => change({ satellite })}
        onClose={() => change({ dialog: undefined })}
        onSent={({ oemFileId }) => open(oemFileId)}
      />
    )
  if (file)
    return (
      <FileView
        file={file}
        satellite={nameOf(file)}
        view={{ tab: search.tab, at: search.at }}
        onView={(view) => change(view)}
        onClose={() => open(undefined)}
      />
    )
  return (
    <>
      {search.file && query.data ? (
        <Banner level="inactive" action={<Button onClick={() => open(undefined)}>{t('back')}</Button>}>
          {t('unknownFile')}
        </Banner>
      ) : null}
      <FilesPane files={files} data={data} onOpen={open} onUpload={() => change(UPLOAD)} />
    </>
  )
}

function levelOf(covered: number, all: number): Level {
  return covered === all ? 'ok' : 'caution'
}

type SentenceProps = {
  readonly sentence: string
  readonly rows: readonly Row[]
  readonly files: readonly EphemerisFile[]
  readonly nowMs: number
  readonly level: Level
}

/** Shows the summary as a sentence, and the counts beside it. */
function Sentence({ sentence, rows, files, nowMs, level }: SentenceProps) {
  const t = useWords(oemWords)
  const { operational, expiring, invalid } = countsOf(files, nowMs)
  const outside = rows.flatMap(({ coverage }) => coverage.tcas.filter(({ isCovered }) => !isCovered)).length
  const counts: readonly (readonly [Level, string])[] = [
    ['ok', t('operational', { count: operational })],
    [expiring > 0 ? 'caution' : 'inactive', t('expiring', { count: expiring })],
    [invalid > 0 ? 'serious' : 'inactive', t('invalid', { count: invalid })],
    [outside > 0 ? 'caution' : 'inactive', t('uncovered', { count: outside })],
  ]
  return (
    <div className={`row wrap justify-between pad-10 line-bottom gap-4-24 ${styles.sentence}`}>
      <p className="row gap-10">
        <StatusSymbol level={level} size={14} /> {sentence}
      </p>
      <ul className="flex wrap gap-4-24">
        {counts.map(([one, text]) => (
          <li className="row gap-8" key={text}>
            <StatusSymbol level={one} /> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Lists the files that are about to be removed, until it is too late to keep them. */
function Removals() {
  const t = useWords(oemWords)
  return useRemovals().map(({ id, name }) => (
    <Banner key={id} level="inactive" action={<Button onClick={() => keep(id)}>{t('undo')}</Button>}>
      {t('removing', { name })}
    </Banner>
  ))
}
