import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './pass.module.css'
import { type Span, steppedFrom, type ViewSearch, zoomedTo, zoomsOf } from './pass-view.ts'
import { passWords } from './words.data.ts'

export type PassToolsProps = {
  readonly view: ViewSearch
  /** All of the time that was searched, and what of it is drawn. */
  readonly search: Span
  readonly drawn: Span
  /** The pass that is read: the part around it is drawn. */
  readonly aroundMs: number | undefined
  readonly onView: (part: ViewSearch) => void
}

const LIGHTS = ['all', 'lit'] as const
/** What no preset is named: all of the time. */
const WHOLE = 'whole'

/** How much of the time is drawn, which part of it, and whether passes in sunlight alone. */
export function PassTools({ view, search, drawn, aroundMs, onView }: PassToolsProps) {
  const t = useWords(passWords)
  const [earlier, later] = [steppedFrom(drawn, search, -1), steppedFrom(drawn, search, 1)]
  const isWhole = drawn.fromMs === search.fromMs && drawn.toMs === search.toMs
  return (
    <>
      {isWhole ? null : (
        <>
          <Button look="quiet" aria-disabled={!earlier} onClick={() => earlier && onView(earlier)}>
            {t('earlier')}
          </Button>
          <Button look="quiet" aria-disabled={!later} onClick={() => later && onView(later)}>
            {t('later')}
          </Button>
        </>
      )}
      <Segments
        label={t('zoom')}
        value={isWhole ? WHOLE : (view.zoom ?? WHOLE)}
        options={zoomsOf(search).map(({ zoom, label }) => ({ value: zoom ?? WHOLE, label: label ?? t('wholeTime') }))}
        onChange={(value) => onView(zoomedTo(value, { from: drawn, aroundMs }))}
      />
      <Segments
        label={t('light')}
        value={view.light === 'lit' ? 'lit' : 'all'}
        options={LIGHTS.map((value) => ({ value, label: t(`light-${value}`) }))}
        onChange={(value) => onView({ light: value === 'all' ? undefined : value })}
      />
    </>
  )
}

/** In the head where that has room, else in a strip below it. */
export const inHead = (tools: React.ReactNode) => <span className={styles.inHead}>{tools}</span>
export const belowHead = (tools: React.ReactNode) => <div className={styles.belowHead}>{tools}</div>
