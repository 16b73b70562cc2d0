import { choose, type Preference } from '../../ui/preference/preference.ts'
import type { Language } from '../../ui/text/language.ts'
import { openOverlay } from './overlay.ts'
import type { Keys } from './shortcut.ts'

/** An action that has a name in the palette, and possibly keys. */
export type Command = {
  readonly id: string
  readonly keys?: Keys
  readonly run: () => void
}

const theme = (value: Preference<'theme'>) => () => choose('theme', value)
const density = (value: Preference<'density'>) => () => choose('density', value)
const language = (value: Language) => () => choose('language', value)

/** The commands that every screen has. */
export const COMMANDS = [
  { id: 'openPalette', keys: 'Ctrl k', run: () => openOverlay('palette') },
  { id: 'openShortcuts', keys: '?', run: () => openOverlay('shortcuts') },
  { id: 'focusFilter', keys: '/', run: focusFilter },
  { id: 'useDark', run: theme('dark') },
  { id: 'useLight', run: theme('light') },
  { id: 'useContrast', run: theme('contrast') },
  { id: 'useSystemTheme', run: theme('system') },
  { id: 'useCompact', run: density('compact') },
  { id: 'useComfortable', run: density('comfortable') },
  { id: 'useEnglish', run: language('en') },
  { id: 'useGerman', run: language('de') },
] as const satisfies readonly Command[]

/** Moves the focus to the first field on the screen that searches or filters. */
function focusFilter(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('#main input[type="search"], #main [data-filter]')]
  fields.find((field) => field.checkVisibility())?.focus()
}
