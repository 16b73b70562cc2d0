import type { AnnualStatistics } from '@apsis/contract/ca/statistics.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { PaperAuthor } from '../event/paper.tsx'
import { Still } from '../plot/still.tsx'
import styles from './annual.module.css'
import { shownOf } from './assumptions.tsx'
import { FirstSentence, LifeSentences } from './lead.tsx'
import { CostTable, PartsTable, SolvedTable, type Split } from './side-panes.tsx'
import { ThresholdDrawing } from './threshold-drawing.tsx'
import { captionOf } from './threshold-plot.tsx'
import { curvesOf, type Engine, sceneOf } from './threshold-scene.ts'
import { annualWords } from './words.data.ts'

const PAPER_PX = { width: 680, height: 300 }

type Props = {
  readonly found: AnnualStatistics
  readonly engine: Engine
  readonly split: Split
  readonly children?: React.ReactNode
}

/** The statistics on paper, for a review board: sentence, plot, tables, assumptions, limits and three signatures. */
export function Statement({ found, engine, split, children }: Props) {
  const t = useWords(annualWords)
  const { closed, counts } = found
  const curves = curvesOf(found)
  return (
    <article data-report data-theme="light" className={styles.statement}>
      <div className={styles.statementHead}>
        <PaperAuthor isSimulated={found.isSimulated} />
        <span>{formatInstant(Date.parse(found.computedAt))}</span>
      </div>
      <h1>
        {t('statement')}, {found.satelliteName}
      </h1>
      <p>
        <FirstSentence found={found} /> <LifeSentences found={found} />
      </p>
      <section>
        <h2>{t('plot')}</h2>
        <Still
          label={captionOf(found)}
          widthPx={PAPER_PX.width}
          heightPx={PAPER_PX.height}
          draw={() => (
            <ThresholdDrawing found={found} curves={curves} scene={sceneOf(found, curves, PAPER_PX)} engine={engine} />
          )}
        />
      </section>
      {closed ? (
        <section>
          <h2>{t('solved')}</h2>
          <SolvedTable found={found} closed={closed} />
        </section>
      ) : null}
      <section>
        <h2>{t('costs')}</h2>
        <CostTable found={found} />
      </section>
      {closed ? (
        <section>
          <h2>{t('parts')}</h2>
          <PartsTable closed={closed} split={split} />
        </section>
      ) : null}
      {children}
      <section>
        <h2>{t('assumptions')}</h2>
        <p className={styles.small}>
          {shownOf(found)
            .map(([name, value]) => `${t(name)}: ${value}`)
            .join('; ')}
          .
        </p>
        <p className={styles.small}>
          {t('provenance', { messages: formatNumber(counts.messages), events: formatNumber(counts.events) })}{' '}
          {t('method')} {t('untracked')} {t('untrackedText')}
        </p>
        <p className={styles.small}>
          {t('statementLink')}: {location.href}
        </p>
      </section>
      <div className={styles.signatures}>
        {(['prepared', 'checked', 'approved'] as const).map((word) => (
          <div key={word}>{t(word)}</div>
        ))}
      </div>
    </article>
  )
}
