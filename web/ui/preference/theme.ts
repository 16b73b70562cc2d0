import { choose, preference } from './preference.ts'

/** Returns true if the screen is dark now: by the chosen theme, else by the theme of the system. */
export function isDark(): boolean {
  const chosen = preference('theme')
  if (chosen === 'system') return !matchMedia('(prefers-color-scheme: light)').matches
  return chosen !== 'light'
}

/** Switches to the other theme, here and on later visits. */
export function switchTheme(): void {
  choose('theme', isDark() ? 'light' : 'dark')
}
