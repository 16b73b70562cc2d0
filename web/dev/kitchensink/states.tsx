import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Progress } from '../../ui/dialog/progress.tsx'
import { ToastRegion } from '../../ui/dialog/toast-region.tsx'
import { Pane, PaneAge } from '../../ui/page/pane.tsx'
import { Banner, Empty, Failure, NotComputed, NotFollowing, Skeleton } from '../../ui/page/pane-states.tsx'
import { Freshness } from '../../ui/status/freshness.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { devWords } from '../text/words.data.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

const nothing = () => {}
const AS_OF = '07:01:58 Z'
const CALL = { method: 'GET', path: '/api/v1/ca/conjunctions', query: { limit: 50 } }

/** Shows a pane in every state of its data. */
export function States() {
  const say = useWords(sinkWords)
  return (
    <>
      <div className={`grid clip line-bottom one-column-phone ${styles.four}`}>
        <Reading />
        <Nothing />
        <Qualified />
        <Jobs />
        <Views />
        <Toasts />
      </div>
      <Banner
        level="critical"
        isUrgent
        action={
          <>
            <Button>{say('openIt')}</Button>
            <Button>{say('acknowledge')}</Button>
          </>
        }
      >
        {say('banner')}
      </Banner>
      <Banner level="inactive">{say('offline')}</Banner>
      <Banner level="inactive" action={<Button>{say('stay')}</Button>}>
        {say('sessionEnds')}
      </Banner>
    </>
  )
}

function Reading() {
  const say = useWords(sinkWords)
  const table = () => ({ columns: ['tca', 'pc'], rows: [['2026-11-21 14:13:07 Z', '2.12E-04']] })
  return (
    <>
      <Pane title={say('firstLoad')} exports={{ csv: { name: 'demo-conjunctions', table }, call: CALL }}>
        <Skeleton rows={4} />
      </Pane>
      <Pane title={say('refreshing')} note={<Freshness state="refreshing" asOf={AS_OF} />} busy>
        <p className="muted fs-12 pad-body">
          <Said text={() => say('refreshingText')} values={{}} />
        </p>
      </Pane>
    </>
  )
}

function Nothing() {
  const say = useWords(sinkWords)
  return (
    <>
      <Pane title={say('nothing')}>
        <Empty
          title={say('noSatellites')}
          actions={
            <>
              <Button look="primary">{say('addSatellite')}</Button>
              <Button look="quiet">{say('demoFleet')}</Button>
            </>
          }
        >
          {say('noSatellitesText')}
        </Empty>
      </Pane>
      <Pane title={say('noMatch')} note={say('noMatchCount')}>
        <Empty title={say('noMatchTitle')} actions={<Button>{say('clearLevel')}</Button>}>
          {say('noMatchText')}
        </Empty>
      </Pane>
      <Pane title={say('good')} note={<Freshness state="clean" asOf={AS_OF} />}>
        <Empty level="ok" title={say('goodTitle')}>
          {say('goodText')}
        </Empty>
      </Pane>
    </>
  )
}

function Qualified() {
  const say = useWords(sinkWords)
  return (
    <>
      <PaneAge value={say('readBefore')}>
        <Pane title={say('keptState')}>
          <p className="muted fs-12 pad-body">{say('keptText')}</p>
        </Pane>
      </PaneAge>
      <Pane title={say('partialState')} note={<Freshness state="clean" asOf={AS_OF} />}>
        <Banner level="caution" action={<Button look="quiet">{say('which')}</Button>}>
          {say('providers')}
        </Banner>
      </Pane>
      <Pane title={say('stale')} note={<Freshness state="dirty" asOf="03:10:02 Z" />}>
        <Banner level="caution">{say('staleText')}</Banner>
      </Pane>
      <Pane title={say('failed')} note={<Freshness state="failed" asOf="07:01:40 Z" />}>
        <Failure
          what={say('failedWhat')}
          problem={{ code: '503', message: say('failedMessage'), requestId: 'c7f3-91ab' }}
          still={say('failedStill')}
          onRetry={nothing}
        />
      </Pane>
    </>
  )
}

function Jobs() {
  const say = useWords(sinkWords)
  const [isCancelled, setIsCancelled] = useState(false)
  return (
    <>
      <Pane title={say('job')} note={say('jobNote')} provenance={devWords('simulated')}>
        {isCancelled ? (
          <Empty level="inactive" title={say('jobCancelled')} />
        ) : (
          <Progress
            label={say('screening')}
            stage={say('jobStage')}
            done={41_208}
            of={96_114}
            noun={say('jobNoun')}
            elapsedMs={134_000}
            leftMs={180_000}
            onCancel={() => setIsCancelled(true)}
          />
        )}
      </Pane>
      <Pane title={say('unknownLength')}>
        <Progress label={say('reading')} stage={say('readingStage')} elapsedMs={4_000} />
      </Pane>
      <Pane title={say('notScreened')}>
        <Empty level="inactive" title={say('notScreenedTitle')}>
          {say('notScreenedText')}
        </Empty>
      </Pane>
    </>
  )
}

function Views() {
  const say = useWords(sinkWords)
  const [isFrozen, setIsFrozen] = useState(true)
  return (
    <>
      <Pane title={say('notComputed')}>
        <NotComputed>{say('notComputedText')}</NotComputed>
      </Pane>
      <Pane title={say('notFollowing')}>
        {isFrozen ? (
          <NotFollowing at="06:50:00 Z" onFollow={() => setIsFrozen(false)} />
        ) : (
          <p className="muted fs-12 pad-body">{say('following')}</p>
        )}
      </Pane>
    </>
  )
}

function Toasts() {
  const say = useWords(sinkWords)
  const [isShown, setIsShown] = useState(true)
  const toast = {
    id: 'demo',
    level: 'ok',
    title: say('updated'),
    message: say('saved'),
    action: { label: say('undo'), onAction: nothing },
  } as const
  return (
    <Pane title={say('toast')} note={say('atMost')}>
      <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
        <ToastRegion toasts={isShown ? [toast] : []} onClose={() => setIsShown(false)} />
        {isShown ? null : <Button onClick={() => setIsShown(true)}>{say('showAgain')}</Button>}
      </div>
    </Pane>
  )
}
