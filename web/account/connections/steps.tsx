import { type Connection, removeConnection } from '@apsis/contract/connections/connection.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { useWords } from '../../ui/text/language.ts'
import { bodyWithPause, CONNECTIONS, changeConnection } from './connections-query.ts'
import { connectionWords } from './words.data.ts'

type Props = { readonly connection: Connection; readonly onClose: () => void }

/** Asks before a connection is paused; nothing is read from it while it is paused. */
export function PauseDialog({ connection, onClose }: Props) {
  const t = useWords(connectionWords)
  const form = usePause({ connection, onClose }, true)
  return (
    <FormDialog
      form={form}
      title={t('pauseTitle', { name: connection.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('pause')}
      refused={{ what: t('notDone'), stale: t('stale') }}
    >
      <p>{t('pauseText')}</p>
    </FormDialog>
  )
}

/** States the effect of resuming a connection; for a suspended account the user must also tick a box. */
export function ResumeDialog({ connection, onClose }: Props) {
  const t = useWords(connectionWords)
  const say = useWords(resultWords)
  const form = usePause({ connection, onClose }, false)
  const { state, stateDetail, name } = connection
  return (
    <FormDialog
      form={form}
      title={t('resumeTitle', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('resume')}
      refused={{ what: t('notDone'), stale: t('stale') }}
    >
      {state === 'REFUSED' ? <p>{t('resumeRefused')}</p> : null}
      {state === 'SUSPENDED' ? <p>{t('resumeSuspended')}</p> : null}
      {state !== 'PAUSED' && stateDetail !== null ? (
        <p className="ink break-anywhere">{say('quoted', { words: stateDetail })}</p>
      ) : null}
      <p>{t('resumeText')}</p>
      {state === 'SUSPENDED' ? (
        <CheckboxGroup
          label={t('settled')}
          options={[{ value: 'settled', label: t('settledTick') }]}
          {...form.field('ticked')}
        />
      ) : null}
    </FormDialog>
  )
}

function usePause({ connection, onClose }: Props, isPaused: boolean) {
  const t = useWords(connectionWords)
  const needsTick = !isPaused && connection.state === 'SUSPENDED'
  const nothing: readonly string[] = []
  return useForm({
    initial: { ticked: nothing },
    version: connection.version,
    check: ({ ticked }) => ({ ticked: needsTick && ticked.length === 0 ? t('tickNeeded') : undefined }),
    save: async (_, over) => {
      const body = bodyWithPause(connection, isPaused)
      return body && changeConnection(connection.connectionId, body, over)
    },
    writes: [CONNECTIONS],
    onSaved: onClose,
  })
}

/** The effect of removing each kind of connection; the connection of the demo is removed with the demo. */
const REMOVAL = {
  SPACE_TRACK: 'removeText',
  OPEN_EPHEMERIDES: 'removeOpen',
  FOLDER: 'removeFolder',
  MAILBOX: 'removeText',
  SIMULATED: 'removeOpen',
} as const

/** Asks before a connection is removed permanently, and names the data that stays. */
export function RemoveDialog({ connection, onClose }: Props) {
  const t = useWords(connectionWords)
  const form = useForm({
    initial: {},
    save: () => call(removeConnection, { query: { 'connection-id': connection.connectionId } }),
    writes: [CONNECTIONS],
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('removeTitle', { name: connection.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('remove')}
      refused={{ what: t('notDone') }}
    >
      <p>{t(REMOVAL[connection.kind])}</p>
    </FormDialog>
  )
}
