import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Freshness } from '../../ui/freshness.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Empty, Failure, Skeleton, Strip } from '../../ui/pane-states.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import styles from './parts.module.css'

const nothing = () => {}
const exits = {
  link: [{ label: 'Copy link', onAction: nothing }],
  file: [{ label: 'CSV', onAction: nothing }],
  api: [{ label: 'Copy as curl', onAction: nothing }],
}
const AS_OF = '07:01:58 Z'

/** A pane in every state of its data. */
export function States() {
  return (
    <>
      <div className={styles.four}>
        <Pane title="First load" exits={exits} className={styles.cell}>
          <Skeleton rows={4} />
        </Pane>
        <Pane title="Refreshing" note={<Freshness state="refreshing" asOf={AS_OF} />} busy className={styles.cell}>
          <p className={styles.text}>Old data stays; 2 px bar under the head.</p>
        </Pane>
        <Pane title="Nothing yet" className={styles.cell}>
          <Empty title="No satellites yet.">Add one, or import one from a catalogue number.</Empty>
        </Pane>
        <Pane title="No match" note="0 of 214" className={styles.cell}>
          <Empty title="0 of 214 conjunctions match.">Level Critical, SAT-5, next 24 h.</Empty>
        </Pane>
        <Pane title="Good and empty" note={<Freshness state="clean" asOf={AS_OF} />} className={styles.cell}>
          <Empty level="ok" title="No conjunction above your thresholds">
            until 2026-11-27 07:00 Z. Last message 05:41 Z.
          </Empty>
        </Pane>
        <Pane title="Partial" note={<Freshness state="clean" asOf={AS_OF} />} className={styles.cell}>
          <Strip level="caution" action={<Button look="quiet">Which</Button>}>
            2 of 3 providers answered
          </Strip>
        </Pane>
        <Pane title="Stale" note={<Freshness state="dirty" asOf="03:10:02 Z" />} className={styles.cell}>
          <Strip level="caution">Message is 31 h old; usual is 8 h</Strip>
        </Pane>
        <Pane title="Failed" note={<Freshness state="failed" asOf="07:01:40 Z" />} className={styles.cell}>
          <Failure
            what="Separation could not be read"
            problem={{ code: 503, message: 'The service is not there now.', requestId: 'c7f3-91ab' }}
            still="Message 6 and its probability are still valid."
            onRetry={nothing}
          />
        </Pane>
        <Jobs />
        <Toasts />
      </div>
      <Strip level="critical" action={<Button>Acknowledge</Button>}>
        SAT-3 × 90417 reached Critical at 05:41 Z. Decide before 2026-11-21 10:00 Z.
      </Strip>
      <Strip level="inactive">Offline since 06:58 Z. Data is read-only.</Strip>
    </>
  )
}

function Jobs() {
  const [isCancelled, setIsCancelled] = useState(false)
  return (
    <>
      <Pane title="Job running" note="screening, 3 of 5" provenance="Demo data, simulated" className={styles.cell}>
        {isCancelled ? (
          <Empty level="inactive" title="Cancelled" />
        ) : (
          <Progress
            label="Screening"
            stage="Refine"
            done={41_208}
            of={96_114}
            noun="pairs"
            elapsedMs={134_000}
            leftMs={180_000}
            onCancel={() => setIsCancelled(true)}
          />
        )}
      </Pane>
      <Pane title="Length not known" className={styles.cell}>
        <Progress label="Reading" stage="Reading messages" elapsedMs={4_000} />
      </Pane>
      <Pane title="Not screened" className={styles.cell}>
        <Empty level="inactive" title="Not screened yet">
          Not the same as screened, nothing inside the volume. Never a green dot here.
        </Empty>
      </Pane>
    </>
  )
}

function Toasts() {
  const [isShown, setIsShown] = useState(true)
  const toast = {
    id: 'demo',
    level: 'ok',
    title: 'Settings updated',
    message: 'Your user settings have been saved.',
    action: { label: 'Undo', onAction: nothing },
  } as const
  return (
    <Pane title="Toast" note="four at most" className={styles.cell}>
      <div className={styles.stack}>
        <ToastRegion toasts={isShown ? [toast] : []} onClose={() => setIsShown(false)} />
        {isShown ? null : <Button onClick={() => setIsShown(true)}>Show again</Button>}
      </div>
    </Pane>
  )
}
