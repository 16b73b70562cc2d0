import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { PaperAuthor } from '../event/paper.tsx'
import { Still } from '../plot/still.tsx'
import styles from './annual.module.css'
import { shownOf } from './assumptions.tsx'
import { FirstSentence, LifeSentences } from './lead.tsx'
import { GapSentence, LoadedSentence } from './loaded-history.tsx'
import { CostTable, PartsTable, SolvedTable, type SplitName } from './side-panes.tsx'
import { ThresholdDrawing } from './threshold-drawing.tsx'
import { captionOfThresholds } from './threshold-plot.tsx'
import { curvesOf, type Engine, thresholdScene } from './threshold-scene.ts'
import { WishedSentence } from './wish.tsx'
import { annualWords } from './words.data.ts'

const PAPER_PX = { width: 680, height: 300 }

type Props = {
  readonly found: AnnualStatistics
  readonly engine: Engine
  readonly split: SplitName
  readonly children?: React.ReactNode
}

/** Shows the statistics on paper, for a review board: sentence, plot, tables, assumptions, limits and three signatures. */
export function Statement({ found, engine, split, children }: Props) {
  const t = useWords(annualWords)
  const { closed } = found
  return (
    <article data-report data-theme="light" className={`ink fs-14 ${styles.statement}`}>
      <Head found={found} />
      <p>
        <FirstSentence found={found} /> <LifeSentences found={found} />
      </p>
      <Section title={t('plot')}>
        <Plot found={found} engine={engine} />
      </Section>
      {closed ? (
        <Section title={t('solved')}>
          <SolvedTable found={found} closed={closed} />
          <p className="soft fs-12 break-anywhere">
            <WishedSentence wished={closed.wished} />
          </p>
        </Section>
      ) : null}
      <Section title={t('costs')}>
        <CostTable found={found} />
      </Section>
      {closed ? (
        <Section title={t('parts')}>
          <PartsTable closed={closed} split={split} />
        </Section>
      ) : null}
      {children}
      <Section title={t('assumptions')}>
        <Basis found={found} />
      </Section>
      <Signatures />
    </article>
  )
}

type SectionProps = { readonly title: string; readonly children: React.ReactNode }

function Section({ title, children }: SectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Shows the person who printed the page, the time of the computation, and the satellite. */
function Head({ found }: Pick<Props, 'found'>) {
  const t = useWords(annualWords)
  return (
    <>
      <div className={`flex justify-between soft fs-12 ${styles.statementHead}`}>
        <PaperAuthor isSimulated={found.isSimulated} />
        <span>{formatInstant(Date.parse(found.computedAt))}</span>
      </div>
      <h1>
        {t('statement')}, {found.satelliteName}
      </h1>
    </>
  )
}

function Plot({ found, engine }: Pick<Props, 'found' | 'engine'>) {
  const curves = curvesOf(found)
  return (
    <Still
      label={captionOfThresholds(found)}
      widthPx={PAPER_PX.width}
      heightPx={PAPER_PX.height}
      draw={() => (
        <ThresholdDrawing
          found={found}
          curves={curves}
          scene={thresholdScene(found, curves, PAPER_PX)}
          engine={engine}
        />
      )}
    />
  )
}

/** Shows the assumptions and sources of the numbers, what they omit, and the address to read them again. */
function Basis({ found }: Pick<Props, 'found'>) {
  const t = useWords(annualWords)
  const { messages, events } = found.counts
  const { loaded } = found
  return (
    <>
      <p className="soft fs-12 break-anywhere">
        {shownOf(found)
          .map(([name, value]) => `${t(name)}: ${value}`)
          .join('; ')}
        .
      </p>
      <p className="soft fs-12 break-anywhere">
        {t('provenance', { messages: formatNumber(messages), events: formatNumber(events) })} {t('method')}{' '}
        {t('untracked')} {t('untrackedText')}
      </p>
      {loaded === null ? null : (
        <p className="soft fs-12 break-anywhere">
          <LoadedSentence loaded={loaded} /> {loaded.gapDays > 0 ? <GapSentence loaded={loaded} /> : null}
        </p>
      )}
      <p className="soft fs-12 break-anywhere">
        {t('statementLink')}: {location.href}
      </p>
    </>
  )
}

function Signatures() {
  const t = useWords(annualWords)
  return (
    <div className={`grid gap-24 ${styles.signatures}`}>
      {(['prepared', 'checked', 'approved'] as const).map((word) => (
        <div key={word}>{t(word)}</div>
      ))}
    </div>
  )
}
