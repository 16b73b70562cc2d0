import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { Quantity } from '../../ui/value/quantity.tsx'
import { Still } from '../plot/still.tsx'
import { ChangePlot, changeCaption, drawChange } from './change-plot.tsx'
import {
  changeText,
  covarianceText,
  fileText,
  madeText,
  neighbourName,
  neighbourOf,
  neighboursCall,
  neighboursFile,
  neighboursQuery,
} from './neighbours.ts'
import { PathAtTca } from './neighbours-pane.tsx'
import { neighbourWords } from './words.data.ts'

type Props = { readonly conjunction: Conjunction; readonly className?: string | undefined }

/** Shows the published data of the other object's operator if the object is a neighbour; nothing for any other object. */
export function NeighbourOfEvent({ conjunction, className = '' }: Props) {
  const t = useWords(neighbourWords)
  const { satelliteId, object2 } = conjunction
  const query = useQuery({ ...neighboursQuery(satelliteId ?? ''), enabled: satelliteId !== null })
  if (satelliteId === null) return null
  const neighbour = neighbourOf(query.data ?? [], object2.designator)
  if (neighbour === undefined && !query.isError) return null
  return (
    <div className={`grid halves pane-gap stack-tablet ${className}`}>
      <QueryPane
        title={t('facts')}
        id="neighbour"
        query={query}
        skeletonRows={6}
        failed={t('failed')}
        exports={{
          csv: { name: 'neighbour', table: () => neighboursFile(neighbour === undefined ? [] : [neighbour]) },
          call: neighboursCall(satelliteId),
        }}
      >
        {() => (neighbour === undefined ? null : <Facts neighbour={neighbour} />)}
      </QueryPane>
      {neighbour === undefined ? null : <Consistency neighbour={neighbour} satelliteId={satelliteId} />}
    </div>
  )
}

/** The width between the margins of A4, and the height of the plot, px. */
const PAPER = { widthPx: 680, heightPx: 300 }

/** Shows this data in the report if it was read in its tab before, because a printer does not wait for an answer. */
export function NeighbourPaper({ conjunction: { satelliteId, object2 } }: Pick<Props, 'conjunction'>) {
  const t = useWords(neighbourWords)
  const { data } = useQuery({ ...neighboursQuery(satelliteId ?? ''), enabled: false })
  const neighbour = neighbourOf(data ?? [], object2.designator)
  if (neighbour === undefined) return null
  const { file, tca } = neighbour
  const change = file?.change
  return (
    <section>
      <h2>{t('facts')}</h2>
      <Facts neighbour={neighbour} />
      {file && change && change.samples.length > 0 ? (
        <figure className="my-6 whole">
          <Still
            label={t('plot')}
            {...PAPER}
            draw={(size) =>
              drawChange({ change, tcaMs: Date.parse(tca), envelopeFrom: file.envelopeFrom }, size, t).drawing
            }
          />
          <figcaption>{changeCaption(file.name, change, t)}</figcaption>
        </figure>
      ) : null}
    </section>
  )
}

function Facts({ neighbour }: { readonly neighbour: Neighbour }) {
  const t = useWords(neighbourWords)
  const { tca, missM, foundAt, file } = neighbour
  return (
    <KeyValues
      rows={[
        [t('object'), neighbourName(neighbour, t)],
        [t('tca'), <Instant key="tca" at={Date.parse(tca)} />],
        [
          t('missBySets'),
          <span key="miss">
            <Quantity name="missDistance" value={missM} />, {t('foundAt', { time: formatInstant(Date.parse(foundAt)) })}
          </span>,
        ],
        [t('newest'), file === null ? t('noFile') : fileText(file, t)],
        [t('source'), file?.source],
        [t('made'), madeText(neighbour, t)],
        [t('until'), file === null ? undefined : <Instant key="until" at={Date.parse(file.until)} />],
        [t('path'), <PathAtTca key="path" neighbour={neighbour} />],
        [t('envelope'), covarianceText(neighbour, t)],
        [t('change'), changeText(neighbour, t)],
      ]}
    />
  )
}

type ConsistencyProps = { readonly neighbour: Neighbour; readonly satelliteId: string }

function Consistency({ neighbour, satelliteId }: ConsistencyProps) {
  const t = useWords(neighbourWords)
  const { file } = neighbour
  if (file === null || file.change === null || file.change.samples.length === 0)
    return (
      <Pane title={t('plot')} exports={false}>
        <NotComputed>{t(file === null ? 'noFile' : 'plotNone')}</NotComputed>
      </Pane>
    )
  return (
    <ChangePlot file={file} change={file.change} tcaMs={Date.parse(neighbour.tca)} call={neighboursCall(satelliteId)} />
  )
}
