import { ApiProblem, STALE_STATUS } from '../../../api/problem.ts'
import { codeInWords, problemInWords } from '../../../api/problem-in-words.ts'
import { useNow } from '../../../clock/clock.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Progress } from '../../../ui/dialog/progress.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from './assets.module.css'
import { type BulkRun, bulk, leftMs, undoOf, useBulkRun } from './bulk-run.ts'
import { PACE, startBulk } from './start-bulk.ts'
import { assetsWords } from './words.data.ts'

function countsOf({ saves, outcomes }: BulkRun) {
  const kinds = [...outcomes.values()].map(({ kind }) => kind)
  const saved = kinds.filter((kind) => kind === 'saved').length
  return { all: saves.length, done: kinds.length, saved, failed: kinds.length - saved }
}

/** Shows on the screen that satellites are being changed, or that some could not be. */
export function BulkBanner({ onShow }: { readonly onShow: () => void }) {
  const t = useWords(assetsWords)
  const run = useBulkRun()
  if (!run) return null
  const { all, done, saved } = countsOf(run)
  if (!run.isRunning && saved === all) return null
  return (
    <Banner
      level={run.isRunning ? 'pending' : 'caution'}
      action={
        <Button look="quiet" onClick={onShow}>
          {t('show')}
        </Button>
      }
    >
      {run.isRunning ? t('bulkRunning', { done, all }) : t('bulkPartly', { saved, all })}
    </Banner>
  )
}

type Props = { readonly onClose: () => void; readonly onRetry: (ids: readonly string[]) => void }

/** Shows the progress, and the result for each satellite. */
export function BulkReport({ onClose, onRetry }: Props) {
  const run = useBulkRun()
  return run ? <Report run={run} onClose={onClose} onRetry={onRetry} /> : null
}

function Report({ run, onClose, onRetry }: Props & { readonly run: BulkRun }) {
  const t = useWords(assetsWords)
  const nowMs = useNow('second')
  const { saves, outcomes, isRunning, isUndo, startedMs } = run
  const { all, done, saved } = countsOf(run)
  const open = saves.filter(({ id }) => outcomes.get(id)?.kind !== 'saved')
  const elapsedMs = Math.max(0, nowMs - startedMs)
  return (
    <Dialog isOpen title={t(isUndo ? 'bulkUndoing' : 'bulkReport')} onClose={onClose} close={t('close')}>
      <div className="stack gap-12">
        {isRunning ? (
          <Progress
            label={t('bulkReport')}
            stage={t('bulkSaving')}
            done={done}
            of={all}
            noun={t('noun')}
            elapsedMs={elapsedMs}
            leftMs={leftMs({ done, all, elapsedMs }, PACE)}
            onCancel={() => bulk.stop()}
          />
        ) : (
          <p>
            <b>{t('bulkPartly', { saved, all })}</b>
          </p>
        )}
        <ul className={`scroll ${styles.report}`}>
          {open
            .filter(({ id }) => !isRunning || outcomes.has(id))
            .map(({ id, name }) => (
              <li key={id}>
                <b>{name}</b> {whyOf(run, id, t)}
              </li>
            ))}
        </ul>
        {isRunning ? null : (
          <span className={`inline-row max-w-full gap-8 ${styles.row}`}>
            {open.length > 0 ? (
              <Button onClick={() => onRetry(open.map(({ id }) => id))}>
                {t('bulkRetry', { count: open.length })}
              </Button>
            ) : null}
            {saved > 0 && !isUndo ? (
              <Button look="quiet" onClick={() => startBulk(undoOf(run), true)}>
                {t('undo')}
              </Button>
            ) : null}
          </span>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the reason why a satellite was not saved. */
function whyOf({ outcomes }: BulkRun, id: string, t: typeof assetsWords): string {
  const outcome = outcomes.get(id)
  if (outcome?.kind !== 'failed') return t('bulkNotSent')
  if (!(outcome.why instanceof ApiProblem)) return String(outcome.why)
  return outcome.why.code === STALE_STATUS
    ? t('bulkStale')
    : `${problemInWords(outcome.why).message} (${codeInWords(outcome.why)})`
}
