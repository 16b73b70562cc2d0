import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { useNaming } from '../../shell/status/people.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { tableOf } from '../../ui/table/column.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type FileRow, fileColumns } from './columns.tsx'
import styles from './oems.module.css'
import type { useEphemerides } from './use-ephemerides.ts'
import { oemWords } from './words.data.ts'

const NO_SELECTION: ReadonlySet<string> = new Set()
const INITIAL_SORT = [{ id: 'at', desc: true }]

type FilesProps = {
  readonly files: readonly EphemerisFile[]
  readonly data: ReturnType<typeof useEphemerides>
  readonly onOpen: (id: string) => void
  readonly onUpload: () => void
}

/** Shows the pane with every file, newest first. */
export function FilesPane({ files, data, onOpen, onUpload }: FilesProps) {
  const t = useWords(oemWords)
  const [search, change] = useSearchState(`/protected${paths.ephemerides}`)
  const { query, fleet, nowMs, satellites, nameOf, all } = data
  const { nameOfSubject } = useNaming()
  const columns = useMemo(() => fileColumns(t, nowMs, nameOfSubject), [t, nowMs, nameOfSubject])
  const rows = files.map((file): FileRow => ({ file, satellite: nameOf(file) }))
  const of = satellites.find(({ satelliteId }) => satelliteId === search.satellite)?.name
  const isEmpty = fleet.data !== undefined && satellites.length === 0
  return (
    <QueryPane
      title={t('files')}
      note={`${t('countNote', { count: files.length, all: all.length })}${of ? ` ${t('filterNote', { name: of })}` : ''}`}
      query={query}
      skeletonRows={6}
      failed={t('failed')}
      className="grow min-h-0 line-top"
      exports={{
        csv: { name: 'ephemerides', table: () => tableOf(columns, rows) },
        call: { method: 'GET', path: '/api/v1/ca/ephemeris' },
      }}
      actions={
        <>
          {of ? (
            <Button look="quiet" onClick={() => change({ satellite: undefined })}>
              {t('clearFilter')}
            </Button>
          ) : null}
          {rows.length > 0 ? (
            <ColumnChooser
              columns={columns}
              layout={{ columns: search.columns, sort: search.sort }}
              onLayout={change}
            />
          ) : null}
        </>
      }
    >
      {() =>
        isEmpty ? (
          <NoSatellites />
        ) : rows.length === 0 ? (
          <NoFiles of={of} onUpload={onUpload} />
        ) : (
          <FileTable rows={rows} columns={columns} onOpen={onOpen} />
        )
      }
    </QueryPane>
  )
}

type TableProps = Pick<FilesProps, 'onOpen'> & {
  readonly rows: readonly FileRow[]
  readonly columns: ReturnType<typeof fileColumns>
}

/** Lists the files in rows; a click opens one below the plot. */
function FileTable({ rows, columns, onOpen }: TableProps) {
  const t = useWords(oemWords)
  const [search, change] = useSearchState(`/protected${paths.ephemerides}`)
  const [selected, setSelected] = useState(NO_SELECTION)
  return (
    <div className={`stack grow ${styles.table}`}>
      <DataTable
        label={t('files')}
        rows={rows}
        columns={columns}
        idOf={({ file }) => file.oemFileId}
        edgeOf={({ file }) => (file.state === 'INVALID' ? 'serious' : undefined)}
        initialSort={INITIAL_SORT}
        layout={{ columns: search.columns, sort: search.sort }}
        onLayout={change}
        selected={selected}
        onSelect={(next) => {
          setSelected(next)
          const [only] = next
          if (next.size === 1 && only) onOpen(only)
        }}
        onOpen={({ file }) => onOpen(file.oemFileId)}
      />
    </div>
  )
}

type NoFilesProps = Pick<FilesProps, 'onUpload'> & { readonly of: string | undefined }

function NoFiles({ of, onUpload }: NoFilesProps) {
  const t = useWords(oemWords)
  return (
    <Empty
      title={of ? t('noneOf', { name: of }) : t('noFiles')}
      actions={<Button onClick={onUpload}>{t('upload')}</Button>}
    >
      {t('noFilesText')}
    </Empty>
  )
}

function NoSatellites() {
  const t = useWords(oemWords)
  return (
    <Empty
      title={t('noSatellites')}
      actions={
        <Link to={paths.assets} search={{ dialog: 'add-satellite' }}>
          {t('addSatellite')}
        </Link>
      }
    />
  )
}
