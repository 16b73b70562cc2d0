import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { useNow } from '../../clock/clock.ts'
import { Instant } from '../../clock/instant.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { PassList } from '../request/state/pass-list.tsx'
import { passTable } from '../request/state/pass-table.ts'
import { meaningOfStatus, moneyOf } from '../request/state/status.ts'
import { lifeWords } from '../request/state/words.data.ts'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

type Props = {
  readonly request: ObservationRequest
  readonly files: readonly Observation[]
  readonly shown: string | undefined
}

/** Shows the request beside its report: its status, its passes, and its history. */
export function RequestSide({ request, files, shown }: Props) {
  const t = useWords(observationWords)
  const life = useWords(lifeWords)
  const { nameOf } = useNaming()
  const { numberOfPassesCompleted: done, numberOfPassesRequested: all } = request
  return (
    <>
      <Pane
        id="passes"
        title={t('passes')}
        note={t('passesNote', { done, all })}
        exports={{ csv: { name: 'request-passes', table: () => passTable(request) } }}
      >
        <p className="fs-13 pad-6">
          <StatusWord {...meaningOf('request', request.status)} />: {meaningOfStatus(request, life)}{' '}
          <span className="muted">{moneyOf(request, life)}</span>
        </p>
        {request.passes.length === 0 ? (
          <p className="pad-6 muted fs-13">{t('noPasses')}</p>
        ) : (
          <PassList request={request} shown={shown} />
        )}
      </Pane>
      <Pane
        id="life"
        title={t('life')}
        exports={{ csv: { name: 'request-life', table: () => lifeTable(stepsOf({ request, files }, t, nameOf)) } }}
      >
        <LifeList request={request} files={files} />
      </Pane>
    </>
  )
}

/** Shows the facts of the file other than its measurements. */
export function FilePane({ file }: { readonly file: Observation }) {
  const t = useWords(observationWords)
  return (
    <Pane id="file" title={t('thisFile')}>
      <div className={`fs-13 break-anywhere ${styles.facts}`}>
        <KeyValues
          rows={[
            [t('time'), <Instant key="time" at={Date.parse(file.start)} />],
            [t('sensor'), file.sensorCode],
            [t('measurements'), formatNumber(file.numberOfMeasurements, { decimals: 0 })],
            [t('originator'), file.originator],
            [t('packing'), file.fileCompressionType],
          ]}
        />
      </div>
    </Pane>
  )
}

type LifeListProps = { readonly request: ObservationRequest; readonly files: readonly Observation[] }
type Step = { readonly atMs: number; readonly text: string }

/** Lists the past and expected steps by time; a step in the future is marked. */
function LifeList({ request, files }: LifeListProps) {
  const t = useWords(observationWords)
  const { nameOf } = useNaming()
  const nowMs = useNow('minute')
  return (
    <ol className={`fs-13 pad-6 ${styles.life}`} aria-label={t('life')}>
      {stepsOf({ request, files }, t, nameOf).map(({ atMs, text }) => (
        <li className="pad-y-4" key={`${atMs} ${text}`} data-ahead={atMs > nowMs || undefined}>
          <Instant at={atMs} isStop={false} />
          <span>
            {text}
            {atMs > nowMs ? `, ${t('expected')}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(
  { request, files }: LifeListProps,
  t: typeof observationWords,
  nameOf: Naming['nameOf'],
): readonly Step[] {
  const steps: readonly Step[] = [
    { atMs: Date.parse(request.createdAt), text: t('requestedBy', { name: nameOf(request.createdBy) }) },
    ...request.passes.map((pass) => ({
      atMs: Date.parse(pass.start),
      text: `${t('plannedPass', { sensor: pass.sensorCode })}: ${meaningOf('request', pass.status).word}`,
    })),
    ...files.map((file) => ({
      atMs: Date.parse(file.createdAt),
      text: t('fileCame', { sensor: file.sensorCode }),
    })),
    { atMs: Date.parse(request.to), text: t('endOfWindow') },
  ]
  return steps.toSorted((a, b) => a.atMs - b.atMs)
}

/** Returns the steps in the format of files. */
const lifeTable = (steps: readonly Step[]) => ({
  columns: ['time', 'step'],
  rows: steps.map(({ atMs, text }) => [new Date(atMs).toISOString(), text]),
})
