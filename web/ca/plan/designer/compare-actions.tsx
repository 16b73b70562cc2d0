import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { COMPARED_ID } from './compare-pane.tsx'
import { compareWords } from './compare-words.data.ts'
import { PINS, pinned, pinOf } from './pins.ts'
import type { PinnedBurn } from './use-pinned.ts'
import type { DesignSearch } from './wish.ts'

/** Links to the compared burns. */
export function Compare({ pins }: { readonly pins: readonly PinnedBurn[] }) {
  const t = useWords(compareWords)
  const count = pins.length
  return (
    <Button
      disabled={count === 0}
      onClick={() => {
        const pane = document.getElementById(COMPARED_ID)
        pane?.scrollIntoView({ block: 'nearest' })
        pane?.focus()
      }}
    >
      {count === 0 ? t('compare') : t('compareCount', { count })}
    </Button>
  )
}

type PinProps = {
  readonly search: DesignSearch
  /** The ignition of the chosen burn; undefined where there is none, or while it is being dragged. */
  readonly ignitionMs: number | undefined
  readonly onAsk: (part: DesignSearch) => void
}

/** Keeps the chosen burn for a comparison with others. */
export function PinBurn({ search, ignitionMs, onAsk }: PinProps) {
  const t = useWords(compareWords)
  const part = ignitionMs === undefined ? undefined : pinOf(search, ignitionMs)
  const isFull = pinned(search).length === PINS.length
  const reason =
    ignitionMs === undefined ? t('pinNone') : part === undefined ? t(isFull ? 'pinFull' : 'pinThere') : undefined
  const run = () => {
    if (part !== undefined) onAsk(part)
  }
  return (
    <>
      <PageKeys shortcuts={[{ keys: 'p', label: t('pin'), run }]} />
      <Button disabledReason={reason} onClick={run}>
        {t('pin')}
      </Button>
    </>
  )
}
