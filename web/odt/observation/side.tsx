import type { Observation } from '@apsis/contract/odt/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { Instant } from '../../clock/instant.tsx'
import { useNaming } from '../../shell/status/people.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { PassList } from '../life/pass-list.tsx'
import { passTable } from '../life/pass-table.ts'
import { meaningOfStatus, moneyOf } from '../life/status.ts'
import { lifeWords } from '../life/words.data.ts'
import { LifeList, lifeTable, stepsOf } from './life-list.tsx'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

type Props = {
  readonly request: ObservationRequest
  readonly files: readonly Observation[]
  readonly shown: string | undefined
}

/** The request beside its report: its status, its passes, what happened when. */
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
        exits={{ csv: { name: 'request-passes', table: () => passTable(request) } }}
      >
        <p className={styles.status}>
          <StatusWord {...meaningOf('request', request.status)} />: {meaningOfStatus(request, life)}{' '}
          <span className={styles.dim}>{moneyOf(request, life)}</span>
        </p>
        {request.passes.length === 0 ? (
          <p className={styles.note}>{t('noPasses')}</p>
        ) : (
          <PassList request={request} shown={shown} />
        )}
      </Pane>
      <Pane
        id="life"
        title={t('life')}
        exits={{ csv: { name: 'request-life', table: () => lifeTable(stepsOf({ request, files }, t, nameOf)) } }}
      >
        <LifeList request={request} files={files} />
      </Pane>
    </>
  )
}

/** What the file is, besides what it holds. */
export function FilePane({ file }: { readonly file: Observation }) {
  const t = useWords(observationWords)
  return (
    <Pane id="file" title={t('thisFile')}>
      <div className={styles.facts}>
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
