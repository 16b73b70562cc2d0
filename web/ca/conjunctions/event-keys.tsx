import { PageKeys } from '../../shell/key/page-keys.tsx'
import { useWords } from '../../ui/text/language.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import { useSaveCsv } from './export-menu.tsx'

type Props = {
  readonly onAcknowledge: () => void
  readonly exits: Parameters<typeof useSaveCsv>[0]
}

/** Each key does what the rows or the buttons beside them do by the pointer. */
export function EventKeys({ onAcknowledge, exits }: Props) {
  const t = useWords(conjunctionsWords)
  const save = useSaveCsv(exits)
  return (
    <PageKeys
      shortcuts={[
        { keys: 'j', label: t('next'), run: () => pressInTable('ArrowDown') },
        { keys: 'k', label: t('previous'), run: () => pressInTable('ArrowUp') },
        { keys: 'x', label: t('select'), run: () => pressInTable(' ') },
        { keys: 'a', label: t('acknowledge'), run: onAcknowledge },
        { keys: 'e', label: t('export'), run: save },
      ]}
    />
  )
}

/** The table handles these keys itself: a key pressed elsewhere on the screen is passed on to it. */
function pressInTable(key: string): void {
  const grid = document.querySelector<HTMLElement>('#main [role="grid"]')
  grid?.focus()
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
