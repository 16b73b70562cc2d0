import type { Connection, ConnectionReading } from '@apsis/contract/connections/connection.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Instant } from '../../clock/instant.tsx'
import { factInWords, resultInWords } from '../../reading/result-in-words.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './connections.module.css'
import { readingsCall, readingsQuery } from './connections-query.ts'
import { connectionWords } from './words.data.ts'

type Props = {
  /** The connections in the order of the list. */
  readonly connections: readonly Connection[]
  readonly connection: Connection
}

/** Lists the readings of a connection, newest first and page by page, with the result of each. */
export function ReadingsPane({ connections, connection }: Props) {
  const t = useWords(connectionWords)
  const navigate = useNavigate()
  const { connectionId, name } = connection
  const [page, setPage] = useState(1)
  const query = useQuery(readingsQuery(connectionId, page))
  const columns = useColumns()
  const pages = query.data?.pages ?? 1
  return (
    <QueryPane
      id="readings"
      title={t('readings')}
      note={[name, t('readingsNote'), ...(pages === 1 ? [] : [t('page', { page, pages })])].join(' · ')}
      query={query}
      skeletonRows={4}
      failed={t('readingsFailed')}
      exports={{
        csv: { name: 'readings', table: () => fileOf(columns, query.data?.readings ?? []) },
        call: readingsCall(connectionId),
      }}
      above={
        connections.length === 1 ? null : (
          <div className={`pad-8 no-print ${styles.choice}`}>
            <Select
              label={t('connection')}
              options={connections.map((one) => ({ value: one.connectionId, label: one.name }))}
              value={connectionId}
              onChange={(id) => void navigate({ to: '.', search: (all) => ({ ...all, connection: id }) })}
            />
          </div>
        )
      }
    >
      {({ readings }) =>
        readings.length === 0 ? (
          <Empty title={t('noReadings')} />
        ) : (
          <>
            <PlainTable
              label={t('readingsOf', { name })}
              rows={readings}
              columns={columns}
              idOf={({ at, feed }) => `${at} ${feed}`}
              phone="pairs"
            />
            {pages === 1 ? null : (
              <div className="flex gap-4 pad-6 no-print">
                <Button look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {t('newer')}
                </Button>
                <Button look="quiet" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  {t('older')}
                </Button>
              </div>
            )}
          </>
        )
      }
    </QueryPane>
  )
}

function useColumns(): readonly PlainColumn<ConnectionReading>[] {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const counted = (name: 'received' | 'new' | 'known' | 'refused', of: (one: ConnectionReading) => number) => ({
    id: name,
    title: t(name),
    align: 'end' as const,
    value: of,
    cell: (one: ConnectionReading) => formatNumber(of(one)),
  })
  return [
    {
      id: 'at',
      title: t('when'),
      isRowHead: true,
      isUnbroken: true,
      value: 'at',
      cell: ({ at }) => <Instant at={Date.parse(at)} isStop={false} />,
    },
    { id: 'feed', title: t('brought'), value: 'feed', cell: ({ feed }) => t(feed) },
    {
      id: 'result',
      title: t('result'),
      value: 'result',
      className: `break-anywhere ${styles.result}`,
      cell: (one) => resultInWords(one, say),
    },
    { id: 'detail', value: ({ detail, fact }) => (fact === null ? detail : factInWords(fact, say)) },
    counted('received', ({ received }) => received),
    counted('new', ({ accepted }) => accepted),
    counted('known', ({ known }) => known),
    counted('refused', ({ refused }) => refused),
  ]
}
