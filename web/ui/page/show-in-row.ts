/** Where not all tabs have room, scrolls their row to the one that is shown; `scroll-margin-inline` keeps it off the fading edge. */
export function showInRow(tab: Element | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
