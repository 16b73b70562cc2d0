import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './raw-text.module.css'
import { rawWords } from './raw-words.data.ts'
import { lineAt, linesWith, piecesOf, type TextFormat, tokensOf } from './syntax.ts'

const LINE_PX = 20
/** The maximum number of lines of a text that is drawn completely, so that the browser's search and printing find all of it. */
const MOST_LINES_DRAWN_WHOLE = 1_500
/** The duration for which a note that something was copied is shown, ms. */
const NOTE_SHOWN_MS = 4_000
const INK = {
  key: styles.key,
  mark: 'muted',
  number: 'ink',
  text: 'soft',
  unit: 'muted',
  comment: 'muted',
}

type Props = {
  readonly text: string
  readonly format: TextFormat
  /** The name of the text for screen readers. */
  readonly name: string
  /** The selected line, from the address: its number, or a keyword; `X.2` means the second line with the keyword X. */
  readonly at?: string | undefined
  readonly onAt?: ((at: string | undefined) => void) | undefined
  /** The errors of lines, by the number of the line. */
  readonly faults?: ReadonlyMap<number, string> | undefined
  readonly maxHeightPx?: number | undefined
  /** Buttons of the caller, beside the search. */
  readonly actions?: React.ReactNode
}

/**
 * Shows the text of a file with numbered lines and coloured syntax: it can be searched, copied, and linked by line
 * or keyword.
 */
export function RawText({ text, format, name, at, onAt, faults, maxHeightPx, actions }: Props) {
  const say = useWords(rawWords)
  const [own, setOwn] = useState<string>()
  const [searched, setSearched] = useState('')
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/), [text])
  const point = onAt ? at : (own ?? at)
  const marked = useMemo(() => (point ? lineAt(point, lines, format) : undefined), [point, lines, format])
  const setAt = onAt ?? setOwn
  return (
    <div className="stack min-w-0 min-h-0">
      <div className="row wrap gap-8 pad-6 faint-bottom no-print">
        <Search
          lines={lines}
          searched={searched}
          onSearch={setSearched}
          marked={marked}
          onMark={(line) => setAt(String(line))}
        />
        {point && marked === undefined ? <span className="muted fs-12">{say('noLine', { at: point })}</span> : null}
        <span className="grow" />
        {actions}
        <Copies text={text} marked={marked} />
      </div>
      <Lines
        lines={lines}
        format={format}
        name={name}
        searched={searched}
        marked={marked}
        onMark={(line) => setAt(line === marked ? undefined : String(line))}
        faults={faults}
        maxHeightPx={maxHeightPx}
      />
    </div>
  )
}

type SearchProps = {
  readonly lines: readonly string[]
  readonly searched: string
  readonly onSearch: (text: string) => void
  readonly marked: number | undefined
  readonly onMark: (line: number) => void
}

/** Shows the search field, with steps from one match to the next, and the number of matching lines. */
function Search({ lines, searched, onSearch, marked, onMark }: SearchProps) {
  const say = useWords(rawWords)
  const found = useMemo(() => linesWith(searched, lines), [searched, lines])
  const isBlank = searched.trim() === ''
  const step = (by: 1 | -1) => {
    const here = marked ?? (by > 0 ? 0 : lines.length + 1)
    const next = by > 0 ? found.find((line) => line > here) : found.findLast((line) => line < here)
    const to = next ?? (by > 0 ? found[0] : found.at(-1))
    if (to !== undefined) onMark(to)
  }
  return (
    <>
      <label className="row gap-8 soft fs-13">
        {say('searchText')}
        <input
          type="search"
          className={`inset fs-13 pad-x-8 control-frame round ${styles.search}`}
          value={searched}
          spellCheck={false}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
          }}
        />
      </label>
      {isBlank ? null : (
        <>
          <Button look="quiet" onClick={() => step(-1)}>
            {say('previous')}
          </Button>
          <Button look="quiet" onClick={() => step(1)}>
            {say('next')}
          </Button>
        </>
      )}
      <span className="muted fs-12" role="status">
        {isBlank
          ? say('lines', { count: lines.length })
          : found.length === 0
            ? say('noMatches')
            : say('matches', { at: found.indexOf(marked ?? -1) + 1 || '–', count: found.length })}
      </span>
    </>
  )
}

/** Shows the buttons that copy the complete text, or a link to the selected line. */
function Copies({ text, marked }: { readonly text: string; readonly marked: number | undefined }) {
  const say = useWords(rawWords)
  const [note, setNote] = useState('')
  const copy = (what: string, done: string) =>
    void navigator.clipboard
      .writeText(what)
      .then(
        () => setNote(done),
        () => setNote(say('notCopied')),
      )
      .then(() => setTimeout(() => setNote(''), NOTE_SHOWN_MS))
  return (
    <>
      <span role="status" className="muted fs-12">
        {note}
      </span>
      {marked === undefined ? null : (
        <Button look="quiet" onClick={() => copy(location.href, say('linkCopied'))}>
          {say('copyLine', { line: marked })}
        </Button>
      )}
      <Button onClick={() => copy(text, say('copied'))}>{say('copyText')}</Button>
    </>
  )
}

type LinesProps = Pick<Props, 'format' | 'name' | 'faults' | 'maxHeightPx'> & {
  readonly lines: readonly string[]
  readonly searched: string
  readonly marked: number | undefined
  readonly onMark: (line: number) => void
}

function Lines({ lines, name, marked, maxHeightPx, ...rest }: LinesProps) {
  const say = useWords(rawWords)
  const scroller = useRef<HTMLElement | null>(null)
  const isWhole = lines.length <= MOST_LINES_DRAWN_WHOLE
  const virtual = useVirtualizer({
    count: isWhole ? 0 : lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  })
  // React calls a new ref function once, so the text scrolls when the line changes, and not on every render.
  const hold = useCallback(
    (box: HTMLElement | null) => {
      scroller.current = box
      if (box && marked !== undefined && !isWhole) bringIntoSight(box, (marked - 1) * LINE_PX)
    },
    [marked, isWhole],
  )
  const draw = (place: number, style?: React.CSSProperties) => (
    <Line
      key={place}
      number={place + 1}
      line={lines[place] ?? ''}
      style={style}
      isMarked={marked === place + 1}
      {...rest}
    />
  )
  return (
    <section
      ref={hold}
      className={`grow min-h-0 scroll fs-13 inset font-mono focus-inside ${styles.scroller}`}
      style={maxHeightPx === undefined ? undefined : heightOf(maxHeightPx)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keys.
      tabIndex={0}
      aria-label={say('textOf', { name })}
      // Keywords and numbers belong to no language, so a browser must not translate them.
      translate="no"
    >
      <div
        className={`relative pad-y-6 ${styles.body}`}
        style={isWhole ? undefined : { height: virtual.getTotalSize() }}
      >
        {isWhole
          ? lines.map((_, place) => draw(place))
          : virtual.getVirtualItems().map(({ index, start }) => draw(index, { transform: `translateY(${start}px)` }))}
      </div>
    </section>
  )
}

function intoSight(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}

function bringIntoSight(box: HTMLElement, top: number): void {
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * LINE_PX)
    box.scrollTo({ top: Math.max(0, top - box.clientHeight / 3) })
}

/** Returns the height as a CSS variable; the style sheet ignores it on paper. */
function heightOf(px: number): React.CSSProperties & { readonly '--text-h': string } {
  return { '--text-h': `${px}px` }
}

type LineProps = Pick<LinesProps, 'format' | 'searched' | 'onMark' | 'faults'> & {
  readonly number: number
  readonly line: string
  readonly isMarked: boolean
  readonly style: React.CSSProperties | undefined
}

function Line({ number, line, format, searched, isMarked, onMark, faults, style }: LineProps) {
  const say = useWords(rawWords)
  const fault = faults?.get(number)
  const classes = [`flex h-20 ${styles.line}`, style && `absolute ${styles.far}`, isMarked && styles.marked]
  return (
    <div
      // The browser can scroll to a line without a transform, whatever element scrolls.
      ref={isMarked && !style ? intoSight : undefined}
      className={classes.filter(Boolean).join(' ')}
      style={style}
      title={fault}
    >
      <button
        type="button"
        // Hundreds of tab stops would make the rest of the page hard to reach by keyboard; the search leads to a line by keys.
        tabIndex={-1}
        className={`flex-none muted right inset sticky no-frame pointer ${styles.number}`}
        aria-label={fault ? `${say('line', { line: number })}, ${say('faultHere')}` : say('line', { line: number })}
        aria-pressed={isMarked}
        onClick={() => onMark(number)}
      >
        {fault ? <StatusSymbol level="caution" /> : null}
        {number}
      </button>
      <code className={styles.code}>
        {piecesOf(tokensOf(line, format), searched).map(({ kind, text, isFound }, place) =>
          isFound ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line, always in this order.
            <mark key={place} className={`round ink ${styles.found}`}>
              {text}
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line, always in this order.
            <span key={place} className={INK[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </div>
  )
}
