import { formatFileInstant, formatInstant, formatInstantMs } from '../../clock/format.ts'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatChange } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Probability, Quantity } from '../../ui/quantity.tsx'
import { DEMO_NOW_MS } from './demo.ts'
import styles from './parts.module.css'

const TCA_MS = Date.parse('2026-11-21T14:13:07.125Z')
const REASON = 'No covariance in message 1.'

/** Probabilities, quantities, changes and times, each as it is always written. */
export function Numbers() {
  return (
    <div className={styles.four}>
      <Pane title="Probability" className={styles.cell}>
        <KeyValues
          rows={[
            ['Recomputed', <Probability key="v" value={2.12e-4} reason={REASON} />],
            ['Maximum, approximate', <Probability key="v" value={6.1e-5} approximate reason={REASON} />],
            ['Below the floor', <Probability key="v" value={0} reason={REASON} />],
            ['Missing', <Probability key="v" value={undefined} reason={REASON} />],
            ['Copied', <span key="v">{formatProbabilityPlain(2.12e-4)}</span>],
          ]}
        />
      </Pane>
      <Pane title="Quantities" className={styles.cell}>
        <KeyValues
          rows={[
            ['Miss distance', <Quantity key="v" name="missDistance" value={12_640} />],
            ['Radial', <Quantity key="v" name="separation" value={-58} />],
            ['Relative speed', <Quantity key="v" name="relativeSpeed" value={11.386} />],
            ['Approach angle', <Quantity key="v" name="angle" value={97.2} />],
            ['Association threshold', <Quantity key="v" name="associationThreshold" value={12.3456} />],
            ['Mahalanobis distance', <Quantity key="v" name="mahalanobisDistance" value={2.03} />],
          ]}
        />
      </Pane>
      <Pane title="Change" className={styles.cell}>
        <KeyValues
          rows={[
            ['Doubled', formatChange(1e-4, 2e-4)],
            ['Fell', formatChange(1.4e-5, 1e-5)],
            ['Same', formatChange(1e-5, 1e-5)],
            ['First message', formatChange(undefined, 1e-5)],
          ]}
        />
      </Pane>
      <Pane title="Times" note="UTC" className={styles.cell}>
        <KeyValues
          rows={[
            [
              'TCA',
              <span key="v" className="mono">
                {formatInstant(TCA_MS)}
              </span>,
            ],
            [
              'In message detail',
              <span key="v" className="mono">
                {formatInstantMs(TCA_MS)}
              </span>,
            ],
            [
              'In a file name',
              <span key="v" className="mono">
                {formatFileInstant(TCA_MS)}
              </span>,
            ],
            [
              'To TCA',
              <span key="v" className="mono">
                {formatUntil(TCA_MS - DEMO_NOW_MS)}
              </span>,
            ],
            [
              'Below one hour',
              <span key="v" className="mono">
                {formatUntil(2_592_000)}
              </span>,
            ],
            [
              'Past',
              <span key="v" className="mono">
                {formatUntil(-7_800_000)}
              </span>,
            ],
          ]}
        />
      </Pane>
    </div>
  )
}
