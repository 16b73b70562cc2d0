import { createSatellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Connection, ConnectionTest } from '@apsis/contract/connections/connection.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { formatMinute } from '../../clock/format.ts'
import { factInWords, resultInWords } from '../../reading/result-in-words.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './connections.module.css'
import type { ConnectionTrial } from './connections-query.ts'
import { connectionWords } from './words.data.ts'

const TESTING = {
  SPACE_TRACK: 'testing',
  OPEN_EPHEMERIDES: 'testingOpen',
  FOLDER: 'testingFolder',
  MAILBOX: 'testing',
  SIMULATED: 'testing',
} as const

type Props = {
  readonly connection: Connection
  readonly trial: ConnectionTrial
  readonly onClose: () => void
}

/** Shows the result of a test, and offers to add those satellites of the account that the fleet does not have. */
export function TestDialog({ connection, trial, onClose }: Props) {
  const t = useWords(connectionWords)
  const { data, error, isPending } = trial
  return (
    <Dialog isOpen isWide title={t('testTitle', { name: connection.name })} onClose={onClose} close={t('close')}>
      <div className="stack gap-12 mt-8">
        {isPending ? (
          <p role="status">{t(TESTING[connection.kind])}</p>
        ) : error ? (
          <Banner level="caution" isUrgent>
            {t('testFailed')} ({codeInWords(error)}): {problemInWords(error).message}
          </Banner>
        ) : data ? (
          <Found connection={connection} found={data} />
        ) : null}
        <p>
          <Button disabled={isPending} onClick={() => trial.mutate(connection)}>
            {t('testAgain')}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}

function Found({ connection, found }: { readonly connection: Connection; readonly found: ConnectionTest }) {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const { satellites, result, againAt } = found
  const isGood = result === 'new' || result === 'nothing-new'
  return (
    <>
      <p role="status" className={styles.found}>
        <StatusWord
          level={!isGood ? 'serious' : satellites?.length === 0 ? 'caution' : 'ok'}
          word={isGood ? successInWords(connection, found, { t, say }) : `${resultInWords(found, say)}.`}
        />
      </p>
      {againAt === null ? null : <p>{t('againAt', { time: formatMinute(Date.parse(againAt)) })}</p>}
      {isGood && connection.state !== 'ACTIVE' ? <p>{t('stillStopped')}</p> : null}
      {satellites !== null && satellites.length > 0 ? <Satellites satellites={satellites} /> : null}
    </>
  )
}

function successInWords(
  { kind }: Connection,
  { account, satellites, detail, fact }: ConnectionTest,
  { t, say }: { readonly t: typeof connectionWords; readonly say: typeof resultWords },
): string {
  if (kind === 'FOLDER') return t('folderGood')
  if (kind === 'OPEN_EPHEMERIDES') return t('openGood', { count: Number(detail) })
  if (account === null) return t('simulatedGood')
  if (kind === 'MAILBOX' && fact !== null) return t('mailboxGood', { account, found: factInWords(fact, say) })
  if (satellites === null) return t('signedInOnly', { account })
  return satellites.length === 0
    ? t('signedInNothing', { account })
    : t('signedIn', { account, count: satellites.length })
}

type ReadableSatellite = NonNullable<ConnectionTest['satellites']>[number]
/** The result of adding a satellite: its id, or the reason why it was refused. */
type Outcome = { readonly satelliteId: string } | { readonly why: string }

/** The longest name of a satellite of the fleet. */
const MOST_NAME = 100
/** With these statuses the server would also refuse the following satellites. */
const STOPS = [401, 403, 429, 501, 503]
/** The lists that new satellites change; their own room has the same keys. */
const CHANGED = [['satellite'], ['conjunction']]

function Satellites({ satellites }: { readonly satellites: readonly ReadableSatellite[] }) {
  const t = useWords(connectionWords)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const added = (one: ReadableSatellite) => {
    const outcome = outcomes.get(one.noradId)
    return one.satelliteId ?? (outcome !== undefined && 'satelliteId' in outcome ? outcome.satelliteId : undefined)
  }
  const left = satellites.filter((one) => added(one) === undefined)
  const add = useMutation({
    meta: { silent: 'add-satellites', writes: CHANGED },
    mutationFn: async (sent: readonly ReadableSatellite[]) => {
      for (const { noradId, name } of sent) {
        const body = { noradId, name: name.trim().slice(0, MOST_NAME) || String(noradId) }
        const outcome = await call(createSatellite, { body }).then(
          ({ satelliteId }): Outcome => ({ satelliteId }),
          (failure: unknown): Outcome => {
            if (!(failure instanceof ApiProblem) || STOPS.includes(failure.code)) throw failure
            return { why: problemInWords(failure).message }
          },
        )
        setOutcomes((before) => new Map([...before, [noradId, outcome]]))
      }
    },
  })
  const columns: readonly PlainColumn<ReadableSatellite>[] = [
    { id: 'norad_id', title: t('noradId'), cell: ({ noradId }) => <span className="mono">{noradId}</span> },
    { id: 'name', title: t('satellite'), isRowHead: true, className: 'break-anywhere', cell: ({ name }) => name },
    {
      id: 'in_fleet',
      title: t('inFleet'),
      cell: (one) => {
        const outcome = outcomes.get(one.noradId)
        if (outcome !== undefined && 'why' in outcome) return <span className="ink">{outcome.why}</span>
        const id = added(one)
        if (id === undefined) return <span className="muted">{t('notInFleet')}</span>
        return (
          <Link to={paths.satellite} params={{ satellite_id: id }}>
            {t(one.satelliteId === null ? 'added' : 'isInFleet')}
          </Link>
        )
      },
    },
  ]
  return (
    <>
      {left.length === 0 ? null : (
        <p>
          <Button look="primary" disabled={add.isPending} onClick={() => add.mutate(left)}>
            {add.isPending
              ? t('adding', { done: Math.min(outcomes.size + 1, satellites.length), of: outcomes.size + left.length })
              : t('addThem', { count: left.length })}
          </Button>
        </p>
      )}
      {add.error ? (
        <Banner level="serious" isUrgent>
          ({codeInWords(add.error)}) {problemInWords(add.error).message} {t('stopped')}
        </Banner>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard as well. */}
      <section className={`scroll ${styles.satellites}`} tabIndex={0} aria-label={t('satellites')}>
        <PlainTable
          label={t('satellites')}
          rows={satellites}
          columns={columns}
          idOf={({ noradId }) => String(noradId)}
          isSmall
        />
      </section>
    </>
  )
}
