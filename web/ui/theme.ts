const KEY = 'apsis-theme'
export type Theme = 'dark' | 'light'

/** The theme on the screen: the one chosen, else the system's. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'dark' || chosen === 'light') return chosen
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/** Shows the other theme, here and in later visits. */
export function switchTheme(): void {
  const theme: Theme = shownTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  localStorage.setItem(KEY, theme)
}
