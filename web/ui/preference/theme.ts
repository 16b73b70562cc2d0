import { choose, preference } from './preference.ts'

/** Whether the screen is dark now: the theme chosen, else the system's. */
export function isDark(): boolean {
  const chosen = preference('theme')
  if (chosen === 'system') return !matchMedia('(prefers-color-scheme: light)').matches
  return chosen !== 'light'
}

/** Shows the other theme, here and in later visits. */
export function switchTheme(): void {
  choose('theme', isDark() ? 'light' : 'dark')
}
