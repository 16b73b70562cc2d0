import { type Connection, MOST_CONNECTIONS } from '@apsis/contract/connections/connection.ts'
import { allows, CA_ADMIN } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { factInWords } from '../../reading/result-in-words.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionItem, type ConnectionStep } from './connection-item.tsx'
import styles from './connections.module.css'
import { connectionsCall, connectionsQuery, useConnectionTest } from './connections-query.ts'
import { ReadingsPane } from './readings-pane.tsx'
import { inOrder } from './standing.ts'
import { PauseDialog, RemoveDialog, ResumeDialog } from './steps.tsx'
import { TestDialog } from './test-dialog.tsx'
import { connectionWords } from './words.data.ts'

/** A dialog keeps the connection as it was when it was opened, so that a change meanwhile is noticed and not lost. */
type Open = { readonly step: 'add' } | { readonly step: ConnectionStep; readonly connection: Connection }

/** Shows every external service from which the organisation gets data; administrators add, change, test and remove them. */
export function ConnectionsTab({ who }: { readonly who: SignedInPerson }) {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const query = useQuery(connectionsQuery())
  const { connection: chosen } = useSearch({ strict: false })
  const [open, setOpen] = useState<Open>()
  const trial = useConnectionTest()
  const mayChange = allows([CA_ADMIN], who.roles)
  const connections = query.data && inOrder(query.data)
  const shown = connections?.find(({ connectionId }) => connectionId === chosen) ?? connections?.[0]
  const waiting = connections?.filter(({ state }) => state !== 'ACTIVE').length ?? 0
  const add = () => setOpen({ step: 'add' })
  const take = (connection: Connection, step: ConnectionStep) => {
    if (step === 'test') trial.mutate(connection)
    setOpen({ step, connection })
  }
  const isFull = (connections?.length ?? 0) >= MOST_CONNECTIONS
  const addButton = (
    <Button look="primary" disabledReason={isFull ? t('full', { most: MOST_CONNECTIONS }) : undefined} onClick={add}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <header className="grid items-center flex-none pad-10 line-bottom gap-4-16 wide-auto block-phone">
        <h2 className="fs-20 medium">{t('title')}</h2>
        <p className={`soft ${styles.explained}`}>
          {mayChange ? null : t('adminOnly')}{' '}
          <Link to={paths.docs} params={{ page: 'account', file: 'connections' }}>
            {t('guide')}
          </Link>
        </p>
        {mayChange && connections?.length !== 0 ? <span className={`no-print ${styles.add}`}>{addButton}</span> : null}
      </header>
      <QueryPane
        id="connections"
        title={t('list')}
        note={
          connections &&
          [
            t('inUse', { count: connections.length, most: MOST_CONNECTIONS }),
            ...(waiting === 0 ? [] : [t('waiting', { count: waiting })]),
          ].join(' · ')
        }
        query={query}
        skeletonRows={6}
        failed={t('failed')}
        exports={{ csv: { name: 'connections', table: () => tableOf(connections ?? [], say) }, call: connectionsCall }}
        className="flex-none"
      >
        {() =>
          connections === undefined || connections.length === 0 ? (
            <Empty title={t('none')} actions={mayChange ? addButton : undefined}>
              {t('noneHelp')} {mayChange ? null : t('noneAdmin')}
            </Empty>
          ) : (
            <ul>
              {connections.map((one) => (
                <ConnectionItem
                  key={one.connectionId}
                  connection={one}
                  onStep={mayChange ? (step) => take(one, step) : undefined}
                />
              ))}
            </ul>
          )
        }
      </QueryPane>
      {connections !== undefined && shown !== undefined ? (
        <ReadingsPane key={shown.connectionId} connections={connections} connection={shown} />
      ) : null}
      {open ? <OpenDialog open={open} trial={trial} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

type DialogProps = {
  readonly open: Open
  readonly trial: ReturnType<typeof useConnectionTest>
  readonly onClose: () => void
}

function OpenDialog({ open, trial, onClose }: DialogProps) {
  if (open.step === 'add') return <ConnectionForm connection={undefined} onDone={onClose} onClose={onClose} />
  const props = { connection: open.connection, onClose }
  if (open.step === 'change') return <ConnectionForm {...props} onDone={onClose} />
  if (open.step === 'pause') return <PauseDialog {...props} />
  if (open.step === 'resume') return <ResumeDialog {...props} />
  if (open.step === 'remove') return <RemoveDialog {...props} />
  return <TestDialog {...props} trial={trial} />
}

/** Returns one row for each feed of each connection, in the words of the API. */
const tableOf = (connections: readonly Connection[], say: typeof resultWords) =>
  fileTable(
    connections.flatMap(({ feeds, ...connection }) => feeds.map((feed) => ({ ...connection, ...feed }))),
    {
      name: 'name',
      kind: 'kind',
      state: 'state',
      'state since, UTC': 'stateSince',
      staging: 'isStaging',
      simulated: 'isSimulated',
      feed: 'feed',
      'last success, UTC': 'lastReadAt',
      'last new, UTC': 'lastNewAt',
      'last result': 'lastResult',
      detail: ({ lastDetail, lastFact }) => (lastFact === null ? lastDetail : factInWords(lastFact, say)),
      'new in 24 h': 'newInDay',
      'usual in 24 h': 'usualInDay',
      'refused in 24 h': 'refusedInDay',
      doubt: 'doubt',
      'next, UTC': 'nextAt',
    },
  )
