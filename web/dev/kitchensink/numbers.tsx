import { HOUR_MS } from '@apsis/astro/constants.ts'
import { formatAge, formatFileInstant } from '../../clock/format.ts'
import { Instant } from '../../clock/instant.tsx'
import { Until } from '../../clock/until.tsx'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatChange } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { Figure } from '../../ui/page/figure.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { DataAge } from '../../ui/status/data-age.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { Probability, Quantity } from '../../ui/value/quantity.tsx'
import { DEMO_NOW_MS, LIVE_MS } from './demo.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

const TCA_MS = Date.parse('2026-11-21T14:13:07.125Z')
const mono = (text: string) => <span className="mono">{text}</span>

/** Shows probabilities, quantities, changes, times and sources in their usual formats. */
export function Numbers() {
  return (
    <div className={`grid clip line-bottom one-column-phone ${styles.four}`}>
      <Probabilities />
      <Quantities />
      <Changes />
      <Times />
      <Sources />
      <Ages />
    </div>
  )
}

function Probabilities() {
  const say = useWords(sinkWords)
  const reason = say('noCovariance')
  return (
    <Pane title={say('probability')}>
      <KeyValues
        rows={[
          [say('recomputed'), <Probability key="v" value={2.12e-4} reason={reason} />],
          [say('maximum'), <Probability key="v" value={6.1e-5} approximate reason={reason} />],
          [say('belowFloor'), <Probability key="v" value={0} reason={reason} />],
          [say('missing'), <Probability key="v" value={undefined} reason={reason} />],
          [say('copied'), <span key="v">{formatProbabilityPlain(2.12e-4)}</span>],
        ]}
      />
    </Pane>
  )
}

function Quantities() {
  const say = useWords(sinkWords)
  return (
    <Pane title={say('quantities')}>
      <KeyValues
        rows={[
          [say('miss'), <Quantity key="v" name="missDistance" value={12_640} />],
          [say('radial'), <Quantity key="v" name="separation" value={-58} />],
          [say('speed'), <Quantity key="v" name="relativeSpeed" value={11.386} />],
          [say('approach'), <Quantity key="v" name="angle" value={97.2} />],
          [say('association'), <Quantity key="v" name="associationThreshold" value={12.3456} />],
          [say('mahalanobis'), <Quantity key="v" name="mahalanobisDistance" value={2.03} />],
        ]}
      />
    </Pane>
  )
}

function Changes() {
  const say = useWords(sinkWords)
  return (
    <Pane title={say('change')}>
      <KeyValues
        rows={[
          [say('doubled'), formatChange(1e-4, 2e-4)],
          [say('fell'), formatChange(1.4e-5, 1e-5)],
          [say('same'), formatChange(1e-5, 1e-5)],
          [say('firstMessage'), formatChange(undefined, 1e-5)],
        ]}
      />
    </Pane>
  )
}

function Times() {
  const say = useWords(sinkWords)
  return (
    <Pane title={say('times')} note="UTC">
      <KeyValues
        rows={[
          ['TCA', <Instant key="v" at={TCA_MS} />],
          [say('messageDetail'), <Instant key="v" at={TCA_MS} milliseconds />],
          [say('fileName'), mono(formatFileInstant(TCA_MS))],
          [say('toTca'), mono(formatUntil(TCA_MS - DEMO_NOW_MS))],
          [say('belowHour'), mono(formatUntil(2_592_000))],
          [say('past'), mono(formatUntil(-7_800_000))],
          [say('live'), <Until key="v" at={LIVE_MS + 31 * HOUR_MS} seconds />],
        ]}
      />
    </Pane>
  )
}

/** Shows a reported, a recomputed and a what-if figure, each with its source. */
function Sources() {
  const say = useWords(sinkWords)
  const created = <Instant at={DEMO_NOW_MS} />
  return (
    <Pane title={say('provenance')} className={`span-2 ${styles.wide}`}>
      <div className="flex wrap items-end">
        <Figure isLarge source={{ kind: 'recomputed', originator: 'Apsis', messageId: '6', method: '2D' }}>
          <Probability value={2.12e-4} reason="" />
        </Figure>
        <Figure source={{ kind: 'reported', originator: 'CSPOC', messageId: '6', created, method: 'FOSTER-1992' }}>
          <Probability value={2.19e-4} reason="" />
        </Figure>
        <Figure source={{ kind: 'whatIf', originator: 'Apsis', method: 'HBR 4 m' }}>
          <Probability value={undefined} reason={say('noCovariance')} />
        </Figure>
      </div>
    </Pane>
  )
}

function Ages() {
  const say = useWords(sinkWords)
  return (
    <Pane title={say('dataAge')}>
      <KeyValues
        rows={[
          [say('freshData'), <Age key="v" hours={1.4} />],
          [say('oldData'), <Age key="v" hours={16} />],
          [say('veryOld'), <Age key="v" hours={31} />],
        ]}
      />
    </Pane>
  )
}

function Age({ hours }: { readonly hours: number }) {
  const ageMs = hours * HOUR_MS
  return <DataAge text={formatAge(ageMs)} ageMs={ageMs} cautionMs={12 * HOUR_MS} seriousMs={24 * HOUR_MS} />
}
