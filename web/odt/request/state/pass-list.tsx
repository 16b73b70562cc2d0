import type { ObservationRequest, RequestPass } from '@apsis/contract/odt/request/request.ts'
import { isPassOver } from '@apsis/contract/odt/request/request-status.ts'
import { Link } from '@tanstack/react-router'
import { formatMinute } from '../../../clock/format.ts'
import { Until } from '../../../clock/until.tsx'
import { paths } from '../../../site/paths.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from './life.module.css'
import { passWords } from './pass-words.data.ts'
import { reasonOf } from './status.ts'
import { lifeWords } from './words.data.ts'

type Props = {
  readonly request: Pick<ObservationRequest, 'observationRequestId' | 'passes'>
  /** The file that the page shows. */
  readonly shown: string | undefined
}

/** Lists the passes of a request by time, each with its status, its file, and the failed pass that it replaces. */
export function PassList({ request: { observationRequestId, passes }, shown }: Props) {
  const t = useWords(passWords)
  const life = useWords(lifeWords)
  const byTime = passes.toSorted((a, b) => a.start.localeCompare(b.start))
  return (
    <ul className={styles.passes} aria-label={t('passes')}>
      {byTime.map((pass) => (
        <li
          className="grid wide-auto pad-6 faint-bottom fs-13"
          key={pass.passId}
          aria-current={pass.observationFileId !== null && pass.observationFileId === shown}
        >
          <span>
            <b className="nowrap">{formatMinute(Date.parse(pass.start))}</b> {pass.sensorCode}{' '}
            <span className="muted">{pass.groundSensorName}</span>
          </span>
          <StatusWord {...meaningOf('request', pass.status)} />
          <span className="flex wrap soft fs-12 span-all gap-0-12">
            {pass.observationFileId === null ? null : (
              <Link
                to={paths.observation}
                params={{
                  observation_request_id: observationRequestId,
                  observation_file_id: pass.observationFileId,
                }}
              >
                {t('file')}
              </Link>
            )}
            {pass.status === 'PENDING' ? <Until at={Date.parse(pass.start)} /> : null}
            <Notes pass={pass} of={passes} reason={reasonOf(pass, life)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type NotesProps = {
  readonly pass: RequestPass
  readonly of: readonly RequestPass[]
  readonly reason: string | undefined
}

function Notes({ pass, of, reason }: NotesProps) {
  const t = useWords(passWords)
  const replaced = of.find(({ passId }) => passId === pass.replaces)
  const successor = of.find(({ replaces }) => replaces === pass.passId)
  const at = (one: RequestPass) => `${formatMinute(Date.parse(one.start))} ${one.sensorCode}`
  const notes = [
    ...(reason === undefined ? [] : [reason]),
    ...(pass.isOverdue && !isPassOver(pass.status) ? [t('overdue')] : []),
    ...(replaced ? [t('standsIn', { pass: at(replaced) })] : []),
    ...(successor ? [t('replacedBy', { pass: at(successor) })] : []),
  ]
  return notes.length === 0 ? null : <span>{notes.join('; ')}</span>
}
