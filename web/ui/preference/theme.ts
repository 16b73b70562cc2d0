import { choose, preference } from './preference.ts'

/** True if the screen is dark now: by the chosen theme, else by that of the system. */
export function isDark(): boolean {
  const chosen = preference('theme')
  if (chosen === 'system') return !matchMedia('(prefers-color-scheme: light)').matches
  return chosen !== 'light'
}

/** Shows the other theme, here and in later visits. */
export function switchTheme(): void {
  choose('theme', isDark() ? 'light' : 'dark')
}
